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
import { vitestStage } from './test/vitest-stage.ts';

/**
 * What `npm test` runs: every check of the repository, each once. A stage that fails does not stop
 * the others. The last line is `N passed, N failed`: every test, and every other stage as one.
 */
let browser: string | undefined;

async function browserStage(): Promise<Outcome> {
  browser = await findBrowser();
  return { passed: 1, failed: 0, note: browserVersion(browser) };
}

async function packagesStage(): Promise<Outcome> {
  const packed = await scriptStage('scripts/pack.ts');
  return packed.failed > 0 ? packed : scriptStage('scripts/check-packages.ts');
}

const started = performance.now();
const runner = new StageRunner((text) => console.log(text));

await Promise.all([
  runner.run('browser', browserStage),
  runner.run('format and lint', async () =>
    outcomeOf(await run('biome', ['ci', '--colors=off', '.'])),
  ),
  runner.run('dependencies', () => scriptStage('scripts/check-dependencies.ts')),
  runner.run('generated pages', () => scriptStage('scripts/generate.ts', '--check')),
  runner.run('fault table', () => scriptStage('e2e/faults/write-docs.ts', '--check')),
  runner.run('documented examples', () => scriptStage('scripts/check-snippets.ts')),
]);
const [build] = await Promise.all([
  runner.run('build', () => scriptStage('scripts/build.ts')),
  runner.run('type check', async () => outcomeOf(await run('tsc', ['--noEmit']))),
]);
await runner.run('tests', () => vitestStage(browser));

const ifBuilt = (stage: () => Promise<Outcome>) => async () =>
  build.failed > 0 ? failure('Not run, because the build failed.') : stage();
await runner.run('packages', ifBuilt(packagesStage));
await Promise.all([
  runner.run(
    'consumers',
    ifBuilt(() => scriptStage('e2e/consumers/check-consumers.ts')),
  ),
  runner.run(
    'sizes',
    ifBuilt(() => scriptStage('scripts/check-size.ts')),
  ),
]);

const failed = runner.ended.filter((stage) => stage.failed > 0).map(({ name }) => name);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`\n${runner.ended.length} stages in ${seconds} s`);
if (failed.length > 0) console.log(`failed: ${failed.join(', ')}`);
console.log(totalLine(runner.ended));
process.exit(failed.length === 0 ? 0 : 1);
