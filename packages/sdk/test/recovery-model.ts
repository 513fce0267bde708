import { createMock, type Fault, type FaultEffect, type Mock } from '@org/payments-mock';
import { createPaymentsClient, type PaymentsClient } from '../src/client/payments-client.ts';
import type { RecoveredWrite } from '../src/recover/recovered-write.ts';
import { FakeClock } from './fake-clock.ts';
import { memoryJournal } from './memory-journal.ts';

const MINUTE = 60_000;
/** Longer than any claim on a journal's entry. */
const CLAIM_EXPIRED = 24 * 60 * MINUTE;
/** How long a write of the model may be on its way, and reads may be stale. */
const SETTLE = MINUTE;

/** A write whose effects the mock's ledger or tables count. */
export interface Write {
  readonly operation: NonNullable<Fault['operation']>;
  /** Prepares the mock; the write is sent later. */
  readonly prepare: (
    mock: Mock,
    payments: PaymentsClient,
  ) => {
    readonly send: (payments: PaymentsClient) => Promise<unknown>;
    /** Done by the platform before. */
    readonly before?: () => Promise<unknown>;
    /** Counts what this write has created or moved, and what looks as if it had. */
    readonly count: () => number;
    /** Adds an item that looks as if this write had created it. */
    readonly addTwin?: () => void;
    /** Adds another item to the list that recovery reads. */
    readonly addOther?: () => void;
  };
  /** The list that recovery reads, if any. */
  readonly list?: NonNullable<Fault['operation']>;
}

const AMOUNT = 100;

function balanceOf(mock: Mock, id: string): number {
  return mock.ledger.accounts().find((account) => account.id === id)?.amount ?? 0;
}

export const writes: readonly Write[] = [
  {
    operation: 'transfers.createOut',
    prepare(mock) {
      const { id: customerId } = mock.add.customer();
      const { id: accountId } = mock.add.internalAccount({ customerId, available: 10 * AMOUNT });
      const { id: to } = mock.add.externalAccount({ customerId });
      const transfer = { source: { accountId }, destination: { accountId: to }, amount: AMOUNT };
      return {
        send: (payments) => payments.transfers.createOut(transfer),
        count: () => (10 * AMOUNT - balanceOf(mock, accountId)) / AMOUNT,
      };
    },
  },
  {
    operation: 'quotes.execute',
    prepare(mock, payments) {
      const { id: customerId } = mock.add.customer();
      const { id: accountId } = mock.add.internalAccount({ customerId, available: 10 * AMOUNT });
      const { id: to } = mock.add.externalAccount({ customerId });
      let quoteId: `Quote:${string}` = 'Quote:none';
      return {
        before: async () => {
          const quote = await payments.quotes.create({
            source: { sourceType: 'ACCOUNT', accountId },
            destination: { destinationType: 'ACCOUNT', accountId: to },
            lockedCurrencySide: 'SENDING',
            lockedCurrencyAmount: AMOUNT,
          });
          quoteId = quote.id;
        },
        send: (other) => other.quotes.execute({ quoteId }),
        count: () => (10 * AMOUNT - balanceOf(mock, accountId)) / AMOUNT,
      };
    },
  },
  {
    operation: 'customers.create',
    list: 'customers.list',
    prepare(mock) {
      const ada = { platformCustomerId: 'ada', fullName: 'Ada' };
      const rows = () => mock.snapshot().tables.customers.rows;
      return {
        send: (payments) => payments.customers.create({ customerType: 'INDIVIDUAL', ...ada }),
        count: () => rows().filter(([, row]) => row.platformCustomerId === 'ada').length,
        addTwin: () => mock.add.customer(ada),
        addOther: () => mock.add.customer(),
      };
    },
  },
];

/** What happens to the write on its way. */
export const fates: Readonly<Record<string, FaultEffect>> = {
  'lost on the way': { kind: 'reset-connection' },
  'lost on the way back': { kind: 'lose-reply' },
  'applied a second later': { kind: 'late-apply', milliseconds: 1_000 },
  'applied just before it settles': { kind: 'late-apply', milliseconds: SETTLE - 1 },
  'blocked by a gateway': { kind: 'foreign-response', form: 'message' },
  'blocked with the id of another resource': { kind: 'foreign-response', form: 'other-id' },
  'applied behind a gateway': { kind: 'foreign-response', form: 'empty-object', applied: true },
};

/** What reads show meanwhile. */
export const surroundings = [
  'true',
  'stale',
  'by a clock that is ahead',
  'by a clock that is behind',
  'on a later page',
  'cached',
  'like a write of last year',
] as const;
export type Surroundings = (typeof surroundings)[number];

function surround(mock: Mock, { operation, list }: Write, what: Surroundings): void {
  const always = { times: 'always' } as const;
  if (what === 'stale') {
    mock.faults.add({ operation, effect: { kind: 'stale-read', milliseconds: SETTLE - 1 } });
  }
  if (what === 'cached' && list !== undefined) {
    const effect = { kind: 'cached-list', milliseconds: 60 * MINUTE } as const;
    mock.faults.add({ operation: list, ...always, effect });
  }
  if (what.startsWith('by a clock')) {
    const milliseconds = what.endsWith('ahead') ? 5 * MINUTE : -5 * MINUTE;
    mock.faults.add({ ...always, effect: { kind: 'skewed-date', milliseconds } });
  }
}

/** How two processes recover the write. */
export const recoveries = ['at once', 'aborted', 'late', 'expired claim', 'interrupted'] as const;
export type Recoveries = (typeof recoveries)[number];

/** The end of one run. */
export interface RunResult {
  /** What each recovery concluded about the write. */
  readonly outcomes: readonly string[];
  /** Effects of the write when the recoveries were over, and all of its own late ones. */
  readonly effects: number;
  /** Effects after a caller who repeats what was not applied. */
  readonly afterwards: number;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Moves the clock on as long as something waits for it, until a promise is settled. */
async function drive<Value>(clock: FakeClock, promise: Promise<Value>): Promise<Value> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  promise.then(over, over);
  for (let steps = 0; !isOver && steps < 2_000; steps += 1) {
    for (let turns = 0; !isOver && turns < 8; turns += 1) await turn();
    if (!isOver) clock.advanceToNext();
  }
  if (!isOver) throw new Error('The call waits for something that is not on the clock.');
  return promise;
}

/** Plays one run: a write, the end of its process, two recoveries, and a caller who obeys. */
export async function playRecovery(
  write: Write,
  fate: FaultEffect,
  what: Surroundings,
  how: Recoveries,
): Promise<RunResult> {
  const clock = new FakeClock();
  const mock = createMock({ now: () => clock.now(), authentication: 'off' });
  const journal = memoryJournal();
  const client = () =>
    createPaymentsClient({
      ...mock.connection,
      fetch: mock.fetch,
      clock,
      journal,
      retry: 0,
      timeout: 30_000,
      deadline: SETTLE,
    });
  const { send, before, count, addTwin, addOther } = write.prepare(mock, client());
  if (before !== undefined) await drive(clock, before());
  if (what === 'like a write of last year') {
    addTwin?.();
    clock.advance(365 * CLAIM_EXPIRED);
  }
  const earlier = count();
  const effects = () => count() - earlier;
  surround(mock, write, what);
  mock.faults.add({ operation: write.operation, effect: fate });
  const { update } = journal;
  // The process ends before it can record what it knows.
  journal.update = async () => true;
  await drive(clock, send(client())).catch(() => undefined);
  journal.update = update;
  if (what === 'on a later page') {
    clock.advance(1);
    for (let others = 0; others < 101; others += 1) addOther?.();
  }

  const outcomes: string[] = [];
  const note = (found: readonly RecoveredWrite[]) => {
    const own = found.filter(({ operation }) => operation === write.operation);
    outcomes.push(...own.map(({ outcome }) => outcome));
  };
  const recover = (options = {}) => drive(clock, run(client(), options).then(note));
  const run = async (payments: PaymentsClient, options: object) => payments.recover(options);
  const settings = { settle: 2 * SETTLE };
  if (how === 'at once') {
    await Promise.all([recover(settings), recover(settings)]);
  } else if (how === 'aborted') {
    const controller = new AbortController();
    clock.setTimeout(() => controller.abort(), 1_000);
    await recover({ ...settings, signal: controller.signal }).catch(() => undefined);
  } else if (how === 'late') {
    await recover({ ...settings, deadline: 1_000 });
  } else if (how === 'interrupted') {
    const first = client().recover(settings)[Symbol.asyncIterator]();
    await drive(clock, first.next());
    await drive(clock, Promise.resolve(first.return?.()));
  } else {
    const first = client().recover(settings)[Symbol.asyncIterator]();
    const found = await drive(clock, first.next());
    clock.advance(CLAIM_EXPIRED);
    await recover(settings);
    if (!found.done) note([found.value]);
    await drive(clock, first.next());
  }
  await recover({ ...settings, since: new Date(0) });

  clock.advance(CLAIM_EXPIRED);
  await mock.webhooks.flush();
  const total = effects();
  mock.faults.clear();
  if (outcomes.includes('not-applied')) await drive(clock, send(client())).catch(() => undefined);
  return { outcomes, effects: total, afterwards: effects() };
}

/** The promises that a run breaks, in words. */
export function brokenPromises({ outcomes, effects, afterwards }: RunResult): string[] {
  const problems: string[] = [];
  if (outcomes.includes('applied') && effects === 0) problems.push('said applied, was not');
  if (outcomes.includes('not-applied') && effects > 0) problems.push('said not applied, was');
  if (effects > 1) problems.push(`applied ${effects} times`);
  if (afterwards > 1) problems.push(`applied ${afterwards} times once the caller repeated it`);
  if (outcomes.length === 0) problems.push('said nothing');
  return problems;
}
