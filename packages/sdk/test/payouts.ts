import type { Clock } from '@org/payments-contract/internal';
import { createMock, type Mock, type MockOptions } from '@org/payments-mock';
import { expect } from 'vitest';
import { createPaymentsClient, type PaymentsClientOptions } from '../src/index.ts';
import {
  createRun,
  type ItemOutcome,
  type ItemResult,
  type PayItem,
  type RunOptions,
  sqliteRun,
} from '../src/run/index.ts';
import { memoryJournal } from './memory-journal.ts';

/** One payment of a run. */
export interface Payout {
  readonly id: string;
  readonly to: string;
  readonly amount: number;
}

const MONEY = 1_000_000_00;

/**
 * The mock's clock, on which short waits take the time they say and are over as soon as no request is on
 * its way; longer ones are limits that never fire.
 */
function eager(mock: Mock, longest: number) {
  let onTheirWay = 0;
  const clock: Clock = {
    now: () => mock.clock.now(),
    setTimeout(callback, milliseconds) {
      if (milliseconds >= longest) return () => undefined;
      let timer: NodeJS.Immediate;
      const pass = () => {
        if (onTheirWay > 0) {
          timer = setImmediate(pass);
          return;
        }
        mock.clock.advance({ milliseconds: Math.ceil(milliseconds) });
        callback();
      };
      timer = setImmediate(pass);
      return () => clearImmediate(timer);
    },
  };
  const fetch: typeof mock.fetch = async (...request) => {
    onTheirWay += 1;
    try {
      return await mock.fetch(...request);
    } finally {
      onTheirWay -= 1;
    }
  };
  return { clock, fetch };
}

export type PayoutWorld = ReturnType<typeof payoutWorld>;

/**
 * A service, a platform with money, and payees.
 *
 * @param count the number of payees
 * @param longest waits that take as long, in milliseconds, are never over
 */
export function payoutWorld(
  count: number,
  options: MockOptions = {},
  client: PaymentsClientOptions = {},
  longest = 15_000,
) {
  const mock = createMock({ seed: 'payouts', ...options });
  const { clock, fetch } = eager(mock, longest);
  const journal = memoryJournal();
  journal.clock = clock;
  const { connection } = mock;
  const payments = createPaymentsClient({
    ...{ ...connection, fetch, clock, journal, retry: 0 },
    ...client,
  });
  const { id: customerId } = mock.add.customer();
  const { id: accountId } = mock.add.internalAccount({ customerId, available: MONEY });
  const items = Array.from({ length: count }, (_, at): Payout => {
    const accountInfo = { accountType: 'EUR_ACCOUNT', iban: `DE893704004${1_000_000 + at}123` };
    const to = mock.add.externalAccount({ customerId, currency: 'EUR', accountInfo } as never);
    return { id: `payout-${at + 1}`, to: to.id, amount: 100_00 + at };
  });
  const oracle = createPaymentsClient({ ...connection, fetch, clock });
  /** Quotes and executes. */
  const pay: PayItem<Payout, { readonly id: string }> = async ({ to, amount }, step) => {
    const quote = await step(
      'quote',
      (idempotencyKey) =>
        payments.quotes.create(
          {
            source: { sourceType: 'ACCOUNT', accountId },
            destination: { destinationType: 'ACCOUNT', accountId: to },
            lockedCurrencySide: 'SENDING',
            lockedCurrencyAmount: amount,
          },
          { idempotencyKey },
        ),
      { again: 'expired', movesMoney: false },
    );
    return step('execute', (idempotencyKey) =>
      payments.quotes.execute({ quoteId: quote.id }, { idempotencyKey }),
    );
  };
  return {
    ...{ mock, payments, journal, items, pay },
    /** How many payments to each payee have begun, and what has left the account an hour later. */
    async accounts() {
      mock.faults.clear();
      mock.clock.advance({ hours: 1 });
      const all = await oracle.transactions.list().toArray({ limit: 100_000 });
      const begun = all.filter(({ status }) => !['PENDING', 'EXPIRED'].includes(status));
      const [ledger] = mock.ledger.balances().filter(({ currency }) => currency === 'USD');
      const paid = items.map(
        ({ to }) => begun.filter(({ destination }) => destination.accountId === to).length,
      );
      return { paid, spent: MONEY - (ledger?.balances ?? 0), held: ledger?.holds };
    },
  };
}

/** A run of the payments of a world. */
export function runOf(
  { payments, pay }: PayoutWorld,
  changes: Partial<RunOptions<Payout, { readonly id: string }>> = {},
) {
  const state = sqliteRun(':memory:');
  // On a busy machine the clock of the world passes minutes while an item is under way.
  return createRun(payments, { id: 'october', state, pay, lease: 86_400_000, ...changes });
}

/** Expects that every payee was paid once, and that nothing else left the account. */
export async function expectAllPaid(world: PayoutWorld): Promise<void> {
  const spent = world.items.reduce((total, { amount }) => total + amount, 0);
  const paid = world.items.map(() => 1);
  expect(await world.accounts()).toEqual({ paid, spent, held: 0 });
}

/** Runs to the end, and returns what became of each item, in their order. */
export async function outcomes(
  results: AsyncIterable<ItemResult<Payout>>,
): Promise<Record<string, ItemOutcome & { readonly replayed: boolean }>> {
  const found: [string, ItemOutcome & { readonly replayed: boolean }][] = [];
  for await (const { id, outcome, replayed } of results) found.push([id, { ...outcome, replayed }]);
  expect(new Set(found.map(([id]) => id)).size).toBe(found.length);
  return Object.fromEntries(found);
}
