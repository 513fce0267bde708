import { browserVersion, findBrowser } from './browser.ts';
import { run } from './lib/run.ts';
import {
  failure,
  type Outcome,
  outcomeOf,
  StageRunner,
  scriptStage,
  totalLine,
} from './test/stage.ts';
import { browserTests, buildTests, nodeTests } from './test/vitest-stage.ts';

/**
 * What `npm test` runs: the checks of the sources and the tests, each once, on all cores: the tests in
 * Node, the tests in Chromium and the build side by side, and after each of them the checks that are
 * left. The packed packages, the documentation site, the demo's pages and what needs a server have
 * commands of their own, which `.ci/run` runs too. A stage that fails does not stop
 * the others. The last line is `N passed, N failed`: every test, and every other stage as one.
 */
async function browserStage(): Promise<Outcome> {
  const browser = await findBrowser();
  const outcome = await browserTests(browser);
  return { ...outcome, note: browserVersion(browser) };
}

const started = performance.now();
const runner = new StageRunner((text) => console.log(text));

const commandStage = (command: string, ...args: string[]) => run(command, args).then(outcomeOf);

/** Checks of the sources, each in its own process; the longest first. */
const sourceChecks: (readonly [name: string, stage: () => Promise<Outcome>])[] = [
  ['type check', () => scriptStage('scripts/type-check.ts', '--checkers', '1')],
  ['unused code', () => commandStage('knip', '--no-progress', '--no-config-hints')],
  ['generated pages', () => scriptStage('scripts/generate.ts', '--check')],
  ['documented examples', () => scriptStage('scripts/check-snippets.ts')],
  ['format and lint', () => commandStage('biome', 'ci', '--colors=off', '.')],
  ['dependencies', () => scriptStage('scripts/check-dependencies.ts')],
  ['text', () => scriptStage('scripts/check-text.ts')],
  ['fault table', () => scriptStage('e2e/faults/write-docs.ts', '--check')],
  ['lock file', () => scriptStage('scripts/check-lock.ts')],
];

/** Runs the checks that are left, one after another. */
async function checkSources(): Promise<void> {
  for (let next = sourceChecks.shift(); next; next = sourceChecks.shift()) {
    await runner.run(...next);
  }
}

async function checkBuild(): Promise<void> {
  const build = await runner.run('build', () => scriptStage('scripts/build.ts'));
  const ifBuilt = (stage: () => Promise<Outcome>) => async () =>
    build.failed > 0 ? failure('Not run, because the build failed.') : stage();
  await runner.run('tests of the build', ifBuilt(buildTests));
  await runner.run(
    'sizes',
    ifBuilt(() => commandStage('size-limit')),
  );
  await runner.run(
    'size by Vite',
    ifBuilt(() => scriptStage('scripts/size/check-with-vite.ts')),
  );
}

await Promise.all([
  runner.run('tests in Node', nodeTests).then(checkSources),
  runner.run('tests in Chromium', browserStage).then(checkSources),
  checkBuild().then(checkSources),
]);

const failed = runner.ended.filter((stage) => stage.failed > 0).map(({ name }) => name);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`\n${runner.ended.length} stages in ${seconds} s`);
if (failed.length > 0) console.log(`failed: ${failed.join(', ')}`);
console.log(totalLine(runner.ended));
process.exit(failed.length === 0 ? 0 : 1);
