import { runScript } from '../../scripts/lib/run.ts';

/** Builds and packs the packages. Without them nothing can be counted: the process then ends with one failure. */
export async function packPackages(): Promise<void> {
  for (const script of ['scripts/build.ts', 'scripts/pack.ts']) {
    const { ok, output } = await runScript(script);
    if (ok) continue;
    console.error(output);
    console.log('0 passed, 1 failed');
    process.exit(1);
  }
}
