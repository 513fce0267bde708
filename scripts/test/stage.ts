import { type Finished, run, runScript } from '../lib/run.ts';

/** How a stage ended. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** A note that the summary shows besides the counts. */
  readonly note?: string;
  /** The output to show when it failed. */
  readonly output?: string;
}

/** A stage that has ended. */
export interface EndedStage extends Outcome {
  readonly name: string;
  readonly seconds: number;
}

/** The outcome of a stage that counts as one: a command that succeeds or fails. */
function outcomeOf({ ok, output }: Finished): Outcome {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output };
}

/** A failure that is known before anything runs. */
export function failure(output: string): Outcome {
  return { passed: 0, failed: 1, output };
}

/** Runs a script as a stage. */
export async function scriptStage(path: string, ...args: string[]): Promise<Outcome> {
  return outcomeOf(await runScript(path, ...args));
}

/** Runs a command as a stage. */
export async function commandStage(command: string, ...args: string[]): Promise<Outcome> {
  return outcomeOf(await run(command, args));
}

/** Runs stages one after another or at once, shows how each ended, and remembers it. */
export class StageRunner {
  readonly ended: EndedStage[] = [];
  readonly #started = performance.now();
  readonly #print: (text: string) => void;

  constructor(print: (text: string) => void) {
    this.#print = print;
  }

  /** Runs one stage. Never rejects: an error of a stage is its failure. */
  async run(name: string, stage: () => Promise<Outcome>): Promise<Outcome> {
    const started = performance.now();
    const outcome = await stage().catch((error: unknown) =>
      failure(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
    const ended = { name, seconds: (performance.now() - started) / 1000, ...outcome };
    this.ended.push(ended);
    this.#print(stageLine(ended));
    if (ended.failed > 0) this.#print(`${indent(ended.output ?? '')}\n`);
    return outcome;
  }

  /** Shows which stages failed and how many tests passed. Returns the exit code of the process. */
  finish(): number {
    const failed = this.ended.filter((stage) => stage.failed > 0).map(({ name }) => name);
    const seconds = ((performance.now() - this.#started) / 1000).toFixed(0);
    this.#print(`\n${this.ended.length} stages in ${seconds} s`);
    if (failed.length > 0) this.#print(`failed: ${failed.join(', ')}`);
    this.#print(totalLine(this.ended));
    return failed.length === 0 ? 0 : 1;
  }
}

function indent(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '    ');
}

/** One line of the summary. */
export function stageLine({ name, seconds, passed, failed, note }: EndedStage): string {
  const verdict = failed === 0 ? 'ok  ' : 'FAIL';
  const counts = passed + failed > 1 ? `${passed} passed, ${failed} failed` : '';
  const details = [counts, note ?? ''].filter((text) => text !== '').join('; ');
  return `${verdict} ${seconds.toFixed(1).padStart(6)} s  ${name.padEnd(18)} ${details}`.trimEnd();
}

/** The last line of a run, for people and machines. */
export function totalLine(ended: readonly Outcome[]): string {
  const sum = (field: 'passed' | 'failed') =>
    ended.reduce((total, outcome) => total + outcome[field], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed`;
}
