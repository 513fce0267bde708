import { commandStage, runStages, scriptStage, testStage } from './test/stage.ts';

/**
 * What `npm run test:build` runs: the build, then the checks of what it wrote: the declarations, what
 * an editor shows of them, and the sizes. The last line is `N passed, N failed`.
 */
process.exit(
  await runStages(
    [
      [
        ['build', () => scriptStage('scripts/build.ts')],
        ['tests of the build', () => testStage(['built'])],
        ['sizes', () => commandStage('size-limit')],
      ],
    ],
    [],
  ),
);
