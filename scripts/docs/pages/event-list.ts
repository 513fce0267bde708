import { findEvent } from '@org/payments-contract';
import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { type EventGroup, eventGroups } from '../../generate/event-groups.ts';
import { table } from '../../generate/page.ts';
import { firstSentence } from '../../generate/row-comments.ts';

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
