import type { EventRow } from '@org/payments-contract';
import { eventRows } from '@org/payments-contract/events';
import ts from 'typescript';
import type { GeneratedPage } from '../../../docs/.vitepress/navigation.ts';
import { triggerOnly } from '../../../packages/mock/src/webhooks/event-types.ts';
import { builtDeclarations, declaredType } from '../facts/declared-types.ts';
import { FieldReader, type FieldRow } from '../facts/field-rows.ts';
import { type EventGroup, eventGroups, firstSentence, onOneLine } from '../facts/row-comments.ts';
import { secretPaths } from '../openapi/schemas.ts';
import { fieldTable } from './field-table.ts';
import { blocks, eventLink, eventSlug, prose, table } from './markdown.ts';

function handlerOf(type: string, row: EventRow): string {
  const isDecision = row.responses !== undefined;
  const body = isDecision
    ? ['  console.log(event.data.id);', '  return postpone();']
    : [`  console.log(event.id${row.data === null ? '' : ', event.data'});`];
  return [
    `import { createWebhookHandler${isDecision ? ', postpone' : ''} } from '@org/payments-sdk/webhooks';`,
    '',
    "const publicKeys = process.env.PAYMENTS_WEBHOOK_PUBLIC_KEY ?? '';",
    `const webhooks = createWebhookHandler({ publicKeys }).on('${type}', async (event) => {`,
    ...body,
    '});',
    '',
  ].join('\n');
}

/** The handlers on the pages of events, by type. */
export function eventExamples(): readonly (readonly [type: string, code: string])[] {
  return eventRows().flatMap((row) =>
    row.types.map((type) => [type, handlerOf(type, row)] as const),
  );
}

/** The list of every webhook event of the contract, and the data of each group. */
export function eventList(): string {
  const groups = eventGroups();
  const rows = groups.flatMap(({ row, area }) =>
    row.types.map((type) => [
      eventLink(type),
      area,
      row.emittedBy,
      row.isRetried === false ? 'no' : 'yes',
      Object.keys(row.responses ?? {}).join(', ') || 'any 2xx',
    ]),
  );
  const sections = groups.flatMap(({ row, comment }) => {
    const text = onOneLine(comment);
    const title = firstSentence(text);
    return [
      `### ${row.types[0].split('.')[0]}: ${title.replace(/\.$/, '')}`,
      row.types.map(eventLink).join(', '),
      text.slice(title.length).trim(),
    ];
  });
  const list = table(['Type', 'Area', 'Emitted by', 'Repeated', 'Response'], rows);
  return blocks(list, '## Data of the events', ...sections);
}

/** The declared fields of the `data` of each event. */
function dataReader(): (type: string) => FieldRow[] {
  const { checker } = builtDeclarations();
  const known = declaredType('@org/payments-contract', 'KnownEvent');
  const reader = new FieldReader(checker);
  const fieldOf = (event: ts.Type, name: string) => {
    const field = event.getProperty(name);
    return field === undefined ? undefined : checker.getTypeOfSymbol(field);
  };
  return (type) => {
    const event = (known.isUnion() ? known.types : [known]).find((one) => {
      const name = fieldOf(one, 'type');
      const values = name?.isUnion() ? name.types : [name];
      return values.some((value) => value?.isStringLiteral() === true && value.value === type);
    });
    const data = event === undefined ? undefined : fieldOf(event, 'data');
    return data === undefined || data.flags & ts.TypeFlags.Undefined ? [] : reader.rows(data);
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
  const reason = triggerOnly[type];
  return {
    slug: eventSlug(type),
    title: type,
    group: area,
    content: blocks(
      `# ${type}`,
      prose(comment),
      [
        `- **Emitted by:** ${prose(row.emittedBy)}`,
        `- **Delivered again after a failure:** ${row.isRetried === false ? 'no' : 'yes, for up to 7 days'}`,
        `- **Response:** ${responses(row)}`,
        ...(others.length === 0 ? [] : [`- **Same data:** ${others.map(eventLink).join(', ')}`]),
      ].join('\n'),
      '## Handle it',
      `\`\`\`ts\n${handlerOf(type, row)}\`\`\``,
      `\`npx payments-mock trigger ${type}\` sends one to the endpoint of a running mock; \`mock.webhooks.trigger('${type}')\` does so in a test.${reason === undefined ? '' : ` The mock emits it in no other way: ${reason}.`}`,
      '## Data',
      data.length === 0
        ? 'It carries no `data`.'
        : fieldTable(data, { secrets: secretPaths([row.data]) }),
      'How deliveries are signed, repeated and made unique: [Webhooks](/webhooks).',
    ),
  };
}

/** A page for every type of webhook event. */
export function eventPages(): GeneratedPage[] {
  const dataOf = dataReader();
  return eventGroups().flatMap((group) =>
    group.row.types.map((type) => pageOf(type, group, dataOf(type))),
  );
}
