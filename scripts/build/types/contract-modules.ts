import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../lib/workspace.ts';
import { writeOperations } from './contract-operations.ts';
import { ModuleEditor, type Modules, specifier } from './modules.ts';
import { clients, contractIndex, type FoundOperation } from './operations.ts';
import { resolved, type SourceProgram } from './program.ts';
import type { KnownTypes } from './type-names.ts';
import { TypePrinter } from './type-printer.ts';

const source = join(root, 'packages/contract/src');

/** The module that the build adds to the contract. */
export const operationsModule = join(source, 'written-operations.ts');

type TypeDeclaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

function isInferred(declaration: TypeDeclaration): boolean {
  if ((declaration.typeParameters?.length ?? 0) > 0) return false;
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isTypeQueryNode(node)) found = true;
    else ts.forEachChild(node, visit);
  };
  visit(declaration);
  return found;
}

function inferredDeclarations(file: ts.SourceFile): TypeDeclaration[] {
  return file.statements.filter(
    (statement): statement is TypeDeclaration =>
      (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) &&
      isInferred(statement),
  );
}

function modifiers(declaration: ts.Statement): string {
  const isExported =
    ts.canHaveModifiers(declaration) &&
    ts.getModifiers(declaration)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  return isExported === true ? 'export ' : '';
}

/** Writes out the types that a module of the contract infers from its schemas. */
function writeInferred(
  { checker }: SourceProgram,
  editor: ModuleEditor,
  types: KnownTypes,
  declarations: readonly TypeDeclaration[],
): void {
  const printer = new TypePrinter(checker, {
    find: (type) => types.find(type),
    refer: ({ name, file }) => editor.refer(name, file),
  });
  for (const declaration of declarations) {
    const { text: name } = declaration.name;
    const symbol = checker.getSymbolAtLocation(declaration.name);
    if (symbol === undefined) throw new Error(`${name} has no symbol`);
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const statement = editor.statement(name, 'type');
    const head = modifiers(statement);
    const text = ts.isInterfaceDeclaration(declaration)
      ? `${head}interface ${name} ${printer.members(type)}`
      : `${head}type ${name} = ${printer.structure(type)};`;
    editor.replace(statement, text);
  }
}

/** Replaces declarations and imports of a module by those that the build writes. */
function takeWritten(editor: ModuleEditor, name: string, path: string): boolean {
  const { statements } = editor.file;
  const from = `'${path}'`;
  for (const statement of statements) {
    if (ts.isImportDeclaration(statement)) {
      const bindings = statement.importClause?.namedBindings;
      if (bindings === undefined) continue;
      if (ts.isNamedImports(bindings)) {
        const [only, ...others] = bindings.elements;
        if (only?.name.text !== name || others.length > 0) continue;
        editor.replace(statement.moduleSpecifier, from);
        return true;
      }
      if (bindings.name.text !== name) continue;
      editor.replace(statement, `import { ${name} } from ${from};`);
      return true;
    }
    if (ts.isExportDeclaration(statement)) {
      const clause = statement.exportClause;
      if (clause === undefined || !ts.isNamespaceExport(clause)) continue;
      if (clause.name.text !== name) continue;
      editor.replace(statement, `export { ${name} } from ${from};`);
      return true;
    }
    const isVariable =
      ts.isVariableStatement(statement) &&
      statement.declarationList.declarations.some((one) => one.name.getText() === name);
    const isType =
      (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) &&
      statement.name.text === name;
    if (!isVariable && !isType) continue;
    editor.replace(statement, `import { ${name} } from ${from};\nexport { ${name} };`);
    return true;
  }
  return false;
}

/** The modules that define a symbol exported by the contract's entry, found by their exports. */
function homesOf(program: SourceProgram, name: string): string[] {
  const { checker } = program;
  const exported = program.exportsOf(program.file(contractIndex)).get(name);
  if (exported === undefined) throw new Error(`The contract does not export ${name}`);
  return program.program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(`${source}/`))
    .filter((file) =>
      checker
        .getSymbolsInScope(
          file,
          ts.SymbolFlags.Alias | ts.SymbolFlags.Variable | ts.SymbolFlags.TypeAlias,
        )
        .some(
          (symbol) =>
            symbol.name === name &&
            resolved(checker, checker.getExportSymbolOfSymbol(symbol)) === exported,
        ),
    )
    .map(({ fileName }) => fileName);
}

/** `InputOf` and `ResultOf`, which find in a written row what they infer from one of the sources. */
function readWritten(
  program: SourceProgram,
  edit: (path: string) => ModuleEditor,
  name: string,
  field: string,
): void {
  const symbol = program.exportsOf(program.file(contractIndex)).get(name);
  const declaration = symbol?.declarations?.find((one) => ts.isTypeAliasDeclaration(one));
  if (declaration === undefined) throw new Error(`The contract does not export ${name}`);
  const editor = edit(declaration.getSourceFile().fileName);
  const statement = editor.statement(name, 'type');
  if (!ts.isTypeAliasDeclaration(statement)) throw new Error(`${name} is not a type alias`);
  const row = statement.typeParameters?.[0]?.name.text;
  if (row === undefined) throw new Error(`${name} has no parameter`);
  editor.replace(
    statement.type,
    `'~types' extends keyof ${row} ? ${row} extends { readonly '~types'?: { readonly ${field}: infer Written } } ? Written : never : ${statement.type.getText()}`,
  );
}

/**
 * Rewrites the contract's declarations: types that are inferred from schemas are written out, and
 * the tables of rows become interfaces that name each operation's input and result.
 */
export function writeContract(
  program: SourceProgram,
  modules: Modules,
  types: KnownTypes,
  operations: readonly FoundOperation[],
): void {
  const written = writeOperations(program, types, operations, operationsModule);
  modules.set(operationsModule, written.text);
  const editors = new Map<string, ModuleEditor>();
  const edit = (path: string) => {
    const editor = editors.get(path) ?? new ModuleEditor(modules, path);
    editors.set(path, editor);
    return editor;
  };
  const replacements = new Set<string>();
  for (const name of written.replaced) {
    for (const path of homesOf(program, name)) {
      const from = specifier(path, operationsModule);
      if (takeWritten(edit(path), name, from)) replacements.add(name);
    }
  }
  const missed = written.replaced.filter((name) => !replacements.has(name));
  if (missed.length > 0) throw new Error(`Not found in the contract: ${missed.join(', ')}`);
  readWritten(program, edit, 'InputOf', 'input');
  readWritten(program, edit, 'ResultOf', 'result');
  for (const file of program.program.getSourceFiles()) {
    if (!file.fileName.startsWith(`${source}/`)) continue;
    const inferred = inferredDeclarations(file).filter(
      ({ name }) => !written.replaced.includes(name.text),
    );
    if (inferred.length > 0) writeInferred(program, edit(file.fileName), types, inferred);
  }
  for (const editor of editors.values()) editor.save();
  if (editors.size < clients.length) throw new Error('No type of the contract was written out');
  appendExports(modules, join(root, contractIndex), operationsModule, written.added);
}

function appendExports(
  modules: Modules,
  index: string,
  from: string,
  names: readonly string[],
): void {
  const line = `export type { ${names.join(', ')} } from '${specifier(index, from)}';\n`;
  modules.set(index, `${modules.get(index)}${line}`);
}
