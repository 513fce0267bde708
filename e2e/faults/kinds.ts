import type { PaymentsClient, Stamper } from '@org/payments-sdk';

/** One kind of operation, by whether its requests may be sent twice. */
export interface Kind {
  readonly name: string;
  /** Whether the request that a fault affects may be sent again automatically. */
  readonly repeatable: boolean;
  /** Whether it changes anything. */
  readonly writes: boolean;
  /** Whether the service honours an idempotency key. */
  readonly keyed?: true;
  /** The leg that faults affect. */
  readonly leg: 1 | 2;
  /** Sends the call; returns a string that only the response to this call contains. */
  call(payments: PaymentsClient, marker: string, stamper: Stamper): Promise<string>;
}

/** Reads the card of a marker. */
export async function readCard(payments: PaymentsClient, marker: string): Promise<string> {
  return (await payments.cards.get({ id: `Card:${marker}` })).id;
}

async function freeze(payments: PaymentsClient, marker: string, stamper: Stamper): Promise<string> {
  return (await payments.cards.update({ id: `Card:${marker}`, state: 'FROZEN' }, { stamper })).id;
}

/** Changes nothing, and may be repeated. */
export const read: Kind = { name: 'read', repeatable: true, writes: false, leg: 1, call: readCard };

/** All kinds of operations. */
export const kinds: readonly Kind[] = [
  read,
  {
    name: 'keyed write',
    repeatable: true,
    writes: true,
    keyed: true,
    leg: 1,
    call: async (payments, marker) =>
      (await payments.customers.createKycLink({ customerId: `Customer:${marker}` })).kycUrl,
  },
  {
    name: 'unkeyed write',
    repeatable: false,
    writes: true,
    leg: 1,
    call: async (payments, marker) =>
      (await payments.transactions.reject({ transactionId: `Transaction:${marker}` })).id,
  },
  {
    name: 'write that may need a signature',
    repeatable: false,
    writes: true,
    leg: 1,
    call: async (payments, marker, stamper) => {
      const input = { customerId: `Customer:${marker}`, email: 'ada@example.org' };
      return (await payments.customers.update(input, { stamper })).id;
    },
  },
  { name: 'signed, leg 1', repeatable: true, writes: true, leg: 1, call: freeze },
  { name: 'signed, leg 2', repeatable: false, writes: true, leg: 2, call: freeze },
];
