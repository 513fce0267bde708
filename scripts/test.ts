import { browserVersion, findBrowser } from './browser.ts';
import { commandStage, runStages, type Stage, scriptStage, testStage } from './test/stage.ts';

/**
 * What `npm test` runs, each once: the tests in Node, the tests in Chromium, and the checks of the
 * sources side by side. The built and the packed packages, the documentation site, the pages of the demo
 * and what needs a server have commands of their own, which `.ci/run` runs too. The last line is
 * `N passed, N failed`: every test, and every other stage as one.
 */
const inNode: Stage = ['tests in Node', () => testStage(['node', 'isolated'])];

const inChromium: Stage = [
  'tests in Chromium',
  async () => {
    const browser = await findBrowser();
    const outcome = await testStage(['chromium'], { CHROMIUM_PATH: browser });
    return { ...outcome, note: browserVersion(browser) };
  },
];

/** Checks of the sources, each in its own process; the longest first. */
const sourceChecks: readonly Stage[] = [
  ['type check', () => scriptStage('scripts/native-compiler/compiler.ts', '--checkers', '1')],
  ['unused code', () => commandStage('knip', '--no-progress', '--no-config-hints')],
  // In CI, `npm ci` has just written it.
  ...(process.env.CI
    ? []
    : [['generated pages', () => scriptStage('scripts/generate.ts', '--check')] satisfies Stage]),
  ['documented examples', () => scriptStage('scripts/check-snippets.ts')],
  ['format and lint', () => commandStage('biome', 'ci', '--colors=off', '.')],
  ['dependencies', () => scriptStage('scripts/check-dependencies.ts')],
  ['lock file', () => scriptStage('scripts/check-lock.ts')],
];

process.exit(await runStages([[inNode], [inChromium], []], sourceChecks));
