import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Loaded, Order, Report, Result, Task } from './messages.ts';
import type { Setup } from './setups.ts';

/** The hidden command that starts such a process. */
const PROBE_COMMAND = 'doctor-probe';

/** Milliseconds that a process has to end on its own, so that its loggers write their last lines. */
const GRACE = 2_000;

/** Where a process runs. */
export interface ProbeOptions {
  readonly setup: Setup;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A process that has loaded a setup. */
export class Probe {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #waiting = new Map<number, (result: Result | undefined) => void>();
  readonly #loaded: Promise<Loaded | undefined>;
  #count = 0;
  /** What the process has printed. */
  output = '';

  constructor({ setup, folder, environment }: ProbeOptions) {
    const strips = process.features.typescript ? [] : ['--experimental-strip-types'];
    this.#child = fork(process.argv[1] ?? '', [PROBE_COMMAND, JSON.stringify(setup)], {
      cwd: folder,
      env: { ...process.env, ...environment },
      execArgv: [...process.execArgv, ...strips],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#ended = once(this.#child, 'close');
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    const { promise, resolve } = Promise.withResolvers<Loaded | undefined>();
    this.#loaded = promise;
    this.#child.on('message', (report: Report) => {
      if (report.kind === 'loaded') resolve(report);
      else this.#settle(report.id, report.result);
    });
    void this.#ended.then(() => {
      resolve(undefined);
      for (const id of this.#waiting.keys()) this.#settle(id, undefined);
    });
  }

  /** The process; undefined if it could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  #settle(id: number, result: Result | undefined): void {
    this.#waiting.get(id)?.(result);
    this.#waiting.delete(id);
  }

  /** What the process has loaded; undefined if it ended before that. */
  loaded(): Promise<Loaded | undefined> {
    return this.#loaded;
  }

  /** Takes a step; undefined if the process ends before its result. */
  run(task: Task): Promise<Result | undefined> {
    if (!this.#child.connected) return Promise.resolve(undefined);
    this.#count += 1;
    const order: Order = { id: this.#count, task };
    const { promise, resolve } = Promise.withResolvers<Result | undefined>();
    this.#waiting.set(order.id, resolve);
    this.#child.send(order);
    return promise;
  }

  /** Lets the process end on its own, and ends it if it does not. */
  async end(): Promise<void> {
    void this.run({ kind: 'end' });
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), GRACE);
    await this.#ended;
    clearTimeout(timer);
  }

  /** Ends the process at once, as a crash does. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}
