import type { NamedOperation } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import type { AnyBehaviour, Call, Plan, Result } from './behaviour.ts';

/** Returns the contract's example, with a note in the request log. */
export function exampleResult(call: Call): Result {
  call.note("The mock does not implement this operation; the response is the contract's example.");
  return { body: exampleOf(call.operation.name).result };
}

/**
 * The behaviour of an operation that nothing implements: the contract's example, for any live
 * session if it has to be signed.
 */
export function exampleBehaviour({ row: { signing } }: NamedOperation): AnyBehaviour {
  if (signing !== 'conditional' && signing !== 'required') return { run: exampleResult };
  return {
    plan: (call: Call): Plan => ({
      signers: { accountIds: 'any' },
      apply: () => exampleResult(call),
    }),
  };
}
