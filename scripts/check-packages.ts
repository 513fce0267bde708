import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { mapWithWidth, run } from './lib/run.ts';
import { tarballs, unpack } from './lib/tarballs.ts';
import { packageProblems } from './pack/package-problems.ts';

/**
 * Checks each packed tarball: its contents, by publint in strict mode, and its types by "are the types
 * wrong" for ES modules, CommonJS and bundlers.
 */
async function typeProblems(tarball: string): Promise<string[]> {
  const { ok, output } = await run('attw', [
    tarball,
    '--profile',
    'node16',
    '--format',
    'ascii',
    '--no-emoji',
    '--no-definitely-typed',
  ]);
  return ok ? [] : [`attw:\n${output.trimEnd()}`];
}

const results = await mapWithWidth(tarballs(), availableParallelism(), async ({ pkg, tarball }) => {
  const folder = mkdtempSync(join(tmpdir(), 'check-package-'));
  try {
    await unpack(tarball, folder);
    const found = await Promise.all([packageProblems(folder, pkg), typeProblems(tarball)]);
    const problems = found.flat();
    for (const problem of problems) console.error(`${pkg.manifest.name}: ${problem}`);
    console.log(`${pkg.manifest.name}: ${problems.length === 0 ? 'in order' : 'not in order'}`);
    return problems.length === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
process.exit(results.every(Boolean) ? 0 : 1);
