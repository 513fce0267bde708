import { createMock, type FaultEffect, type Mock } from '@org/payments-mock';
import { createPaymentsClient, type PaymentsClient } from '@org/payments-sdk';
import { memoryStore } from '@org/payments-sdk/webhooks';
import { expect, test } from 'vitest';
import { type Offer, type Order, offer, pay } from './payout.ts';
import { memoryAttempts } from './play.ts';
import { type PayoutStatus, payoutWebhooks } from './webhooks.ts';

/** The parts of a platform that decide which requests are sent, and with which keys. */
interface Payer {
  offer(payments: PaymentsClient, order: Order): Promise<Offer>;
  pay(payments: PaymentsClient, order: Order, quoteId: string): Promise<void>;
}

/** What went wrong, as ids of orders. */
interface Damage {
  readonly twice: string[];
  readonly never: string[];
  readonly wrong: string[];
}

/** Numbers between 0 and 1 that follow from a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

const effects: readonly FaultEffect[] = [
  { kind: 'lose-reply' },
  { kind: 'reset-connection' },
  { kind: 'refuse-connection' },
  { kind: 'answer', status: 503 },
  { kind: 'answer', status: 500 },
  { kind: 'answer', status: 429 },
  { kind: 'foreign-response' },
  { kind: 'foreign-response', applied: true },
  { kind: 'truncate', bytes: 40 },
  { kind: 'late-apply', milliseconds: 200_000 },
];

/** The last digits of the payees' accounts, by which their payments end in different ways. */
const suffixes = ['123', '007', '003', '002', '004', '005'];
const MONEY = 1_000_000_00;
const MINUTES = 6 * 60;
const endings: Readonly<Record<string, PayoutStatus>> = { COMPLETED: 'paid', FAILED: 'failed' };
const refunds: Readonly<Record<string, PayoutStatus>> = { COMPLETED: 'refunded', FAILED: 'lost' };

function addOrders(mock: Mock, count: number): readonly Order[] {
  const { id: customerId } = mock.add.customer();
  const { id: fromAccountId } = mock.add.internalAccount({ customerId, available: MONEY });
  return Array.from({ length: count }, (_, at) => {
    const digits = `${100 + at}${suffixes[at % suffixes.length]}`;
    const accountInfo = { accountType: 'EUR_ACCOUNT', iban: `DE89370400440532${digits}` } as const;
    const { id: payTo } = mock.add.externalAccount({ customerId, currency: 'EUR', accountInfo });
    return { id: `order-${at}`, customerId, fromAccountId, payTo, amount: 10_000 + at };
  });
}

/** Compares the orders with what the service did, and both with the mock's ledger. */
async function damageOf(
  payments: PaymentsClient,
  mock: Mock,
  orders: readonly Order[],
  books: ReadonlyMap<string, PayoutStatus>,
): Promise<Damage> {
  const all = await payments.transactions.list().toArray({ limit: 10_000 });
  const damage: Damage = { twice: [], never: [], wrong: [] };
  let paid = 0;
  for (const { id, payTo, amount } of orders) {
    const begun = all.filter(
      ({ destination, status }) =>
        destination.accountId === payTo && !['PENDING', 'EXPIRED'].includes(status),
    );
    const [first] = begun;
    if (begun.length > 1) damage.twice.push(id);
    if (first === undefined) damage.never.push(id);
    else {
      const { refund } = first as { readonly refund?: { readonly status: string } };
      const status = refunds[refund?.status ?? ''] ?? endings[first.status];
      if (books.get(first.id) !== status) damage.wrong.push(id);
    }
    const isGone = ({ status, ...one }: (typeof all)[number]) =>
      status === 'COMPLETED' || ('refund' in one && one.refund?.status === 'FAILED');
    paid += begun.filter(isGone).length * amount;
  }
  const [ledger] = mock.ledger.balances().filter(({ currency }) => currency === 'USD');
  expect(ledger).toMatchObject({ holds: 0, balances: MONEY - paid });
  return damage;
}

/** Six hours of a platform whose connection, service, processes and webhook endpoint fail at random. */
async function hoursOf(seed: number, payerOf: () => Payer, count: number): Promise<Damage> {
  const random = randomOf(seed);
  const mock = createMock({ seed: String(seed) });
  const { clock } = mock;
  const payments = createPaymentsClient({ ...mock.connection, fetch: mock.fetch, clock, retry: 0 });
  const orders = addOrders(mock, count);
  const books = new Map<string, PayoutStatus>();
  const store = memoryStore({ clock });
  const webhooks = payoutWebhooks(
    { publicKeys: mock.webhooks.publicKey, store, clock },
    { setStatus: (id, status) => void books.set(id, status) },
  );
  let isDown = false;
  const down = () => new Response(null, { status: 503 });
  mock.deliverTo((request) => (isDown ? down() : webhooks.fetch(request)));
  const payer = payerOf();
  /** What the users see and confirm; a process that ends forgets it. */
  const shown = new Map<string, Offer>();
  /** The next step of an order. Whatever fails is tried again later. */
  const step = async (order: Order, isAskedAgain: boolean): Promise<void> => {
    const seen = shown.get(order.id);
    if (seen === undefined || (seen.status === 'PENDING' && isAskedAgain)) {
      shown.set(order.id, await payer.offer(payments, order));
    } else if (seen.status === 'PENDING') {
      shown.delete(order.id);
      await payer.pay(payments, order, seen.quoteId);
    }
  };
  const work = (order: Order) => step(order, random() < 0.3).catch(() => undefined);
  for (let minute = 0; minute < MINUTES; ) {
    const pause = 1 + Math.floor(random() * 6);
    minute += pause;
    clock.advance({ minutes: pause });
    if (random() < 0.2) mock.faults.clear();
    else if (random() < 0.3) {
      const effect = effects[Math.floor(random() * effects.length)] as FaultEffect;
      mock.faults.add({ effect, times: 'always', probability: random() });
    }
    if (random() < 0.1) isDown = !isDown;
    if (random() < 0.05) shown.clear();
    const arrived = orders.slice(0, Math.ceil((minute / MINUTES) * 2 * count));
    const chosen = arrived.filter(() => random() < 0.5);
    // Sometimes two processes work on one order at the same time.
    await Promise.all(
      chosen.flatMap((order) => (random() < 0.2 ? [order, order] : [order])).map(work),
    );
    await mock.webhooks.flush();
  }
  mock.faults.clear();
  isDown = false;
  // In the calm afterwards, what is still open ends.
  for (let round = 0; round < 30; round += 1) {
    clock.advance(round < 20 ? { minutes: 1 } : { hours: 1 });
    await Promise.all(orders.map(work));
    await mock.webhooks.flush();
  }
  return damageOf(payments, mock, orders, books);
}

const none: Damage = { twice: [], never: [], wrong: [] };

function walkthrough(): Payer {
  const attempts = memoryAttempts();
  return {
    offer: (payments, order) => offer(payments, attempts, order),
    pay: (payments, order, quoteId) => pay(payments, attempts, order, quoteId),
  };
}

/** A platform that keeps nothing of its quotes: its keys alone have to tell payments apart. */
const withKeys =
  (quoteKey: (order: Order) => string, payKey: (order: Order, quoteId: string) => string) =>
  (): Payer => ({
    async offer(payments, { payTo, fromAccountId, amount, ...order }) {
      const quote = await payments.quotes.create(
        {
          source: { sourceType: 'ACCOUNT', accountId: fromAccountId },
          destination: { destinationType: 'ACCOUNT', accountId: payTo },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: amount,
        },
        { idempotencyKey: quoteKey({ ...order, payTo, fromAccountId, amount }) },
      );
      const { id: quoteId, transactionId, status, expiresAt } = quote;
      return { quoteId, transactionId, status, expiresAt, receives: 0, fees: 0 };
    },
    pay: async (payments, order, quoteId) => {
      await payments.quotes.execute({ quoteId }, { idempotencyKey: payKey(order, quoteId) });
    },
  });

test('six hours of outages neither loses nor doubles a payout', async () => {
  expect(await hoursOf(1, walkthrough, 8)).toEqual(none);
});

let quotes = 0;
test.each([
  [
    'never',
    'the order alone',
    withKeys(
      ({ id }) => `quote ${id}`,
      ({ id }) => `pay ${id}`,
    ),
  ],
  [
    'twice',
    'each quote',
    withKeys(
      () => `quote ${++quotes}`,
      (_order, id) => `pay ${id}`,
    ),
  ],
] as const)('it would pay orders %s with keys made from %s', async (damage, _from, payer) => {
  expect((await hoursOf(1, payer, 4))[damage]).not.toEqual([]);
});
