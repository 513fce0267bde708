import ts from 'typescript';
import { docText, lastComment } from './doc-comment.ts';
import type { SourceProgram } from './program.ts';

/** The contract's entry, from the root. */
export const contractIndex = 'packages/contract/src/index.ts';

/** The clients: the name of their table of resources, and the prefix of their operations' names. */
export const clients = [
  { table: 'platform', prefix: '' },
  { table: 'agent', prefix: 'agent.' },
] as const;

export type Client = (typeof clients)[number];

/** One operation of the contract, as the compiler sees it. */
export interface FoundOperation {
  /** `cards.update`, `agent.transactions.list`. */
  readonly name: string;
  readonly client: Client;
  readonly resource: string;
  /** The doc comment of the resource. */
  readonly resourceComment: string;
  readonly verb: string;
  /** The type of its row. @throws Error if the value is not a row */
  readonly row: ts.Type;
  /** The row's doc comment with its tags. */
  readonly comment: string;
}

/** The declaration behind an export under another name: `export { deleteCard as delete }`. */
function declared(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  return isAlias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The values that a module exports. */
function valuesOf({ checker }: SourceProgram, module: ts.Symbol): ts.Symbol[] {
  return checker
    .getExportsOfModule(declared(checker, module))
    .filter((symbol) => declared(checker, symbol).flags & ts.SymbolFlags.Value);
}

/**
 * The doc comment of `export * as cards from ...`.
 *
 * @throws Error if a resource has none: editors show it when they complete resource names
 */
function commentOfResource(resource: ts.Symbol): string {
  const [declaration] = resource.declarations ?? [];
  const statement = declaration?.parent;
  const text = statement === undefined ? undefined : lastComment(statement);
  if (text === undefined) throw new Error(`The resource ${resource.name} has no doc comment`);
  return text;
}

/**
 * Finds every operation through the tables that the contract exports, wherever their rows are
 * declared.
 *
 * @throws Error if a table is missing or empty
 */
export function findOperations(program: SourceProgram): readonly FoundOperation[] {
  const { checker } = program;
  const exported = program.exportsOf(program.file(contractIndex));
  const rowSymbol = exported.get('OperationRow');
  if (rowSymbol === undefined) throw new Error('The contract does not export OperationRow');
  const rowType = checker.getDeclaredTypeOfSymbol(rowSymbol);
  return clients.flatMap((client) => {
    const table = exported.get(client.table);
    if (table === undefined) throw new Error(`The contract does not export ${client.table}`);
    const found = valuesOf(program, table).flatMap((resource) => {
      const resourceComment = commentOfResource(resource);
      return valuesOf(program, resource).map((symbol) => ({
        ...{ client, resource: resource.name, resourceComment, verb: symbol.name },
        name: `${client.prefix}${resource.name}.${symbol.name}`,
        comment: docText(declared(checker, symbol)),
        // Only the build needs types, which take the compiler longer than reading all files.
        get row() {
          const row = checker.getTypeOfSymbol(declared(checker, symbol));
          if (checker.isTypeAssignableTo(row, rowType)) return row;
          throw new Error(`${this.name} is not a row`);
        },
      }));
    });
    if (found.length === 0) throw new Error(`The contract's table ${client.table} is empty`);
    return found;
  });
}
