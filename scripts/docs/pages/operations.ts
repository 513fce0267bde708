import { type NamedOperation, operations } from '@org/payments-contract';
import type ts from 'typescript';
import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { docText, withoutTags } from '../../build/types/doc-comment.ts';
import { type EventGroup, eventGroups } from '../../generate/event-groups.ts';
import { table } from '../../generate/page.ts';
import { firstSentence, rowComments } from '../../generate/row-comments.ts';
import { mapWithWidth } from '../../lib/run.ts';
import { builtDeclarations } from '../declared-types.ts';
import { runExample } from '../examples/run-example.ts';
import { FieldReader, type FieldRow } from '../field-rows.ts';
import { operationPage } from './operation-page.ts';
import { operationPath } from './slug.ts';

const auth = { platform: 'Basic', agent: 'Bearer', none: 'none' } as const;
const signing = {
  never: '',
  conditional: 'sometimes',
  required: 'always',
  inline: 'on the only request',
} as const;
const retry = { safe: 'yes, it reads', keyed: 'yes, by its key', never: 'no' } as const;

function rowOf({ name, row }: NamedOperation, comment: string): string[] {
  return [
    `[\`${name}\`](${operationPath(name)})`,
    firstSentence(comment),
    `\`${row.method} ${row.path}\``,
    auth[row.auth],
    signing[row.signing],
    retry[row.retry],
    row.origin,
  ];
}

/** The list of every operation of the contract, with its authentication, signing and retries. */
export function operationList(): GeneratedPage {
  const all = operations();
  const comments = rowComments();
  const parts = [
    '# Operations',
    `The ${all.length} operations of the API. The columns:`,
    [
      "- **Auth**: the platform's token (`Basic`) or an agent's (`Bearer`).",
      '- **Signed**: whether the signed retry is due: always, or for some inputs.',
      '- **Sent twice**: whether the client may repeat it after a failure.',
      '- **Origin**: how much of the shape the specification defines: all of it (`specified`), only',
      '  the name (`named`), or nothing (`reference`).',
    ].join('\n'),
    table(
      ['Operation', 'What it does', 'Request', 'Auth', 'Signed', 'Sent twice', 'Origin'],
      all.map((one) => rowOf(one, comments.get(one.name) ?? '')),
    ),
  ];
  return {
    slug: 'index',
    title: 'Operations',
    description: 'Every operation, with its authentication, signing and retries.',
    group: 'Operations',
    content: `${parts.join('\n\n')}\n`,
  };
}

/** Areas of events that an operation of another area may cause. */
const causes: Readonly<Record<string, readonly string[]>> = {
  transfers: ['transactions'],
  quotes: ['transactions'],
  sandbox: ['transactions', 'cards'],
  cardSimulations: ['cards'],
  beneficialOwners: ['customers'],
};

function eventsOf(name: string, groups: readonly EventGroup[]): EventGroup[] {
  const resource = name.replace(/^agent\./, '').split('.')[0] ?? '';
  const areas = causes[resource] ?? [resource];
  return groups.filter(({ area }) => areas.includes(area));
}

type Side = 'input' | 'result';

/** Reads the declared fields of operations. */
class OperationTypes {
  readonly #checker: ts.TypeChecker;
  readonly #reader: FieldReader;
  readonly #tables: Readonly<Record<'platform' | 'agent', ts.Type>>;

  constructor() {
    const { checker, exportsOf } = builtDeclarations();
    const contract = exportsOf('@org/payments-contract');
    const typeOf = (name: 'platform' | 'agent') => {
      const symbol = contract.get(name);
      if (symbol === undefined) throw new Error(`The contract does not export ${name}`);
      return checker.getTypeOfSymbol(symbol);
    };
    this.#checker = checker;
    this.#reader = new FieldReader(checker);
    this.#tables = { platform: typeOf('platform'), agent: typeOf('agent') };
  }

  rows(operation: NamedOperation, side: Side): FieldRow[] {
    return this.#reader.rows(
      this.#checker.getTypeOfSymbol(this.#find(operation, ['~types', side])),
    );
  }

  /** The doc comment of the operation's row, without its tags. */
  comment(operation: NamedOperation): string {
    return withoutTags(docText(this.#find(operation, [])));
  }

  #find({ name }: NamedOperation, more: readonly string[]): ts.Symbol {
    let type = name.startsWith('agent.') ? this.#tables.agent : this.#tables.platform;
    let found: ts.Symbol | undefined;
    for (const part of [...name.replace(/^agent\./, '').split('.'), ...more]) {
      found = this.#checker.getPropertyOfType(this.#checker.getNonNullableType(type), part);
      if (found === undefined) throw new Error(`${name} has no declared ${part}`);
      type = this.#checker.getTypeOfSymbol(found);
    }
    if (found === undefined) throw new Error(`${name} is not declared`);
    return found;
  }
}

/** A page for every operation. Each example is run against a mock, and its events are shown. */
export async function operationPages(): Promise<GeneratedPage[]> {
  const groups = eventGroups();
  const types = new OperationTypes();
  return mapWithWidth(operations(), 8, async (operation) =>
    operationPage({
      operation,
      comment: types.comment(operation),
      input: types.rows(operation, 'input'),
      result: types.rows(operation, 'result'),
      run: await runExample(operation.name),
      events: eventsOf(operation.name, groups),
    }),
  );
}
