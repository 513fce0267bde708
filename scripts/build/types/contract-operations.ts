import ts from 'typescript';
import { docComment } from './doc-comment.ts';
import { specifier } from './modules.ts';
import { clients, contractIndex, type FoundOperation } from './operations.ts';
import type { SourceProgram } from './program.ts';
import type { KnownTypes } from './type-names.ts';
import { TypePrinter } from './type-printer.ts';

/** The module of written operations. */
export interface WrittenOperations {
  readonly text: string;
  /** Exports of the contract that the module replaces. */
  readonly replaced: readonly string[];
  /** Types that the contract exports besides. */
  readonly added: readonly string[];
}

export function pascal(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The name in types of an operation: `CardsUpdate`, `AgentTransactionsList`. */
export function typeName({
  client,
  resource,
  verb,
}: Pick<FoundOperation, 'client' | 'resource' | 'verb'>): string {
  return [client.prefix.replace('.', ''), resource, verb].map(pascal).join('');
}

/** The operations by client and resource, in the order of the tables. */
export function byResource(
  operations: readonly FoundOperation[],
  table: string,
): ReadonlyMap<string, readonly FoundOperation[]> {
  const own = operations.filter(({ client }) => client.table === table);
  return Map.groupBy(own, ({ resource }) => resource);
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

function isUnnamedStructure(type: ts.Type, types: KnownTypes): boolean {
  const nothing = ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Unknown;
  return (type.flags & nothing) === 0 && types.find(type) === undefined;
}

function declare(printer: TypePrinter, name: string, type: ts.Type, comment: string): string {
  const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
  const text = isObject
    ? `interface ${name} ${printer.members(type)}`
    : `type ${name} = ${printer.structure(type)};`;
  return `${docComment(comment)}export ${text}\n`;
}

function tables(
  operations: readonly FoundOperation[],
  resultOf: (operation: FoundOperation) => string,
): string {
  return clients
    .map(({ table }) => {
      const name = pascal(table);
      const resources = byResource(operations, table);
      const interfaces = [...resources].map(([resource, own]) => {
        const rows = own.map((operation) => {
          const result = resultOf(operation);
          const comment = docComment(operation.comment, '  ');
          return `${comment}  readonly ${operation.verb}: Operation<${typeName(operation)}Input, ${result}>;\n`;
        });
        return `interface ${name}${pascal(resource)}Rows {\n${rows.join('')}}\n`;
      });
      const members = [...resources].map(([resource, [first]]) => {
        const comment = docComment(first?.resourceComment ?? '', '  ');
        return `${comment}  readonly ${resource}: ${name}${pascal(resource)}Rows;\n`;
      });
      return `${interfaces.join('')}/** The rows of each resource of the ${table} client. */
export interface ${name}Resources {\n${members.join('')}}
/** The rows of each resource of the ${table} client. */
export declare const ${table}: ${name}Resources;\n`;
    })
    .join('');
}

/** Unions of names of operations, which the compiler derives from the rows. */
const nameUnions = ['OperationName', 'ApprovedOperationName', 'SignedOperationName'];

/** A union of the contract with each of its members, and its comment. */
function writtenUnion({ checker, exportsOf, file }: SourceProgram, name: string): string {
  const exported = exportsOf(file(contractIndex)).get(name);
  if (exported === undefined) throw new Error(`The contract does not export ${name}`);
  const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
  const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const members = type.isUnion() ? type.types : [];
  const lines = members.map((member) => `  | ${checker.typeToString(member).replaceAll('"', "'")}`);
  if (lines.length === 0) throw new Error(`${name} is not a union`);
  const comment = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  return `${docComment(comment)}export type ${name} =\n${lines.join('\n')};\n`;
}

/** Writes the inputs, the results and the tables of rows as plain declarations. */
export function writeOperations(
  program: SourceProgram,
  types: KnownTypes,
  operations: readonly FoundOperation[],
  path: string,
): WrittenOperations {
  const imports = new Map<string, string>();
  const refer = (name: string, file: string) => {
    if (file !== path) imports.set(name, specifier(path, file));
    return name;
  };
  const printer = new TypePrinter(program.checker, {
    find: (type) => types.find(type),
    refer: ({ name, file }) => refer(name, file),
  });
  const results = new Map<string, ts.Type>();
  const parts: string[] = [];
  const added: string[] = ['Operation'];
  const write = (operation: string, name: string, type: ts.Type, comment: string) => {
    parts.push(declare(printer, name, type, comment));
    types.add(operation, type, { name, file: path });
    added.push(name);
  };
  for (const operation of operations) {
    const { input, result } = inferredTypes(program, operation);
    results.set(operation.name, result);
    write(operation.name, `${typeName(operation)}Input`, input, `Input of \`${operation.name}\`.`);
    if (isUnnamedStructure(result, types)) {
      write(
        operation.name,
        `${typeName(operation)}Result`,
        result,
        `Result of \`${operation.name}\`.`,
      );
    }
  }
  const rowFile = program.exportsOf(program.file(contractIndex)).get('OperationRow');
  const home = rowFile?.declarations?.[0]?.getSourceFile().fileName;
  if (home === undefined) throw new Error('The contract does not export OperationRow');
  refer('OperationRow', home);
  const table = tables(operations, ({ name }) => {
    const result = results.get(name);
    if (result === undefined) throw new Error(`${name} has no result`);
    const own = new TypePrinter(program.checker, {
      find: (type) => types.find(type, name),
      refer: (found) => refer(found.name, found.file),
    });
    return own.print(result);
  });
  const names = nameUnions.map((name) => writtenUnion(program, name)).join('');
  const text = `${[...imports].map(([name, from]) => `import type { ${name} } from '${from}';\n`).join('')}
/** A row with its input and its result by name. */
export interface Operation<Input, Result> extends OperationRow {
  /** Only for the compiler; rows do not have it when the program runs. */
  readonly '~types'?: { readonly input: Input; readonly result: Result };
}
${parts.join('')}${table}${names}`;
  const replaced = ['platform', 'agent', 'PlatformResources', 'AgentResources', ...nameUnions];
  return { text, replaced, added };
}
