import { plain } from '../engine/behaviour.ts';
import { addFunds } from '../store/funds.ts';
import { requireRecord } from './shared.ts';

/** Puts money into an internal account. */
export const fundInternalAccount = plain<'sandbox.fundInternalAccount'>({
  answer(call) {
    const { world, write, input } = call;
    const { id } = requireRecord(call, 'accounts', input.accountId);
    addFunds(world, write, id, { available: input.amount, total: input.amount });
    return { body: requireRecord(call, 'accounts', id) };
  },
});
