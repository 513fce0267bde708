import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../lib/workspace.ts';
import { docComment } from './doc-comment.ts';
import { ModuleEditor, type Modules, specifier } from './modules.ts';
import { clients, contractIndex, type FoundOperation } from './operations.ts';
import type { KnownTypes, SourceProgram } from './program.ts';
import { TypePrinter } from './type-printer.ts';

/** The module that the build adds to the contract. */
const operationsModule = join(root, 'packages/contract/src/written-operations.ts');

/** The module that has the tables of rows. */
export const tablesModule = join(root, 'packages/contract/src/operations.ts');

const sdkIndex = 'packages/sdk/src/index.ts';

/** The fields of rows that the types of methods, and unions of names, depend on. */
const decisive = ['legs', 'media', 'retry', 'risk', 'signing'];

const pascal = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The name in types of an operation: `CardsUpdate`, `AgentTransactionsList`. */
function typeName({ client, resource, verb }: FoundOperation): string {
  return [client.prefix.replace('.', ''), resource, verb].map(pascal).join('');
}

/** Where the compiler infers the inputs and results of all operations. */
export const inferredTypesFile = 'scripts/build/types/inferred.ts';

/** The input and the result of an operation, as the compiler infers them. */
export function inferredTypes(
  program: SourceProgram,
  operation: FoundOperation,
): Record<'input' | 'result', ts.Type> {
  const { checker } = program;
  const file = program.file(inferredTypesFile);
  const symbol = program.exportsOf(file).get(`Inferred${pascal(operation.client.table)}`);
  if (symbol === undefined) throw new Error(`${operation.client.table} is not in inferred.ts`);
  const property = (type: ts.Type, name: string): ts.Type => {
    const found = checker.getPropertyOfType(type, name);
    if (found === undefined) throw new Error(`${operation.name} has no inferred ${name}`);
    return checker.getTypeOfSymbol(found);
  };
  const table = checker.getDeclaredTypeOfSymbol(symbol);
  const types = property(property(table, operation.resource), operation.verb);
  return { input: property(types, 'input'), result: property(types, 'result') };
}

/** The decisive fields of a row with the values that it declares. */
function factsOf({ checker }: SourceProgram, { row }: FoundOperation): string {
  const facts = decisive.flatMap((name) => {
    const field = checker.getPropertyOfType(row, name);
    if (field === undefined) return [];
    const text = checker.typeToString(checker.getTypeOfSymbol(field)).replaceAll('"', "'");
    return [`readonly ${name}: ${text}`];
  });
  return `{ ${facts.join('; ')} }`;
}

/** The interfaces of one client's rows, by resource. */
function tableOf(
  table: string,
  operations: readonly FoundOperation[],
  rowOf: (operation: FoundOperation) => string,
): string {
  const name = pascal(table);
  const resources = Map.groupBy(operations, ({ resource }) => resource);
  const interfaces = [...resources].map(([resource, own]) => {
    const rows = own.map((operation) => {
      const comment = docComment(operation.comment, '  ');
      return `${comment}  readonly ${operation.verb}: ${rowOf(operation)};\n`;
    });
    return `interface ${name}${pascal(resource)}Rows {\n${rows.join('')}}\n`;
  });
  const members = [...resources].map(([resource, [first]]) => {
    const comment = docComment(first?.resourceComment ?? '', '  ');
    return `${comment}  readonly ${resource}: ${name}${pascal(resource)}Rows;\n`;
  });
  return `${interfaces.join('')}/** The rows of each resource of the ${table} client. */
interface ${name}Rows {\n${members.join('')}}
/** The rows of each resource of the ${table} client. */
export declare const ${table}: ${name}Rows;\n`;
}

/** Replaces the namespaces of rows in the contract by the written tables. */
function useTables(modules: Modules): void {
  const from = specifier(tablesModule, operationsModule);
  const text = clients.reduce((before, { table }) => {
    const after = before.replace(
      `import * as ${table} from './${table}.ts'`,
      `import { ${table} } from '${from}'`,
    );
    if (after === before) throw new Error(`${tablesModule} does not import ${table}`);
    return after;
  }, modules.get(tablesModule) ?? '');
  modules.set(tablesModule, text);
}

/**
 * Writes a module with the input and the result of every operation, and the tables of rows as
 * interfaces that name them; both packages' entries export the types.
 */
export function writeOperations(
  program: SourceProgram,
  modules: Modules,
  types: KnownTypes,
  operations: readonly FoundOperation[],
): void {
  modules.set(operationsModule, '');
  const editor = new ModuleEditor(modules, operationsModule);
  const printer = new TypePrinter(program.checker, types, editor);
  const added: string[] = [];
  const write = (name: string, type: ts.Type, comment: string) => {
    added.push(name);
    editor.append(`${docComment(comment)}${printer.declaration(name, type)}\n`);
    return name;
  };
  const rowOf = (operation: FoundOperation) => {
    const { input, result } = inferredTypes(program, operation);
    const [name, quoted] = [typeName(operation), `\`${operation.name}\``];
    const own = write(`${name}Input`, input, `Input of ${quoted}.`);
    const nothing = ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Unknown;
    const isNamed = (result.flags & nothing) !== 0 || types.find(result) !== undefined;
    const value = isNamed
      ? printer.print(result)
      : write(`${name}Result`, result, `Result of ${quoted}.`);
    return `Operation<${own}, ${value}> & ${factsOf(program, operation)}`;
  };
  const tables = clients.map(({ table }) =>
    tableOf(
      table,
      operations.filter(({ client }) => client.table === table),
      rowOf,
    ),
  );
  const row = program.exportsOf(program.file(contractIndex)).get('OperationRow')?.declarations?.[0];
  if (row === undefined) throw new Error('The contract does not export OperationRow');
  editor.append(`/** A row with its input and its result by name. */
export interface Operation<Input, Result> extends ${editor.refer('OperationRow', row.getSourceFile().fileName)} {
  /** Only for the compiler; rows do not have it when the program runs. */
  readonly '~types'?: { readonly input: Input; readonly result: Result };
}
${tables.join('')}`);
  editor.save();
  useTables(modules);
  const contract = join(root, contractIndex);
  exportTypes(modules, contract, ['Operation', ...added], operationsModule);
  // What the methods of the SDK's clients refer to is exported with them.
  const exported = program.exportsOf(program.file(sdkIndex));
  const rows = ['AgentResources', 'PlatformResources', 'OperationInput', 'OperationRow'];
  const others = [...rows, ...editor.referred].filter((name) => !exported.has(name));
  exportTypes(modules, join(root, sdkIndex), added, operationsModule);
  exportTypes(modules, join(root, sdkIndex), others, contract);
}

function exportTypes(modules: Modules, path: string, names: readonly string[], from: string): void {
  const line = `export type { ${names.join(', ')} } from '${specifier(path, from)}';\n`;
  modules.set(path, `${modules.get(path)}${line}`);
}
