import { type Package, publishedPackages } from '../../lib/workspace.ts';
import { bundleDeclarations, type DeclarationFile } from './bundle.ts';
import { writeOperations } from './contract-operations.ts';
import { writeInferredTypes } from './inferred-types.ts';
import { emitModules } from './modules.ts';
import { findOperations } from './operations.ts';
import { packagesProgram } from './program.ts';
import { KnownTypes } from './type-names.ts';

/** The files of declarations of some packages, from one program over all of them. */
export async function writeDeclarations(
  selection: readonly Package[],
): Promise<ReadonlyMap<Package, readonly DeclarationFile[]>> {
  const packages = publishedPackages();
  const program = packagesProgram(packages);
  const modules = emitModules(program);
  const types = new KnownTypes(program);
  writeOperations(program, modules, types, findOperations(program));
  writeInferredTypes(program, modules, types);
  const written = selection.map(
    async (pkg) => [pkg, await bundleDeclarations(pkg, packages, modules)] as const,
  );
  return new Map(await Promise.all(written));
}
