import { findEvent } from '@org/payments-contract';

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
