import { eventRows, type NamedOperation, operations } from '@org/payments-contract';
import { callOf, exampleProgram } from './examples/program.ts';
import { walletForm } from './examples/wallet-calls.ts';
import { eventExample } from './pages/event-example.ts';
import { operationSlug } from './pages/slug.ts';

/** A block of code of a generated page, with the declarations it needs to compile. */
export interface GeneratedSnippet {
  readonly name: string;
  readonly text: string;
}

const server = `import { createAgentClient, createPaymentsClient, type Stamper } from '@org/payments-sdk';
declare const stamper: Stamper;
const payments = createPaymentsClient();
const agent = createAgentClient({ accessToken: 'token' });
`;

function relaySnippets(operation: NamedOperation): GeneratedSnippet[] {
  const form = walletForm(operation);
  if (form === undefined) return [];
  const name = operationSlug(operation.name);
  const browser = `import type { Wallet } from '@org/payments-wallet';\ndeclare const wallet: Wallet;\n${form.browser}`;
  const action = `${server}import { createWalletRelay } from '@org/payments-sdk/relay';
import * as z from 'zod';
export const relay = createWalletRelay(payments, {
  secret: process.env.RELAY_SECRET,
  origins: ['https://app.example.com'],
  authenticate: () => null,
  actions: { ${form.action ?? ''} },
});`;
  return [
    { name: `${name}-browser`, text: browser },
    ...(form.action === undefined ? [] : [{ name: `${name}-relay`, text: action }]),
  ];
}

/** Every block of TypeScript on the pages of operations and events. */
export function generatedSnippets(): GeneratedSnippet[] {
  const ofOperations = operations().flatMap((operation) => {
    const name = operationSlug(operation.name);
    return [
      { name: `${name}-call`, text: `${server}${callOf(operation)}` },
      { name: `${name}-program`, text: exampleProgram(operation.name).program },
      ...relaySnippets(operation),
    ];
  });
  const ofEvents = eventRows()
    .flatMap(({ types }) => types)
    .map((type) => ({ name: `event-${type}`, text: eventExample(type) }));
  return [...ofOperations, ...ofEvents];
}
