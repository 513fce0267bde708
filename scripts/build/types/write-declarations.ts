import { join } from 'node:path';
import ts from 'typescript';
import { type Package, publishedPackages, root } from '../../lib/workspace.ts';
import { bundleDeclarations, type DeclarationFile } from './bundle.ts';
import { tablesModule, writeOperations } from './contract-operations.ts';
import { emitModules, ModuleEditor, type Modules } from './modules.ts';
import { findOperations } from './operations.ts';
import { KnownTypes, packagesProgram, type SourceProgram } from './program.ts';
import { TypePrinter } from './type-printer.ts';

type TypeDeclaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

function isInferred(statement: ts.Statement): statement is TypeDeclaration {
  const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
  if (!isType || (statement.typeParameters?.length ?? 0) > 0) return false;
  const asksForType = (node: ts.Node): boolean =>
    ts.isTypeQueryNode(node) || (ts.forEachChild(node, asksForType) ?? false);
  return asksForType(statement);
}

/** Writes out the types that the modules of the contract infer from their schemas. */
function writeInferredTypes(
  { program, checker }: SourceProgram,
  modules: Modules,
  types: KnownTypes,
): void {
  for (const file of program.getSourceFiles()) {
    const inferred = file.statements.filter(isInferred);
    const isOurs = file.fileName.startsWith(join(root, 'packages/contract/src/'));
    if (file.fileName === tablesModule) continue;
    if (!isOurs || inferred.length === 0) continue;
    const editor = new ModuleEditor(modules, file.fileName);
    const printer = new TypePrinter(checker, types, editor);
    for (const declaration of inferred) {
      const { text: name } = declaration.name;
      const symbol = checker.getSymbolAtLocation(declaration.name);
      if (symbol === undefined) throw new Error(`${name} has no symbol`);
      const type = checker.getDeclaredTypeOfSymbol(symbol);
      editor.replaceType(
        name,
        printer.declaration(name, type, ts.isInterfaceDeclaration(declaration)),
      );
    }
    editor.save();
  }
}

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
