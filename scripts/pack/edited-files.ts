import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { run } from '../lib/run.ts';
import { unpack } from '../lib/tarballs.ts';
import type { BundledLibrary } from './third-party.ts';

/** The files below a folder, by path, without what is installed in it. */
export function filesIn(folder: string): ReadonlyMap<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.split(sep).includes('node_modules'));
  return new Map(files.map((path) => [path, readFileSync(join(folder, path))]));
}

/** The paths of the files that only one of two folders has, or that differ. */
export function differences(
  one: ReadonlyMap<string, Uint8Array>,
  other: ReadonlyMap<string, Uint8Array>,
): string[] {
  const paths = new Set([...one.keys(), ...other.keys()]);
  return [...paths].filter((path) => {
    const [first, second] = [one.get(path), other.get(path)];
    return !first || !second || Buffer.compare(first, second) !== 0;
  });
}

/**
 * Returns the files of installed libraries that differ from what their authors published: from the
 * tarball whose digest is in the lock file. npm takes it from its cache, where `npm ci` put it.
 */
export async function editedFiles(libraries: readonly BundledLibrary[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'published-'));
  try {
    const specs = libraries.map(({ name, version }) => `${name}@${version}`);
    const packed = await run('npm', ['pack', '--prefer-offline', ...specs], { cwd: folder });
    if (!packed.ok) throw new Error(`npm has no tarballs to compare with: ${packed.output}`);
    const problems = libraries.map(async ({ name, version, integrity, folder: installed }) => {
      const own = `${name.replace('@', '').replace('/', '-')}-${version}`;
      const tarball = join(folder, `${own}.tgz`);
      const digest = createHash('sha512').update(readFileSync(tarball)).digest('base64');
      if (`sha512-${digest}` !== integrity) return [`${own}.tgz does not have the locked digest`];
      mkdirSync(join(folder, own));
      await unpack(tarball, join(folder, own));
      const changed = differences(filesIn(join(folder, own)), filesIn(installed));
      return changed.map((path) => `${name}/${path} is not what its author published`);
    });
    return (await Promise.all(problems)).flat();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
