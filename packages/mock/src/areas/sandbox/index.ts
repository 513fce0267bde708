import { area } from '../../engine/area.ts';
import { plain } from '../../engine/behaviour.ts';
import { deposit } from '../../ledger/ledger.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';
import { receivePayment } from './receive.ts';
import { sendFunds } from './send.ts';
import { sendTestWebhook } from './test-webhook.ts';

/** Puts money into an internal account. */
const fundInternalAccount = plain<'sandbox.fundInternalAccount'>({
  run(call) {
    const { accountId, amount } = call.input;
    const { id } = accounts.require(call, accountId);
    deposit(call, { accountId: id, amount, purpose: 'sandbox funding' });
    return { body: accounts.require(call, id) };
  },
});

/**
 * The sandbox's own operations, except the simulations of cards, which are in the area of cards.
 */
export const sandboxArea = area({
  operations: {
    'sandbox.fundInternalAccount': fundInternalAccount,
    'sandbox.send': sendFunds,
    'sandbox.receive': receivePayment,
    'sandbox.sendTestWebhook': sendTestWebhook,
  },
});
