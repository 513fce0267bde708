import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type RunnerTestCase, TestRunner } from 'vitest';

type Hits = Record<string, number>;

const folder = String(process.env.MUTATION_FOLDER);
const log = `${folder}/log`;
/** Tests that take longer, in milliseconds, are left for a later round. */
const longest = Number(readFileSync(`${folder}/longest`, 'utf8'));
/** In a second run: the one mutant that is active from the start, in modules that are being loaded too. */
const whole = existsSync(`${folder}/active`) ? readFileSync(`${folder}/active`, 'utf8') : undefined;

/** What the instrumented modules read and write. */
const state = {
  activeMutant: whole,
  currentTestId: undefined as string | undefined,
  mutantCoverage: { static: {} as Hits, perTest: {} as Record<string, Hits> },
};
Object.assign(globalThis, { __stryker__: state });

const write = (...words: string[]) => appendFileSync(log, `${words.join(' ')}\n`);
/** What a test did not notice: many lines, which are read once for each test. */
const passed = `${folder}/passed`;

/** Tells whoever ends a process that hangs which change is active, and how many milliseconds it may take. */
const watch = (change: string | undefined, limit: number) =>
  writeFileSync(`${folder}/now/${process.pid}`, `${change} ${Date.now() + limit}`);
// Also while modules are loaded.
if (whole !== undefined) watch(whole, 60_000);

/** Counts which mutants are reached, and ends what reaches them without end: no clock tells a loop from a busy machine. */
function counter(limit: number, mutant: string | undefined) {
  let total = 0;
  return new Proxy({} as Hits, {
    set(hits, id: string, count: number) {
      hits[id] = count;
      total += 1;
      if (total > 2 * limit) {
        // What was thrown below was caught inside the loop.
        if (mutant !== undefined) write('killed', mutant, 'loop');
        process.kill(process.pid, 'SIGKILL');
      }
      if (total > limit) throw new Error('This change loops without end');
      return true;
    },
  });
}

/**
 * Runs each test once as it is, and once more for each mutant that the test reached and that no test has
 * noticed yet. After a failure the test runs without a mutant again: only if it passes then is the
 * failure the mutant's.
 */
export default class MutationRunner extends TestRunner {
  #file = '';
  #left: string[] = [];
  #mutant: string | undefined;
  #suspect: string | undefined;
  #baseline = 0;
  #start = 0;
  #suspectTime = 0;
  #firstTime = 0;
  #isNoticed = false;

  override async onBeforeRunTask(test: RunnerTestCase) {
    await super.onBeforeRunTask(test);
    // One failure is enough: what hangs would let every test wait until its limit.
    if (this.#isNoticed) test.mode = 'skip';
    this.#file = test.file.filepath;
    this.#mutant = whole;
    if (whole === undefined) test.repeats = Number.POSITIVE_INFINITY;
  }

  override onBeforeTryTask(test: RunnerTestCase, options: { retry: number; repeats: number }) {
    super.onBeforeTryTask(test, options);
    if (test.result !== undefined) Object.assign(test.result, { errors: undefined, attempts: [] });
    const isFirst = options.repeats === 0;
    if (whole === undefined) this.#mutant = isFirst || this.#suspect ? undefined : this.#left.pop();
    const limit = isFirst ? 20_000_000 : 100_000 + 20 * this.#baseline;
    state.mutantCoverage.perTest.now = counter(limit, this.#mutant);
    state.currentTestId = 'now';
    state.activeMutant = this.#mutant;
    const hangs = isFirst ? 60_000 : 20_000 + 100 * this.#firstTime;
    watch(isFirst ? whole : this.#mutant, hangs);
    this.#start = performance.now();
  }

  override async onAfterRetryTask(
    test: RunnerTestCase,
    options: { retry: number; repeats: number },
  ) {
    const time = performance.now() - this.#start;
    const hits = state.mutantCoverage.perTest.now ?? {};
    state.currentTestId = undefined;
    state.activeMutant = whole;
    await super.onAfterRetryTask(test, options);
    if (test.result === undefined) return;
    const failed = (test.result.state === 'fail') !== (test.fails === true);
    if (whole !== undefined) {
      this.#isNoticed ||= failed;
      return;
    }
    if (options.repeats === 0) this.#plan(test, hits, { failed, time });
    else if (this.#mutant !== undefined) {
      if (failed) [this.#suspect, this.#suspectTime] = [this.#mutant, time];
      else appendFileSync(passed, `${this.#mutant} ${test.id} ${this.#file}\n`);
    } else this.#judge(failed, time);
    this.#skipKilled();
    if (this.#suspect === undefined && this.#left.length === 0)
      Object.assign(test.result, { pending: true });
  }

  #plan(test: RunnerTestCase, hits: Hits, { failed, time }: { failed: boolean; time: number }) {
    this.#left = [];
    this.#firstTime = time;
    if (failed) return write('broken', this.#file, test.name);
    if (time > longest) {
      if (longest >= 500)
        for (const id of Object.keys(hits)) appendFileSync(passed, `${id} slow ${this.#file}\n`);
      return write(`later-${longest}`, this.#file);
    }
    const lines = new Set(readFileSync(passed, 'utf8').split('\n'));
    this.#baseline = Object.values(hits).reduce((sum, count) => sum + count, 0);
    this.#left = Object.keys(hits).filter((id) => !lines.has(`${id} ${test.id} ${this.#file}`));
  }

  #judge(failed: boolean, time: number) {
    const suspect = String(this.#suspect);
    this.#suspect = undefined;
    // The mutant left something broken behind: it gets processes of its own, and this file another one.
    if (failed) {
      write('alone', suspect, this.#file);
      process.kill(process.pid, 'SIGKILL');
    }
    const isSlow = this.#suspectTime > 1_000 && time > this.#suspectTime / 10;
    write(
      isSlow ? 'alone' : 'killed',
      suspect,
      isSlow ? this.#file : `${Math.round(this.#suspectTime)}ms`,
    );
  }

  #skipKilled() {
    const gone = new Set(
      [...readFileSync(log, 'utf8').matchAll(/^(?:killed|alone) (\d+)/gm)].map(([, id]) => id),
    );
    this.#left = this.#left.filter((id) => !gone.has(id));
  }

  override onAfterRunFiles(files: Parameters<TestRunner['onAfterRunFiles']>[0]) {
    super.onAfterRunFiles(files);
    watch('', 0);
    if (whole !== undefined) return;
    for (const id of Object.keys(state.mutantCoverage.static)) write('loaded', id, this.#file);
    write(`done-${longest}`, this.#file);
  }
}
