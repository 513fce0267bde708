import type { EventRow } from '@org/payments-contract';
import { findEvent } from '@org/payments-contract/events';
import ts from 'typescript';
import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { triggerOnly } from '../../../packages/mock/src/webhooks/event-types.ts';
import { type EventGroup, eventGroups } from '../../generate/event-groups.ts';
import { table } from '../../generate/page.ts';
import { firstSentence } from '../../generate/row-comments.ts';
import { builtDeclarations } from '../declared-types.ts';
import { FieldReader, type FieldRow } from '../field-rows.ts';
import { secretPaths } from '../secret-paths.ts';
import { fieldTable, prose } from './field-table.ts';
import { eventPath, eventSlug } from './slug.ts';

/** The handler on an event's page. @throws Error for a type that the contract does not have */
export function eventExample(type: string): string {
  const row = findEvent(type);
  if (row === undefined) throw new Error(`${type} is not an event`);
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

function flat(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}

function rowsOf({ row, area }: EventGroup): string[][] {
  const responses = Object.keys(row.responses ?? {}).join(', ');
  return row.types.map((type) => [
    `\`${type}\``,
    area,
    row.emittedBy,
    row.isRetried === false ? 'no' : 'yes',
    responses === '' ? 'any 2xx' : responses,
  ]);
}

function section({ row, comment }: EventGroup): string {
  const [first] = row.types;
  const types = row.types.map((type) => `\`${type}\``).join(', ');
  const text = flat(comment);
  const title = firstSentence(text);
  const rest = text.slice(title.length).trim();
  const heading = `### ${first.split('.')[0]}: ${title.replace(/\.$/, '')}`;
  return [heading, types, ...(rest === '' ? [] : [rest])].join('\n\n');
}

/** The list of every webhook event of the contract. */
export function eventList(): GeneratedPage {
  const groups = eventGroups();
  const all = groups.flatMap(rowsOf);
  const parts = [
    '# Webhook events',
    `The ${all.length} types of event that the service delivers. [Webhooks](/webhooks) explains how to receive them. The columns:`,
    [
      '- **Area**: the area of the contract that declares the event and its data.',
      '- **Emitted by**: the change or the operation that causes it.',
      '- **Repeated**: whether the service delivers it again after a failure.',
      '- **Response**: the statuses that have a meaning besides 409, which means duplicate.',
    ].join('\n'),
    table(['Type', 'Area', 'Emitted by', 'Repeated', 'Response'], all),
    '## Data of the events',
    ...groups.map(section),
  ];
  return {
    slug: 'index',
    title: 'Webhook events',
    description: 'Every type of webhook event, and what causes it.',
    group: 'Events',
    content: `${parts.join('\n\n')}\n`,
  };
}

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

/** Why the mock does not emit a type by itself, if it does not. */
function triggered(type: string): string {
  const reason = triggerOnly[type];
  return reason === undefined ? '' : ` The mock emits it in no other way: ${reason}.`;
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
    `\`npx payments-mock trigger ${type}\` sends one to the endpoint of a running mock; \`mock.webhooks.trigger('${type}')\` does so in a test.${triggered(type)}`,
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
