import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { visibleText } from '@org/payments-contract/internal';
import { MAY_BE_CHANGED, status } from './status.ts';

export interface Terminal {
  /** Writes to standard output; rejects once nobody reads it any more. */
  out(text: string): Promise<void>;
  /** Writes a line to standard error. */
  error(line: string): void;
  /** Shows a line in place of the one before; undefined where nobody would see it. */
  readonly overwrite?: ((line: string) => void) | undefined;
  /** Columns of the terminal that shows the output; undefined for a pipe or a file. */
  readonly width: number | undefined;
  /** Whether the output may be styled: never in a pipe, nor with `NO_COLOR`. */
  readonly hasColors: boolean;
  readonly canAsk: boolean;
  /** Asks the person, who types a line, until the signal is aborted. */
  ask(question: string, signal?: AbortSignal): Promise<string>;
  /** Reads standard input to its end. */
  read(): Promise<string>;
  /**
   * Returns a signal that the first Ctrl-C from now on aborts; the second ends the process. Other signals
   * abort a read or a recovery, and let a change end, so that its outcome is recorded. Whatever ends the
   * process during a change or a recovery, which repeats changes, without a result of the command, has the
   * status of an unknown outcome, and is reported with what to do next.
   */
  interruption(of: 'read' | 'recovery' | 'change', next?: string): AbortSignal;
}

/** Nobody reads the output any more, as in `payments transactions list | head`. */
export class BrokenPipe extends Error {
  override readonly name = 'BrokenPipe';
}

/** The same terminal for a command whose exit status says more, also to a reader that closed the pipe. */
export function unread(terminal: Terminal): Terminal {
  const pass = (error: unknown) =>
    error instanceof BrokenPipe ? undefined : Promise.reject(error);
  return { ...terminal, out: (text) => terminal.out(text).catch(pass) };
}

/** The person pressed Ctrl-C in place of an answer. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Work that changes nothing, and that a signal ends at any moment. @throws Interrupted */
export function interruptible<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  return Promise.race([work, aborted.then(() => Promise.reject(new Interrupted()))]);
}

/** Whatever ends the process from now on, its status says that a change may have been carried out. */
function endAsUnknown(next: string): void {
  // A result of the command replaces it.
  process.exitCode = status.unknown;
  const end = (error: unknown) => {
    const cause = visibleText(String(error));
    process.stderr.write(`\npayments: ${MAY_BE_CHANGED} (${cause}). ${next}\n`);
    process.exit(status.unknown);
  };
  process.once('uncaughtException', end);
  process.once('SIGINT', () => process.once('SIGINT', end));
}

/** Milliseconds in which what was typed before a question arrives. */
const TYPED_BEFORE = 50;

/** Drops what was typed before a question was shown: nobody had read it. */
async function dropTyped(stdin: NodeJS.ReadStream): Promise<void> {
  const drop = () => undefined;
  stdin.on('data', drop);
  await sleep(TYPED_BEFORE);
  stdin.off('data', drop).pause();
}

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  // The callback of each write tells the writer.
  stdout.on('error', () => undefined);
  stderr.on('error', () => undefined);
  return {
    out: (text) =>
      new Promise((resolve, reject) => {
        stdout.write(text, (error) => {
          if (error === null || error === undefined) resolve();
          else reject((error as NodeJS.ErrnoException).code === 'EPIPE' ? new BrokenPipe() : error);
        });
      }),
    error: (line) => void stderr.write(`${line}\n`),
    ...(stderr.isTTY === true &&
      process.env.TERM !== 'dumb' && {
        overwrite: (line: string) => void stderr.write(`\r\u001B[2K${line}`),
      }),
    // A terminal that does not know its size has 0 columns.
    width: stdout.isTTY === true ? stdout.columns || 80 : undefined,
    hasColors: stdout.isTTY === true && stdout.hasColors(),
    canAsk: stdin.isTTY === true && stderr.isTTY === true,
    async ask(question, signal) {
      await dropTyped(stdin);
      stderr.write(question);
      let ending = '\n';
      if (stdin.readableEnded) {
        stderr.write(ending);
        return '';
      }
      const lines = createInterface({ input: stdin, output: stderr });
      try {
        const [line] = (await Promise.race([
          once(lines, 'SIGINT').then(() => Promise.reject(new Interrupted())),
          once(lines, 'line', { signal }),
          once(lines, 'close').then(() => []),
        ])) as [string?];
        if (line !== undefined) ending = '';
        return line ?? '';
      } finally {
        lines.close();
        stderr.write(ending);
      }
    },
    interruption(of, next = 'Repeat the command: it goes on, and finds out.') {
      const controller = new AbortController();
      if (of !== 'read') endAsUnknown(next);
      process.once('SIGINT', () => controller.abort());
      for (const name of ['SIGTERM', 'SIGHUP'] as const) {
        process.on(name, () => of !== 'change' && controller.abort());
      }
      return controller.signal;
    },
    async read() {
      let text = '';
      for await (const chunk of stdin.setEncoding('utf8')) text += String(chunk);
      return text;
    },
  };
}
