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
 * Node and in Chromium beside the build and one check after another. The packed packages, the documentation site and what
 * needs a server have commands of their own, which `.ci/run` runs too. A stage that fails does not stop
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

/** Checks of the sources, each in its own process. */
const sourceChecks: readonly (readonly [name: string, stage: () => Promise<Outcome>])[] = [
  ['documented examples', () => scriptStage('scripts/check-snippets.ts')],
  ['generated pages', () => scriptStage('scripts/generate.ts', '--check')],
  ['unused code', () => commandStage('knip', '--no-progress', '--no-config-hints')],
  ['format and lint', () => commandStage('biome', 'ci', '--colors=off', '.')],
  ['dependencies', () => scriptStage('scripts/check-dependencies.ts')],
  ['lock file', () => scriptStage('scripts/check-lock.ts')],
  ['text', () => scriptStage('scripts/check-text.ts')],
  ['fault table', () => scriptStage('e2e/faults/write-docs.ts', '--check')],
];

const besideTests = async () => {
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
  await runner.run('type check', () => scriptStage('scripts/type-check.ts', '--checkers', '1'));
  for (const [name, stage] of sourceChecks) await runner.run(name, stage);
};
await Promise.all([
  runner.run('tests in Node', nodeTests),
  runner.run('tests in Chromium', browserStage),
  besideTests(),
]);

const failed = runner.ended.filter((stage) => stage.failed > 0).map(({ name }) => name);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`\n${runner.ended.length} stages in ${seconds} s`);
if (failed.length > 0) console.log(`failed: ${failed.join(', ')}`);
console.log(totalLine(runner.ended));
process.exit(failed.length === 0 ? 0 : 1);
