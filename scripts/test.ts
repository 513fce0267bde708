import { browserVersion, findBrowser } from './browser.ts';
import { commandStage, type Outcome, StageRunner, scriptStage } from './test/stage.ts';
import { browserTests, nodeTests } from './test/vitest-stage.ts';

/**
 * What `npm test` runs: the checks of the sources and the tests, each once, on all cores: the tests in
 * Node, the tests in Chromium and the checks side by side. The built and the packed packages, the
 * documentation site, the pages of the demo and what needs a server have commands of their own, which
 * `.ci/run` runs too. A stage that fails does not stop the others. The last line is
 * `N passed, N failed`: every test, and every other stage as one.
 */
async function browserStage(): Promise<Outcome> {
  const browser = await findBrowser();
  const outcome = await browserTests(browser);
  return { ...outcome, note: browserVersion(browser) };
}

const runner = new StageRunner((text) => console.log(text));

/** Checks of the sources, each in its own process; the longest first. */
const sourceChecks: (readonly [name: string, stage: () => Promise<Outcome>])[] = [
  ['type check', () => scriptStage('scripts/type-check.ts', '--checkers', '1')],
  ['unused code', () => commandStage('knip', '--no-progress', '--no-config-hints')],
  ['generated pages', () => scriptStage('scripts/generate.ts', '--check')],
  ['documented examples', () => scriptStage('scripts/check-snippets.ts')],
  ['format and lint', () => commandStage('biome', 'ci', '--colors=off', '.')],
  ['dependencies', () => scriptStage('scripts/check-dependencies.ts')],
  ['lock file', () => scriptStage('scripts/check-lock.ts')],
];

/** Runs the checks that are left, one after another. */
async function checkSources(): Promise<void> {
  for (let next = sourceChecks.shift(); next; next = sourceChecks.shift()) {
    await runner.run(...next);
  }
}

await Promise.all([
  runner.run('tests in Node', nodeTests).then(checkSources),
  runner.run('tests in Chromium', browserStage).then(checkSources),
  checkSources(),
]);

process.exit(runner.finish());
