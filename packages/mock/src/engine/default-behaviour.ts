import type { Answer, Call, Plan, SignedBehaviour } from './behaviour.ts';

function exampleOf(call: Call): Answer {
  const { example } = call.operation.row as { readonly example?: { readonly result: unknown } };
  call.note('The mock has no behaviour for this operation: this is the example of the contract.');
  return { body: example?.result };
}

/** Answers with the contract's example. */
export const examplePlain = { answer: exampleOf };

/** Does both legs, for any live session, and answers with the contract's example. */
export const exampleSigned: SignedBehaviour<never> = {
  plan: (call): Plan => ({ signers: { accountIds: 'any' }, apply: () => exampleOf(call) }),
};
