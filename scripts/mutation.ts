import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { createVitest, type TestSpecification } from 'vitest/node';
import { root } from './lib/workspace.ts';
import { excludedMutations, leastScore, modules, tests } from './mutation/modules.ts';

const folder = join(root, '.cache/mutation');
const log = join(folder, 'log');
/** The id of no change. */
const NONE = 'none';
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'now'), { recursive: true });
for (const name of ['log', 'passed']) writeFileSync(join(folder, name), '');

/** What the processes of the tests wrote, as [subject, further words] of lines of one kind. */
const written = (kind: string) =>
  readFileSync(log, 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .flatMap(([first, subject, ...more]) =>
      first === kind && subject !== undefined ? [[subject, more.join(' ')] as const] : [],
    );
const killed = () => new Set(written('killed').map(([id]) => id));

/** Ends processes whose change makes them hang, a hundred times longer than their test takes. */
function endHanging(): void {
  for (const pid of readdirSync(join(folder, 'now'))) {
    const file = join(folder, 'now', pid);
    const [mutant = '', hangs] = readFileSync(file, 'utf8').split(' ');
    if (mutant === '' || Number(hangs) > Date.now()) continue;
    rmSync(file);
    try {
      process.kill(Number(pid), 'SIGKILL');
      if (!['undefined', NONE].includes(mutant))
        writeFileSync(log, `killed ${mutant} hangs\n`, { flag: 'a' });
    } catch {
      // It has ended by itself.
    }
  }
}
setInterval(endHanging, 5_000).unref();

/** A small change of one module. */
type Mutant = Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number];

const silent = () => undefined;
const noLevel = () => false;
const logger = {
  ...{ isTraceEnabled: noLevel, isDebugEnabled: noLevel, isInfoEnabled: noLevel },
  ...{ isWarnEnabled: noLevel, isErrorEnabled: noLevel, isFatalEnabled: noLevel },
  ...{ trace: silent, debug: silent, info: silent },
  ...{ warn: console.warn, error: console.error, fatal: console.error },
};

/**
 * The modules with all changes in them, each behind a switch, and the list of the changes. With
 * `paths`, only of modules whose path has one of them. A change below a comment `Stryker disable` is left out.
 */
async function makeMutants(paths: readonly string[]) {
  const names = globSync([...modules], { cwd: root, exclude: ['**/*.test.ts'] })
    .filter((name) => paths.length === 0 || paths.some((path) => name.includes(path)))
    .sort()
    .map((name) => join(root, name));
  const { files, mutants } = await new Instrumenter(logger).instrument(
    names.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') })),
    { plugins: null, ignorers: [], excludedMutations: [...excludedMutations] },
  );
  return {
    sources: new Map(files.map(({ name, content }) => [name, content])),
    mutants: mutants.filter(({ status }) => status === undefined),
  };
}

const { sources, mutants } = await makeMutants(process.argv.slice(2));
console.log(`${mutants.length} changes in ${sources.size} modules`);

const vitest = await createVitest(
  'test',
  {
    ...{ root, config: false, watch: false, reporters: [{}], include: [...tests] },
    // The cache of modules does not notice what the plugin does to them.
    fsModuleCache: false,
    // A file has a process of its own, which can be ended.
    ...{ pool: 'forks', isolate: true, maxWorkers: availableParallelism() },
    ...{ testTimeout: 5_000, hookTimeout: 60_000, env: { MUTATION_FOLDER: folder } },
    runner: join(root, 'scripts/mutation/runner.ts'),
  },
  {
    plugins: [{ name: 'mutants', enforce: 'pre', load: (id) => sources.get(id) }],
    ...{ resolve: { conditions: ['source'] }, ssr: { resolve: { conditions: ['source'] } } },
  },
);
const files = await vitest.globTestSpecifications();

// The fast tests first: a slower one is repeated only for what none of them has noticed, and one of over
// half a second not at all.
let left = files;
for (const longest of [20, 100, 500]) {
  writeFileSync(join(folder, 'longest'), String(longest));
  // A process that was ended leaves tests behind: its file runs again, without what was found.
  while (left.length > 0) {
    await vitest.runTestSpecifications(left);
    const done = new Set(written(`done-${longest}`).map(([file]) => file));
    left = left.filter(({ moduleId }) => !done.has(moduleId));
    console.log(
      `${killed().size} changes noticed by tests of ${longest} ms; ${left.length} files run again`,
    );
  }
  const later = new Set(written(`later-${longest}`).map(([file]) => file));
  left = files.filter(({ moduleId }) => later.has(moduleId));
}

/** Runs files with one change active from the start; returns those that failed. */
async function failingWith(change: string, these: readonly TestSpecification[]) {
  writeFileSync(join(folder, 'active'), change);
  const { testModules } = await vitest.runTestSpecifications([...these]);
  const failed = testModules.filter((module) => module.state() === 'failed');
  return these.filter(({ moduleId }) => failed.some((module) => module.moduleId === moduleId));
}

// What is left was reached while modules were loaded, or before a value was kept, or broke more than its own
// test. Now it is active from the start: the nearest files with tests that reach it run, a few at a time. Only
// if what failed passes without it is that noticed. (`bail` waits for ever where a process was ended.)
const NEAREST = 12;
for (const project of vitest.projects) project.config.testTimeout = 20_000;
const reached = readFileSync(join(folder, 'passed'), 'utf8')
  .split('\n')
  .map((line) => line.split(' '));
const places = [
  ...[...written('loaded'), ...written('alone')],
  ...reached.map(([id, , file]) => [id, file] as const),
];
async function isNoticed(id: string, these: readonly TestSpecification[]): Promise<boolean> {
  const failed = await failingWith(id, these);
  return failed.length > 0 && (await failingWith(NONE, failed)).length === 0;
}
for (const { id, fileName } of mutants.filter((mutant) => !killed().has(mutant.id))) {
  const names = new Set(places.filter(([subject]) => subject === id).map(([, file]) => file));
  const folders = fileName.split('/');
  const shared = (path: string) => path.split('/').findIndex((part, at) => part !== folders[at]);
  const near = files
    .filter(({ moduleId }) => names.has(moduleId))
    .sort((one, other) => shared(other.moduleId) - shared(one.moduleId))
    .slice(0, NEAREST);
  while (near.length > 0) {
    if (!(await isNoticed(id, near.splice(0, 2 * availableParallelism())))) continue;
    writeFileSync(log, `killed ${id} loaded\n`, { flag: 'a' });
    break;
  }
}
await vitest.close();

const percent = (part: number, whole: number) => (whole === 0 ? 100 : (100 * part) / whole);

/** Prints what no test noticed and the score of every module. Returns the score of all of them, in percent. */
function report(mutants: readonly Mutant[], killed: ReadonlySet<string>): number {
  const byModule = Map.groupBy(mutants, ({ fileName }) => relative(root, fileName));
  for (const [name, all] of byModule) {
    for (const { id, location, mutatorName, replacement } of all) {
      if (killed.has(id)) continue;
      const place = `${name}:${location.start.line + 1}:${location.start.column + 1}`;
      console.log(`${place} ${mutatorName}\n  ${replacement.replaceAll('\n', '\n  ')}`);
    }
  }
  const line = (name: string, all: readonly Mutant[]) => {
    const count = all.filter(({ id }) => killed.has(id)).length;
    const score = percent(count, all.length);
    console.log(`${score.toFixed(1).padStart(5)} %  ${count} of ${all.length}  ${name}`);
    return score;
  };
  for (const [name, all] of byModule) line(name, all);
  return line('in all', mutants);
}

const broken = written('broken');
for (const [file, test] of broken) console.error(`fails without a change: ${file} ${test}`);
// A process that was ended has made vitest set it.
process.exitCode = report(mutants, killed()) < leastScore || broken.length > 0 ? 1 : 0;
