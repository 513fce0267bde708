import { connect, type Socket } from 'node:net';
import { eventually } from './wait.ts';

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

type Reply = readonly [
  type: 1,
  id: number,
  error: { error: string; message: string } | null,
  result: unknown,
];

/**
 * A client of Marionette, Firefox's own protocol: messages of `length:JSON` over a socket, a
 * command as `[0, id, name, parameters]`, a response as `[1, id, error, result]`.
 */
export class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #received = Buffer.alloc(0);
  #id = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (data: Buffer) => this.#read(data));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox has exited.'));
    });
  }

  /** Connects to a Firefox that is starting. */
  static connect(port: number): Promise<Marionette> {
    return eventually(
      () =>
        new Promise((resolve, reject) => {
          const socket = connect(port, '127.0.0.1');
          socket.once('error', reject);
          socket.once('close', () => reject(new Error('Firefox closed the connection.')));
          // Firefox sends a greeting when it is ready; its content is not used.
          socket.once('data', () => resolve(new Marionette(socket)));
        }),
    );
  }

  send(name: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#id += 1;
      this.#waiting.set(this.#id, { resolve, reject });
      const text = JSON.stringify([0, this.#id, name, parameters]);
      this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  }

  #read(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      if (colon < 0) return;
      const end = colon + 1 + Number(this.#received.subarray(0, colon));
      if (this.#received.length < end) return;
      const message = JSON.parse(this.#received.subarray(colon + 1, end).toString()) as Reply;
      this.#received = this.#received.subarray(end);
      const [, id, error, result] = message;
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === null) waiting?.resolve(result);
      else waiting?.reject(new Error(`${error.error}: ${error.message}`));
    }
  }
}
