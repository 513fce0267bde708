import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A message to the service. */
export type ToService =
  | {
      /** By marker, the leg whose arrival is reported. */
      readonly legs: Readonly<Record<string, 1 | 2>>;
      /** Whether the first arrival is held back forever, without being applied. */
      readonly hold: boolean;
      /** Whether every connection is closed after its response. */
      readonly close: boolean;
    }
  | { readonly count: readonly string[] }
  /** Asks for a report when no packet has arrived for this many milliseconds. */
  | { readonly quiet: number };

/** A message from the service. */
export type FromService =
  | { readonly listening: true }
  | { readonly planned: true }
  | { readonly arrived: string }
  | { readonly applied: Readonly<Record<string, number>> }
  | { readonly isQuiet: true };

/** Longer than the pauses between retransmissions of a connection that is given up. */
const QUIET = 400;

/** A process in its own network namespace. */
export class NamespaceProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts a program of this folder and waits until it is ready. */
  static async start(program: string): Promise<NamespaceProcess> {
    const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];
    const child = spawn(
      'unshare',
      ['--net', process.execPath, ...flags, join(import.meta.dirname, program)],
      { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
    );
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${program} ended with ${code}.`);
    });
    const started = new NamespaceProcess(child);
    await Promise.race([started.next((message) => 'listening' in message), ended]);
    ended.catch(() => undefined);
    return started;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Sends a message to the program. */
  send(message: ToService): void {
    this.#child.send(message);
  }

  /** Waits for a message. */
  next<Message extends FromService>(
    matches: (message: FromService) => message is Message,
  ): Promise<Message>;
  next(matches: (message: FromService) => boolean): Promise<FromService>;
  next(matches: (message: FromService) => boolean): Promise<FromService> {
    return new Promise((resolve) => {
      const listen = (message: FromService) => {
        if (!matches(message)) return;
        this.#child.off('message', listen);
        resolve(message);
      };
      this.#child.on('message', listen);
    });
  }

  /** Resolves when every marker's request has arrived at least once. */
  async arrivals(markers: readonly string[]): Promise<void> {
    const missing = new Set(markers);
    await this.next((message) => {
      if ('arrived' in message) missing.delete(message.arrived);
      return missing.size === 0;
    });
  }

  /** Resolves when nothing has arrived for a moment, so that late requests are counted too. */
  async quiet(): Promise<void> {
    this.send({ quiet: QUIET });
    await this.next((message) => 'isQuiet' in message);
  }

  /** How often the change of each marker was applied. */
  async applied(markers: readonly string[]): Promise<Readonly<Record<string, number>>> {
    const counted = this.next((message) => 'applied' in message);
    this.send({ count: markers });
    return counted.then((message) => ('applied' in message ? message.applied : {}));
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill();
    await ended;
  }
}
