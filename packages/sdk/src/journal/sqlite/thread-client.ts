import type { Worker } from 'node:worker_threads';
import { atEndOfTurn } from '../../limits/turns.ts';
import type { JournalStore } from '../store.ts';

/** What the thread of a journal is started with. */
export interface ThreadSetup {
  readonly path: string;
}

export interface ThreadRequest {
  readonly id: number;
  readonly work: keyof JournalStore | 'close';
  readonly values: readonly unknown[];
}

export interface ThreadFailure {
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
  /** The result code of SQLite. */
  readonly errcode: number | undefined;
}

export type ThreadReply =
  | { readonly id: number; readonly value: unknown; readonly failure?: undefined }
  | { readonly id: number; readonly failure: ThreadFailure };

interface BuiltinModules {
  readonly 'node:module': typeof import('node:module');
  readonly 'node:url': typeof import('node:url');
  readonly 'node:worker_threads': typeof import('node:worker_threads');
}

/**
 * A module of Node.
 *
 * @throws NoSqliteError in a runtime that is not Node
 */
export function builtin<Name extends keyof BuiltinModules>(name: Name): BuiltinModules[Name] {
  const module = globalThis.process?.getBuiltinModule?.(name);
  if (module !== undefined) return module as BuiltinModules[Name];
  throw Object.assign(new Error(`This runtime has no ${name}.`), { name: 'NoSqliteError' });
}

interface Waiter {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

function errorOf({ name, message, code, errcode }: ThreadFailure): Error {
  const error = Object.assign(new Error(message), { name });
  if (code !== undefined) Object.assign(error, { code });
  return errcode === undefined ? error : Object.assign(error, { errcode });
}

/** A thread that keeps a journal's file. It does not keep the process alive, its work does. */
export class ThreadClient {
  readonly #worker: Worker;
  /**
   * By the ids of their requests; the ids that are free are used again. A `Map` would keep waiters from
   * the young collection, as `OpenExchanges` explains.
   */
  readonly #waiters: (Waiter | undefined)[] = [];
  readonly #free: number[] = [];
  #unsent: ThreadRequest[] = [];
  /** Why the thread ended; undefined while it runs. */
  #end: Error | undefined;

  /** Starts a thread. Whether its script can be loaded shows in its first reply. */
  constructor(path: string, script: URL) {
    const { Worker: Thread } = builtin('node:worker_threads');
    const workerData: ThreadSetup = { path };
    // Flags of the process, such as `--import`, are not meant for this thread.
    this.#worker = new Thread(script, { workerData, execArgv: [], name: 'payments-journal' });
    this.#worker.unref();
    this.#worker.on('message', (replies: readonly ThreadReply[]) => replies.forEach(this.#settle));
    this.#worker.on('error', (error) => this.#stop(error as Error));
    this.#worker.on('exit', (code) => this.#stop(new Error(`The thread ended with ${code}.`)));
  }

  get isRunning(): boolean {
    return this.#end === undefined;
  }

  /** Sends a request, and resolves with the value of its reply. */
  request(work: ThreadRequest['work'], values: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#end !== undefined) {
        reject(this.#end);
        return;
      }
      const isIdle = this.#pending === 0;
      const id = this.#free.pop() ?? this.#waiters.length;
      this.#waiters[id] = { resolve, reject };
      const isFirst = this.#unsent.push({ id, work, values }) === 1;
      if (isIdle) {
        this.#worker.ref();
        this.#post();
      } else if (isFirst) {
        // What arrives in one turn of the event loop, while the thread is busy, is one message.
        atEndOfTurn(this.#post);
      }
    });
  }

  get #pending(): number {
    return this.#waiters.length - this.#free.length;
  }

  readonly #post = (): void => {
    this.#worker.postMessage(this.#unsent);
    this.#unsent = [];
  };

  /** Ends the thread after its work. */
  async close(): Promise<void> {
    await this.request('close', []);
    await this.#worker.terminate();
  }

  readonly #settle = (reply: ThreadReply): void => {
    const waiter = this.#waiters[reply.id];
    this.#waiters[reply.id] = undefined;
    this.#free.push(reply.id);
    if (this.#pending === 0) this.#worker.unref();
    if (reply.failure === undefined) waiter?.resolve(reply.value);
    else waiter?.reject(errorOf(reply.failure));
  };

  #stop(error: Error): void {
    this.#end ??= error;
    for (const waiter of this.#waiters) waiter?.reject(this.#end);
    this.#waiters.length = 0;
    this.#free.length = 0;
  }
}
