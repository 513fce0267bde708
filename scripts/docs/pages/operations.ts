import { operations } from '@org/payments-contract';
import ts from 'typescript';
import type { GeneratedPage } from '../../../docs/.vitepress/navigation.ts';
import { runExample } from '../examples/run-example.ts';
import { builtDeclarations, declaredType } from '../facts/declared-types.ts';
import { FieldReader, type FieldRow } from '../facts/field-rows.ts';
import { eventGroups, firstSentence, rowComment } from '../facts/row-comments.ts';
import { operationLink, table } from './markdown.ts';
import { operationPage } from './operation-page.ts';

const auth = { platform: 'Basic', agent: 'Bearer', none: 'none' } as const;
const signing = {
  never: '',
  conditional: 'sometimes',
  required: 'always',
  inline: 'on the only request',
} as const;
const retry = { safe: 'yes, it reads', keyed: 'yes, by its key', never: 'no' } as const;

/** The list of every operation of the contract, with its authentication, signing and retries. */
export function operationList(): string {
  return table(
    ['Operation', 'What it does', 'Request', 'Auth', 'Signed', 'Sent twice', 'Origin'],
    operations().map(({ name, row }) => [
      operationLink(name),
      firstSentence(rowComment(name).text),
      `\`${row.method} ${row.path}\``,
      auth[row.auth],
      signing[row.signing],
      retry[row.retry],
      rowComment(name).origin,
    ]),
  );
}

/** Areas of events that an operation of another area may cause. */
const causes: Readonly<Record<string, readonly string[]>> = {
  transfers: ['transactions'],
  quotes: ['transactions'],
  sandbox: ['transactions', 'cards'],
  cardSimulations: ['cards'],
  beneficialOwners: ['customers'],
};

/** The declared fields of an operation's input or result. */
function rowsOf(name: string, side: 'input' | 'result'): FieldRow[] {
  const { checker } = builtDeclarations();
  const isAgent = name.startsWith('agent.');
  const path = [...name.replace(/^agent\./, '').split('.'), '~types', side];
  const type = path.reduce(
    (owner, part) => {
      const found = checker.getPropertyOfType(checker.getNonNullableType(owner), part);
      if (found === undefined) throw new Error(`${name} has no declared ${part}`);
      return checker.getTypeOfSymbol(found);
    },
    declaredType('@org/payments-contract', isAgent ? 'agent' : 'platform'),
  );
  return type.flags & ts.TypeFlags.Undefined ? [] : new FieldReader(checker).rows(type);
}

/** A page for every operation. Each example is run against a mock, and its events are shown. */
export async function operationPages(): Promise<GeneratedPage[]> {
  const groups = eventGroups();
  const pages = operations().map(async (operation) => {
    const { name } = operation;
    const resource = name.replace(/^agent\./, '').split('.')[0] ?? '';
    const areas = causes[resource] ?? [resource];
    return operationPage({
      operation,
      comment: rowComment(name),
      input: rowsOf(name, 'input'),
      result: rowsOf(name, 'result'),
      run: await runExample(name),
      events: groups.filter(({ area }) => areas.includes(area)),
    });
  });
  return Promise.all(pages);
}
