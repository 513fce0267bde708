import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Package, publishedPackages, root } from '../../lib/workspace.ts';
import { fingerprint } from '../fingerprint.ts';
import { bundleDeclarations, type DeclarationFile } from './bundle.ts';
import { writeContract } from './contract-modules.ts';
import { emitModules, type Modules } from './modules.ts';
import { type FoundOperation, findOperations } from './operations.ts';
import { packagesProgram } from './program.ts';
import { writeSdk } from './sdk-modules.ts';
import { KnownTypes } from './type-names.ts';

/** An operation without what only one program of the compiler knows. */
export type WrittenOperation = Omit<FoundOperation, 'symbol' | 'row'>;

/** The declarations of every source file as the build writes them, and the operations in them. */
interface WrittenModules {
  readonly modules: Modules;
  readonly operations: readonly WrittenOperation[];
}

interface Saved {
  readonly digest: string;
  readonly modules: readonly (readonly [path: string, text: string])[];
  readonly operations: readonly WrittenOperation[];
}

const cache = join(root, 'node_modules', '.cache', 'build', 'written-modules.json');

/** Returns a digest of all that the written modules depend on; their paths are absolute. */
export function digestOfSources(): string {
  const hash = createHash('sha256').update(root);
  for (const pkg of publishedPackages()) hash.update(fingerprint(pkg));
  return hash.digest('hex');
}

/** Saves what was written from the sources with that digest, so that a test need not write it again. */
export function saveModules(
  digest: string,
  modules: Modules,
  operations: readonly FoundOperation[],
  file = cache,
): void {
  const saved: Saved = {
    digest,
    modules: [...modules],
    operations: operations.map(({ symbol: _symbol, row: _row, ...operation }) => operation),
  };
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  writeFileSync(file, JSON.stringify(saved));
}

/** Returns what the last build wrote, if it was written from the sources as they are now. */
export function savedModules(file = cache): WrittenModules | undefined {
  if (!existsSync(file)) return undefined;
  const { digest, modules, operations } = JSON.parse(readFileSync(file, 'utf8')) as Saved;
  if (digest !== digestOfSources()) return undefined;
  return { modules: new Map(modules), operations };
}

/**
 * The declarations of every source file, with the types that are inferred from schemas written out.
 */
export function writtenModules(packages: readonly Package[]): {
  readonly modules: Modules;
  readonly operations: readonly FoundOperation[];
} {
  const program = packagesProgram(packages);
  const operations = findOperations(program);
  const modules = emitModules(program);
  const types = new KnownTypes(program, ['contract', 'sdk']);
  writeContract(program, modules, types, operations);
  writeSdk(program, modules, types, operations);
  return { modules, operations };
}

/** The files of declarations of some packages, from one program over all of them. */
export async function writeDeclarations(
  selection: readonly Package[],
): Promise<ReadonlyMap<Package, readonly DeclarationFile[]>> {
  const packages = publishedPackages();
  const digest = digestOfSources();
  const { modules, operations } = writtenModules(packages);
  saveModules(digest, modules, operations);
  const written = selection.map(
    async (pkg) => [pkg, await bundleDeclarations(pkg, packages, modules)] as const,
  );
  return new Map(await Promise.all(written));
}
