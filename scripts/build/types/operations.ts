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
  /** The property that holds the row. */
  readonly symbol: ts.Symbol;
  readonly row: ts.Type;
  /** The row's doc comment with its tags. */
  readonly comment: string;
}

function propertiesOf(program: SourceProgram, symbol: ts.Symbol): [ts.Symbol, ts.Type][] {
  const { checker } = program;
  return checker
    .getTypeOfSymbol(symbol)
    .getProperties()
    .map((property) => [property, checker.getTypeOfSymbol(property)]);
}

/** The declaration behind an export under another name: `export { deleteCard as delete }`. */
function declared(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  return isAlias ? checker.getAliasedSymbol(symbol) : symbol;
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
 * @throws Error if a table is missing, is empty, or contains a value that is not a row
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
    const found = propertiesOf(program, table).flatMap(([resource]) => {
      const resourceComment = commentOfResource(resource);
      return propertiesOf(program, resource).map(([symbol, row]) => {
        const name = `${client.prefix}${resource.name}.${symbol.name}`;
        if (!checker.isTypeAssignableTo(row, rowType)) throw new Error(`${name} is not a row`);
        const { name: verb } = symbol;
        const comment = docText(declared(checker, symbol));
        const named = { name, client, resource: resource.name, resourceComment };
        return { ...named, verb, symbol, row, comment };
      });
    });
    if (found.length === 0) throw new Error(`The contract's table ${client.table} is empty`);
    return found;
  });
}
