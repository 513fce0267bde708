import type { Mock } from '@org/payments-mock';
import type { Provision } from '../backend/account-routes.ts';

/** The initial balance of a new customer of the demo, in cents. */
const WELCOME_BALANCE = 1_284_50;

/** Creates customers in the mock: with a wallet, its e-mail credential, some money and a card. */
export function provisionIn(mock: Mock): Provision {
  return async ({ name, email }) => {
    const customer = mock.add.customer({ fullName: name, email });
    const { account } = mock.add.wallet({ customerId: customer.id, available: WELCOME_BALANCE });
    mock.add.card({ cardholderId: customer.id, fundingSources: [account.id] });
    return customer.id;
  };
}
