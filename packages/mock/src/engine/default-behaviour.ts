import { exampleOf as example } from '@org/payments-contract/examples';
import type { Call, Plan, Result, SignedBehaviour } from './behaviour.ts';

function exampleOf(call: Call): Result {
  call.note("The mock does not implement this operation; the response is the contract's example.");
  return { body: example(call.operation.name).result };
}

/** Returns the contract's example. */
export const examplePlain = { run: exampleOf };

/** Handles both legs, for any live session, and returns the contract's example. */
export const exampleSigned: SignedBehaviour<never> = {
  plan: (call): Plan => ({ signers: { accountIds: 'any' }, apply: () => exampleOf(call) }),
};
