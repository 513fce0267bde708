import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Network } from './network.ts';

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
  | { readonly applied: readonly number[] }
  | { readonly isQuiet: true };

/** Longer than the pauses between retransmissions of a connection that is given up. */
const QUIET = 400;

/** Starts a program in a network namespace of its own. */
function inNamespace(...program: readonly string[]): ChildProcess {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
  return spawn('unshare', ['--net', process.execPath, ...program], { stdio: [...stdio] });
}

/** The machines of a run: the service, and one without any service that can take its address. */
export class Stage {
  readonly network: Network;
  readonly #service: ChildProcess;
  readonly #impostor: ChildProcess;

  private constructor(network: Network, service: ChildProcess, impostor: ChildProcess) {
    this.network = network;
    this.#service = service;
    this.#impostor = impostor;
  }

  static async open(): Promise<Stage> {
    const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];
    const service = inNamespace(...flags, join(import.meta.dirname, 'service.ts'));
    const impostor = inNamespace(
      '-e',
      "process.on('disconnect', () => process.exit()); process.send(0)",
    );
    await Promise.all([once(service, 'message'), once(impostor, 'message')]);
    const network = await Network.create(service.pid ?? 0, impostor.pid ?? 0);
    return new Stage(network, service, impostor);
  }

  /** Sends a message to the service, and returns the first message that matches. */
  async ask<Answer>(
    message: ToService | undefined,
    read: (message: FromService) => Answer | undefined,
  ): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const listen = (received: FromService) => {
      const found = read(received);
      if (found !== undefined) resolve(found);
    };
    this.#service.on('message', listen);
    if (message !== undefined) this.#service.send(message);
    return promise.finally(() => this.#service.off('message', listen));
  }

  /** Resolves when every marker's request has arrived at least once. */
  async arrivals(markers: readonly string[]): Promise<void> {
    const missing = new Set(markers);
    await this.ask(undefined, (message) => {
      if ('arrived' in message) missing.delete(message.arrived);
      return missing.size === 0 || undefined;
    });
  }

  /** How often the change of each marker was applied, late requests included. */
  async applied(markers: readonly string[]): Promise<readonly number[]> {
    await this.ask({ quiet: QUIET }, (message) => 'isQuiet' in message || undefined);
    return this.ask({ count: markers }, (message) =>
      'applied' in message ? message.applied : undefined,
    );
  }

  close(): void {
    this.#service.kill();
    this.#impostor.kill();
  }
}
