import { connect, type Socket } from 'node:net';
import { createInterface, type Interface } from 'node:readline';

type Reply = string | number | null | Reply[];

/** The two commands of node-redis that `RateLimiterRedis` sends, over the real protocol. */
export class RedisClient {
  readonly #socket: Socket;
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;
  #last: Promise<unknown> = Promise.resolve();
  #broken = false;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.#broken = true;
    });
    this.#reader = createInterface({ input: this.#socket, crlfDelay: Number.POSITIVE_INFINITY });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<Reply> {
    const { keys, arguments: rest } = options;
    return this.#send(['EVAL', script, String(keys.length), ...keys, ...rest]);
  }

  del(key: string): Promise<Reply> {
    return this.#send(['DEL', key]);
  }

  ping(): Promise<Reply> {
    return this.#send(['PING']);
  }

  close(): void {
    this.#reader.close();
    this.#socket.destroy();
  }

  #send(parts: readonly string[]): Promise<Reply> {
    const outcome = this.#last.then(async () => {
      if (this.#broken) throw new Error('The connection to Redis is closed.');
      const text = parts.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`).join('');
      this.#socket.write(`*${parts.length}\r\n${text}`);
      return this.#read();
    });
    this.#last = outcome.catch(() => undefined);
    return outcome;
  }

  async #line(): Promise<string> {
    const { done, value } = await this.#lines.next();
    if (done) throw new Error('The connection to Redis ended.');
    return value;
  }

  async #read(): Promise<Reply> {
    const line = await this.#line();
    const rest = line.slice(1);
    if (line.startsWith('+')) return rest;
    if (line.startsWith(':')) return Number(rest);
    if (line.startsWith('-')) throw new Error(rest);
    const length = Number(rest);
    if (length < 0) return null;
    if (line.startsWith('$')) return this.#line();
    const items: Reply[] = [];
    for (let index = 0; index < length; index += 1) items.push(await this.#read());
    return items;
  }
}
