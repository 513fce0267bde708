import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../lib/workspace.ts';
import { byResource, pascal, typeName } from './contract-operations.ts';
import { docComment } from './doc-comment.ts';
import { ModuleEditor, type Modules } from './modules.ts';
import type { FoundOperation } from './operations.ts';
import type { SourceProgram } from './program.ts';
import type { KnownTypes } from './type-names.ts';
import { type NamedDeclaration, TypePrinter } from './type-printer.ts';

const sdkIndex = 'packages/sdk/src/index.ts';

/** The mapped types of the SDK that become interfaces, by the table they map. */
const methodTables = [
  { table: 'platform', name: 'PlatformMethods' },
  { table: 'agent', name: 'AgentMethods' },
] as const;

interface MethodTable {
  readonly name: string;
  readonly type: ts.Type;
  /** The declared parameters, such as `<Bound extends boolean>`, and the same as arguments. */
  readonly parameters: string;
  readonly args: string;
}

function methodTable(program: SourceProgram, declaration: ts.TypeAliasDeclaration): MethodTable {
  const symbol = program.checker.getSymbolAtLocation(declaration.name);
  if (symbol === undefined) throw new Error(`${declaration.name.text} has no symbol`);
  const own = declaration.typeParameters ?? [];
  const list = (texts: readonly string[]) => (texts.length === 0 ? '' : `<${texts.join(', ')}>`);
  return {
    name: declaration.name.text,
    type: program.checker.getDeclaredTypeOfSymbol(symbol),
    parameters: list(own.map((one) => one.getText())),
    args: list(own.map(({ name }) => name.text)),
  };
}

function methodType(program: SourceProgram, table: ts.Type, operation: FoundOperation): ts.Type {
  const { checker } = program;
  const member = (type: ts.Type, name: string): ts.Type => {
    const property = checker.getPropertyOfType(type, name);
    if (property === undefined) throw new Error(`The SDK has no method ${operation.name}`);
    return checker.getTypeOfSymbol(property);
  };
  return member(member(table, operation.resource), operation.verb);
}

/** The interfaces of one client's methods, each with its doc comment. */
function interfaces(
  program: SourceProgram,
  printerFor: (operation: string) => TypePrinter,
  table: MethodTable,
  resources: ReadonlyMap<string, readonly FoundOperation[]>,
): string {
  const each = [...resources].map(([resource, operations]) => {
    const members = operations.map((operation) => {
      const text = printerFor(operation.name).print(methodType(program, table.type, operation));
      if (!text.includes(`${typeName(operation)}Input`)) {
        throw new Error(`The method ${operation.name} does not take its input: ${text}`);
      }
      return `${docComment(operation.comment, '  ')}  readonly ${operation.verb}: ${text};\n`;
    });
    const name = `${table.name}Of${pascal(resource)}`;
    const text = `interface ${name}${table.parameters} {\n${members.join('')}}\n`;
    const verbs = operations.map(({ verb }) => `\`${verb}\``).join(', ');
    const comment = docComment(`Operations: ${verbs}.`, '  ');
    return { member: `${comment}  readonly ${resource}: ${name}${table.args};\n`, text };
  });
  const members = each.map(({ member }) => member).join('');
  return `interface ${table.name}${table.parameters} {\n${members}}\n${each.map(({ text }) => text).join('')}`;
}

/**
 * Rewrites the SDK's declarations: its derived methods become interfaces, and its entry exports
 * the inputs and results they name.
 */
export function writeSdk(
  program: SourceProgram,
  modules: Modules,
  types: KnownTypes,
  operations: readonly FoundOperation[],
): void {
  const exported = program.exportsOf(program.file(sdkIndex));
  const used = new Map<string, NamedDeclaration>();
  const editors = new Map<string, ModuleEditor>();
  for (const { table, name } of methodTables) {
    const declaration = exported
      .get(name)
      ?.declarations?.find((one) => ts.isTypeAliasDeclaration(one));
    if (declaration === undefined) throw new Error(`The SDK does not export the type ${name}`);
    const { fileName } = declaration.getSourceFile();
    const editor = editors.get(fileName) ?? new ModuleEditor(modules, fileName);
    editors.set(fileName, editor);
    const printerFor = (operation: string) =>
      new TypePrinter(program.checker, {
        find: (type) => types.find(type, operation),
        refer: (named) => {
          if (named.file.includes('/packages/contract/')) used.set(named.name, named);
          return editor.refer(named.name, named.file);
        },
      });
    const own = methodTable(program, declaration);
    const text = interfaces(program, printerFor, own, byResource(operations, table));
    editor.replace(editor.statement(name, 'type'), `export ${text}`);
  }
  for (const editor of editors.values()) editor.save();
  const index = join(root, sdkIndex);
  const lines = [...used.values()]
    .filter(({ name }) => !exported.has(name))
    .map(({ name, file }) => `export type { ${name} } from '${file}';\n`);
  modules.set(index, `${modules.get(index)}${lines.join('')}`);
}
