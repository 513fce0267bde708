import type { EventRow } from '@org/payments-contract';
import ts from 'typescript';
import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { type EventGroup, eventGroups } from '../../generate/event-groups.ts';
import { firstSentence } from '../../generate/row-comments.ts';
import { builtDeclarations } from '../declared-types.ts';
import { FieldReader, type FieldRow } from '../field-rows.ts';
import { secretPaths } from '../secret-paths.ts';
import { eventExample } from './event-list.ts';
import { fieldTable, prose } from './field-table.ts';
import { eventPath, eventSlug } from './slug.ts';

/** Reads the declared fields of the events' `data`. */
function dataReader(): (type: string) => FieldRow[] {
  const { checker, exportsOf } = builtDeclarations();
  const known = exportsOf('@org/payments-contract').get('KnownEvent');
  if (known === undefined) throw new Error('The contract does not export KnownEvent');
  const union = checker.getDeclaredTypeOfSymbol(known);
  const members = union.isUnion() ? union.types : [union];
  const reader = new FieldReader(checker);
  return (type) => {
    const event = members.find((member) => {
      const name = member.getProperty('type');
      const value = name === undefined ? undefined : checker.getTypeOfSymbol(name);
      const values = value?.isUnion() ? value.types : [value];
      return values.some((one) => one?.isStringLiteral() === true && one.value === type);
    });
    const data = event?.getProperty('data');
    if (data === undefined) return [];
    const dataType = checker.getTypeOfSymbol(data);
    return dataType.flags & ts.TypeFlags.Undefined ? [] : reader.rows(dataType);
  };
}

function responses({ responses: own }: EventRow): string {
  const statuses = Object.keys(own ?? {});
  if (statuses.length === 0)
    return 'Any 2xx acknowledges the event; 409 means that it is a duplicate.';
  return `The response decides: ${statuses.join(', ')}. [Approving incoming payments](/webhooks#approving-incoming-payments) explains each.`;
}

function pageOf(type: string, { row, comment, area }: EventGroup, data: readonly FieldRow[]) {
  const others = row.types.filter((other) => other !== type);
  const secrets = secretPaths([row.data]);
  const parts = [
    `# ${type}`,
    prose(comment),
    [
      `- **Emitted by:** ${prose(row.emittedBy)}`,
      `- **Delivered again after a failure:** ${row.isRetried === false ? 'no' : 'yes, for up to 7 days'}`,
      `- **Response:** ${responses(row)}`,
      ...(others.length === 0
        ? []
        : [
            `- **Same data:** ${others.map((one) => `[\`${one}\`](${eventPath(one)})`).join(', ')}`,
          ]),
    ].join('\n'),
    '## Handle it',
    `\`\`\`ts\n${eventExample(type)}\`\`\``,
    `\`npx payments-mock trigger ${type}\` sends one to the endpoint of a running mock; \`mock.webhooks.trigger('${type}')\` does so in a test.`,
    '## Data',
    data.length === 0 ? 'It carries no `data`.' : fieldTable(data, { secrets }),
    'How deliveries are signed, repeated and made unique: [Webhooks](/webhooks).',
  ];
  return {
    slug: eventSlug(type),
    title: type,
    description: firstSentence(comment),
    group: area,
    content: `${parts.join('\n\n')}\n`,
  };
}

/** A page for every type of webhook event. */
export function eventPages(): GeneratedPage[] {
  const dataOf = dataReader();
  return eventGroups().flatMap((group) =>
    group.row.types.map((type) => pageOf(type, group, dataOf(type))),
  );
}
