import { eventRows } from '@org/payments-contract';
import type { Page } from './page.ts';

/**
 * The list of the types of events in the SDK, which verifies a webhook without loading the schemas of
 * its data.
 */
export function eventTypesList(): Page {
  const types = eventRows().flatMap((row) => row.types);
  const text = `// Written by \`npm run generate\` from the events of the contract. Do not edit.
import type { EventType } from '@org/payments-contract';

/**
 * The types of event the contract has. Written out so that verifying a webhook does not load the
 * schemas of their data; the compiler compares the list with the contract.
 */
export const eventTypes: Readonly<Record<EventType, true>> = {
${types.map((type) => `  '${type}': true,`).join('\n')}
};
`;
  return { path: 'packages/sdk/src/webhooks/event-types.ts', text };
}
