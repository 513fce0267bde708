import { exampleOf as example } from '@org/payments-contract/examples';
import type { Answer, Call, Plan, SignedBehaviour } from './behaviour.ts';
import { invalidInput } from './refusal.ts';

function exampleOf(call: Call): Answer {
  call.note('The mock has no behaviour for this operation: this is the example of the contract.');
  return { body: example(call.operation.name).result };
}

/** Answers with the contract's example. */
export const examplePlain = { answer: exampleOf };

/** Does both legs, for any live session, and answers with the contract's example. */
export const exampleSigned: SignedBehaviour<never> = {
  plan(call): Plan {
    const accountIds = call.world.store.tables.accounts.all().map(({ id }) => id);
    if (accountIds.length === 0) {
      throw invalidInput([], 'Add a wallet first: a signed operation needs a session.');
    }
    return { signers: { accountIds }, apply: () => exampleOf(call) };
  },
};
