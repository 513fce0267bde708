import { type NamedOperation, operations } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import type { FetchFunction } from '../src/index.ts';
import { createAgentClient, createPaymentsClient } from '../src/index.ts';
import { EagerClock } from './fake-clock.ts';

/** An operation of the contract with the parts of its example, whatever it is. */
export interface AnyOperation extends NamedOperation {
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: unknown;
}

/** Every operation of the contract, those that are added later too. */
export const anyOperations: readonly AnyOperation[] = operations().map((operation) => {
  const { input, result } = exampleOf(operation.name);
  return { ...operation, input: input as AnyOperation['input'], result };
});

type Method = (input: unknown) => Promise<unknown>;

/** Returns the method of an operation, of a client whose requests a function responds to. */
export function methodOf({ name }: NamedOperation, fetch: FetchFunction): Method {
  const shared = {
    baseUrl: 'https://api.example.com/2025-10-13',
    fetch,
    clock: new EagerClock(),
    stamper: { stamp: async () => 'stamp' },
  } as const;
  const path = name.split('.');
  const client: unknown =
    path[0] === 'agent'
      ? { agent: createAgentClient({ ...shared, accessToken: 'token' }) }
      : createPaymentsClient({ ...shared, tokenId: 'token', clientSecret: 'secret' });
  return path.reduce((value, part) => (value as never)[part], client) as Method;
}
