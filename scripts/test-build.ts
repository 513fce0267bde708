import { commandStage, StageRunner, scriptStage } from './test/stage.ts';
import { buildTests } from './test/vitest-stage.ts';

/**
 * What `npm run test:build` runs: the build, then the checks of what it wrote: the declarations, what
 * an editor shows of them, and the sizes. The last line is `N passed, N failed`.
 */
const runner = new StageRunner((text) => console.log(text));
const build = await runner.run('build', () => scriptStage('scripts/build.ts'));
if (build.failed === 0) {
  await runner.run('tests of the build', buildTests);
  await runner.run('sizes', () => commandStage('size-limit'));
  await runner.run('size by Vite', () => scriptStage('scripts/size/check-with-vite.ts'));
}
process.exit(runner.finish());
