import { area } from '../../engine/area.ts';
import { fundInternalAccount } from './fund.ts';
import { receivePayment } from './receive.ts';
import { sendFunds } from './send.ts';
import { sendTestWebhook } from './test-webhook.ts';

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
