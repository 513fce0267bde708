import { type Package, publishedPackages } from '../../lib/workspace.ts';
import { bundleDeclarations, type DeclarationFile } from './bundle.ts';
import { writeContract } from './contract-modules.ts';
import { emitModules, type Modules } from './modules.ts';
import { type FoundOperation, findOperations } from './operations.ts';
import { packagesProgram } from './program.ts';
import { digestOfSources, saveModules } from './saved-modules.ts';
import { writeSdk } from './sdk-modules.ts';
import { KnownTypes } from './type-names.ts';

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
  chosen: readonly Package[],
): Promise<ReadonlyMap<Package, readonly DeclarationFile[]>> {
  const packages = publishedPackages();
  const digest = digestOfSources();
  const { modules, operations } = writtenModules(packages);
  saveModules(digest, modules, operations);
  const written = chosen.map(
    async (pkg) => [pkg, await bundleDeclarations(pkg, packages, modules)] as const,
  );
  return new Map(await Promise.all(written));
}
