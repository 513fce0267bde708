import type { Card, InternalAccount } from '@org/payments-contract';
import type { PaymentsClient } from '@org/payments-sdk';
import type { User } from './users.ts';

/** The data of a customer's wallet that the application shows. */
export interface Overview {
  readonly account: Pick<InternalAccount, 'id' | 'balance' | 'privateEnabled'>;
  readonly card: Pick<Card, 'id' | 'state' | 'brand' | 'last4' | 'expMonth' | 'expYear'>;
}

/** Reads a user's wallet and card from the service. */
export async function readOverview(payments: PaymentsClient, user: User): Promise<Overview> {
  const { customerId } = user;
  const [accounts, cards] = await Promise.all([
    payments.internalAccounts.list({ customerId, type: 'EMBEDDED_WALLET' }),
    payments.cards.list({ cardholderId: customerId }),
  ]);
  const [account] = accounts.data;
  const [card] = cards.data;
  if (account === undefined || card === undefined) throw new Error(`${user.id} has no wallet.`);
  const { id: accountId, balance, privateEnabled } = account;
  const { id, state, brand, last4, expMonth, expYear } = card;
  return {
    account: { id: accountId, balance, ...(privateEnabled !== undefined && { privateEnabled }) },
    card: {
      id,
      state,
      ...(brand !== undefined && { brand }),
      ...(last4 !== undefined && { last4 }),
      ...(expMonth !== undefined && { expMonth }),
      ...(expYear !== undefined && { expYear }),
    },
  };
}
