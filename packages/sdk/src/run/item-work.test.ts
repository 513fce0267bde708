import { describe, expect, test } from 'vitest';
import { ConnectionError } from '../errors/network-errors.ts';
import type { RecoveredWrite } from '../recover/recovered-write.ts';
import { stepKey } from './item-source.ts';
import type { WorkContext } from './item-steps.ts';
import { ItemWork } from './item-work.ts';
import type { ClaimedItem, StepRecords } from './run-state.ts';
import type { PayItem } from './run-types.ts';

const NOW = Date.parse('2026-01-05T09:00:00Z');
const HOUR = 3_600_000;

/** An error of the client with the facts by which it is judged. */
const errorOf = (facts: object) =>
  Object.assign(new ConnectionError('It was refused.'), { code: 'CODE', action: 'Do.', ...facts });
const refused = errorOf({ outcome: 'not-applied', retryable: false });
const lost = errorOf({ outcome: 'unknown' });
const later = errorOf({ outcome: 'not-applied', retryable: true });
const limited = errorOf({ outcome: 'not-applied', status: 429, retryAfter: 7_000 });
const unrecorded = errorOf({ name: 'JournalError' });

/** What a recovery finds of a write. */
const found = (outcome: RecoveredWrite['outcome'], more: object = {}) =>
  ({ outcome, because: 'A read says so.', source: {}, ...more }) as RecoveredWrite;

interface Setting {
  readonly claim?: Partial<ClaimedItem>;
  readonly context?: Partial<WorkContext>;
  /** What the journal has of the write; `busy` if another process is at it. Default nothing. */
  readonly journal?: RecoveredWrite | 'busy' | Error | undefined;
  readonly leasedUntil?: number;
  readonly isHeld?: boolean;
}

/** Pays one claimed item, and returns how it ended and everything that was asked of others. */
async function work(pay: PayItem<unknown, unknown>, setting: Setting = {}) {
  const { journal, leasedUntil = NOW + 1, isHeld = true } = setting;
  const asked: (readonly unknown[])[] = [];
  const note = (...what: readonly unknown[]) => void asked.push(structuredClone(what));
  const session = {
    save: async (_token: string, steps: StepRecords) => {
      note('save', steps);
      return isHeld;
    },
    release: async (_token: string, release: object) => note('release', release),
    finish: async (_token: string, outcome: object, steps: StepRecords) => {
      note('finish', outcome, steps);
      return isHeld;
    },
  };
  const pacer = {
    turn: async (isFirst: boolean) => note('turn', isFirst),
    slow: async (pause: number) => note('slow', pause),
  };
  async function* recover(options: { readonly repeatKeyed: boolean }) {
    note('recover', options.repeatKeyed);
    if (journal instanceof Error) throw journal;
    if (journal !== undefined && journal !== 'busy') yield journal;
  }
  const open = async () => (journal === undefined ? [] : [{ id: 'a' }]);
  const client = { clock: { now: () => NOW }, journal: { open }, recover };
  const context = {
    ...{ run: 'r', client, tries: 3, patience: 5_000, keyLifetime: 23 * HOUR, settle: undefined },
    ...{ session, pacer, stopping: new AbortController().signal, ...setting.context },
  } as unknown as WorkContext;
  const claim: ClaimedItem = {
    ...{ id: 'i', content: '{"to":"ada"}', token: 't', steps: {}, tries: 0 },
    ...{ mayBeSent: false, begunAt: NOW, age: 0, ...setting.claim },
  };
  const end = await new ItemWork(context, claim, pay, leasedUntil).run();
  const of = (kind: string) => asked.filter(([what]) => what === kind);
  const [[, outcome, kept] = []] = of('finish');
  return { end, asked, of, outcome, kept, released: of('release')[0]?.[1] };
}

const keyOf = (step: string, attempt = 1) => stepKey({ run: 'r', item: 'i', step, attempt });
const release = (more: object = {}) => ({
  ...{ steps: { pay: { attempt: 1 } }, dueIn: 500, mayBeSent: false, isTry: true },
  ...more,
});

/** Pays in one step that ends so each time. */
const ending =
  (...ends: readonly unknown[]): PayItem<unknown, unknown> =>
  (_item, step) => {
    const left = [...ends];
    return step('pay', async () => {
      const end = left.shift();
      if (end instanceof Error) throw end;
      return end;
    });
  };

describe('an item', () => {
  test('is paid in steps with keys of their own, and what one returned is recorded before the next', async () => {
    const keys: string[] = [];
    const { asked } = await work(async (item, step) => {
      const quote = await step('quote', async (key) => ({ id: keys.push(key), clientSecret: 's' }));
      await step('pay', async (key) => keys.push(key));
      return { item, quote };
    });
    expect(keys).toEqual([await keyOf('quote'), await keyOf('pay')]);
    const quote = { attempt: 1, result: [{ id: 1, clientSecret: '[redacted]' }] };
    const result = { item: { to: 'ada' }, quote: quote.result[0] };
    expect(asked).toEqual([
      ['turn', true],
      ['save', { quote, pay: { attempt: 1 } }],
      ['turn', false],
      ['finish', { status: 'paid', result }, { quote, pay: { attempt: 1, result: [2] } }],
    ]);
  });

  test('is not sent a step again that the state has, and a refused one has another key', async () => {
    const keys: string[] = [];
    const steps: StepRecords = {
      quote: { attempt: 2, result: ['q'] },
      pay: { attempt: 3, isRefused: true },
    };
    const pay: PayItem<unknown, unknown> = async (_, step) => [
      await step('quote', async (key) => keys.push(key)),
      await step('pay', async (key) => keys.push(key)),
    ];
    const { outcome, kept } = await work(pay, { claim: { steps } });
    expect(keys).toEqual([await keyOf('pay', 4)]);
    expect([outcome, kept]).toMatchObject([{ result: ['q', 1] }, { pay: { attempt: 4 } }]);
  });

  test.each(['', '1a', 'a b', 'a'.repeat(65), 'ä', '-a', 7])(
    'has no step with the name %j',
    async (name) => {
      const { end, of } = await work((_, step) => step(name as string, async () => 1));
      expect(end).toMatchObject({ is: 'stop', error: { code: 'RUN_PAY_FAILED', itemId: 'i' } });
      expect(of('turn')).toEqual([]);
    },
  );

  test('has no two steps of one name, and none after one that ended it, whatever its program catches', async () => {
    const keys: string[] = [];
    const send = async (key: string) => keys.push(key);
    const twice = await work((_, step) => step('pay', send).then(() => step('pay', send)));
    expect(twice.end).toMatchObject({ is: 'stop', error: { code: 'RUN_PAY_FAILED' } });
    const caught: PayItem<unknown, unknown> = async (_, step) => {
      await step('quote', () => Promise.reject(refused)).catch(() => undefined);
      return step('pay', send);
    };
    expect((await work(caught)).outcome).toMatchObject({ status: 'refused', step: 'quote' });
    expect(keys).toEqual([await keyOf('pay')]);
  });

  test('that another worker has, or has taken over, is not sent and not recorded', async () => {
    const pay = ending(1);
    const none = await work(pay, { leasedUntil: NOW });
    expect([none.end, none.asked]).toEqual([{ is: 'left' }, [['turn', true]]]);
    expect((await work(pay, { isHeld: false })).end).toEqual({ is: 'left' });
    const twice: PayItem<unknown, unknown> = async (_, step) => {
      await step('quote', async () => 1);
      return step('pay', async () => expect.unreachable());
    };
    expect((await work(twice, { isHeld: false })).of('finish')).toEqual([]);
  });

  test('goes back unsent when the run ends', async () => {
    const stopping = AbortSignal.abort();
    const pacer = { turn: () => Promise.reject(later) } as unknown as WorkContext['pacer'];
    for (const context of [{ stopping }, { stopping, pacer }]) {
      const { end, released } = await work(ending(1), { context });
      expect(end).toEqual({ is: 'left' });
      expect(released).toEqual(release({ dueIn: 0, isTry: false }));
    }
    expect((await work(ending(1), { context: { pacer } })).released).toEqual(release());
  });

  test('may be sent later, after a time that doubles, and is not sent once it was tried often enough', async () => {
    const tried = (tries: number, error = later) => work(ending(error), { claim: { tries } });
    const first = await tried(0);
    expect([first.released, first.of('slow')]).toEqual([release(), []]);
    expect((await tried(1)).released).toEqual(release({ dueIn: 1_000 }));
    expect((await tried(2)).outcome).toMatchObject({ status: 'not-sent', step: 'pay' });
    const rate = await tried(10, limited);
    expect(rate.of('slow')).toEqual([['slow', 7_000]]);
    expect(rate.released).toEqual(release({ dueIn: 7_000 }));
    expect((await tried(11, limited)).outcome).toMatchObject({ status: 'not-sent' });
    const doubted = await work(ending(later), { claim: { tries: 2, mayBeSent: true } });
    expect(doubted.outcome).toMatchObject({ status: 'unknown', next: 'start' });
  });

  test('that may have been sent keeps its key and its doubt', async () => {
    expect((await work(ending(lost))).released).toEqual(release({ mayBeSent: true }));
    const last = await work(ending(lost), { claim: { tries: 2 } });
    const idempotencyKey = await keyOf('pay');
    const outcome = { status: 'unknown', step: 'pay', idempotencyKey, next: 'start' };
    expect([last.outcome, last.kept]).toMatchObject([outcome, { pay: { attempt: 1 } }]);
    const journal = errorOf({ outcome: 'unknown', cause: unrecorded });
    for (const [error, mayBeSent] of [
      [journal, true],
      [unrecorded, false],
    ] as const) {
      const { end, released } = await work(ending(error));
      expect(end).toEqual({ is: 'stop', error: unrecorded });
      expect(released).toEqual(release({ dueIn: 0, isTry: false, mayBeSent }));
    }
    const doubted = await work(ending(unrecorded), { claim: { mayBeSent: true } });
    expect(doubted.released).toEqual(release({ dueIn: 0, isTry: false, mayBeSent: true }));
  });

  test('was paid where an error shows it, of a step alone', async () => {
    const error = errorOf({ outcome: 'applied', resourceId: 'T' });
    const { outcome } = await work(ending(error));
    expect(outcome).toEqual({ status: 'paid', result: { id: 'T' } });
    for (const thrown of [error, lost]) {
      const own = await work(() => Promise.reject(thrown), { claim: { tries: 2 } });
      const message = 'It was refused.';
      expect(own.outcome).toMatchObject({ status: 'unknown', next: 'start', message });
    }
  });

  test('that was refused has another key, and is refused by its program only if nothing was sent', async () => {
    const once = await work(ending(refused), { journal: found('unknown') });
    expect(once.of('recover')).toEqual([]);
    const kept = { pay: { attempt: 1, isRefused: true } };
    expect([once.outcome, once.kept]).toMatchObject([{ status: 'refused', code: 'CODE' }, kept]);
    const program: PayItem<unknown, unknown> = (_, step) => step.refuse('NO', 'Not this one.');
    expect((await work(program)).outcome).toMatchObject({ status: 'refused', code: 'NO' });
    const doubted = await work(program, { claim: { mayBeSent: true } });
    expect(doubted.outcome).toMatchObject({ status: 'unknown', next: 'start' });
  });

  test('whose read fails after a payment is unknown, and before one is refused', async () => {
    for (const [steps, status] of [
      [['pay'], 'unknown'],
      [[], 'refused'],
    ] as const) {
      const pay: PayItem<unknown, unknown> = async (_, step) => {
        for (const name of steps) await step(name, async () => 1);
        throw refused;
      };
      const { outcome } = await work(pay, { claim: { tries: 2 } });
      expect(outcome).toMatchObject({ status });
    }
  });
});

describe('the repeat of a step that may have been sent', () => {
  const claim = { mayBeSent: true, tries: 2 };
  const person = { source: { errorCode: 'SETTLED_BY_PERSON ada' } };

  test.each([
    ['was applied, with its resource', found('applied', { resource: { id: 'T' } }), { id: 'T' }],
    ['was applied, with its id alone', found('applied', { resourceId: 'T' }), { id: 'T' }],
    ['was applied, as a person says', found('applied', person), { settledBy: 'ada' }],
  ])('and is refused: it %s', async (_, journal, result) => {
    const { outcome } = await work(ending(refused), { claim, journal });
    expect(outcome).toMatchObject({ status: 'paid', result });
    // What is sent after it is not in doubt.
    const pay: PayItem<unknown, unknown> = async (_item, step) => {
      await step('quote', () => Promise.reject(refused));
      return step('pay', () => Promise.reject(refused));
    };
    expect((await work(pay, { claim, journal })).outcome).toMatchObject({ status: 'refused' });
  });

  test.each([
    ['nothing is open', undefined, { status: 'refused' }, true],
    ['it was not applied', found('not-applied'), { status: 'refused' }, true],
    ['another process is at it', 'busy', { status: 'unknown', next: 'mend' }, undefined],
    ['the journal cannot be read', later, { status: 'unknown', next: 'mend' }, undefined],
    ['nothing shows it', found('unknown'), { status: 'unknown', next: 'mend' }, undefined],
    [
      'its key is that of another request',
      found('not-applied', { source: { errorCode: 'IDEMPOTENCY_KEY_REUSED' } }),
      { status: 'unknown', next: 'look', code: 'IDEMPOTENCY_KEY_REUSED' },
      undefined,
    ],
  ] as const)('and is refused, where %s', async (_, journal, expected, isRefused) => {
    const { outcome, kept, of } = await work(ending(refused), { claim, journal });
    expect(outcome).toMatchObject(expected);
    expect(kept).toEqual({ pay: { attempt: 1, isRefused } });
    expect(of('recover')).toEqual(journal === undefined ? [] : [['recover', true]]);
  });

  test('ends the run where the journal fails, and goes back with its doubt', async () => {
    const { end, released } = await work(ending(refused), { claim, journal: unrecorded });
    expect(end).toEqual({ is: 'stop', error: unrecorded });
    expect(released).toMatchObject({ mayBeSent: true, isTry: false });
  });

  test('is asked again as soon as a read can show more, if that is soon', async () => {
    for (const [wait, dueIn] of [
      [4_000, 4_000],
      [5_000, 5_000],
      [100, 500],
      [5_001, undefined],
    ] as const) {
      const askAgainAt = new Date(NOW + wait).toISOString();
      const journal = found('unknown', { askAgainAt });
      const own = { claim: { mayBeSent: true }, journal };
      const { released, outcome } = await work(ending(refused), own);
      if (dueIn !== undefined) expect(released).toMatchObject({ dueIn, isTry: true });
      else expect(outcome).toMatchObject({ status: 'unknown', askAgainAt });
    }
  });

  describe('with a key that the service may have forgotten', () => {
    const old = { ...claim, age: 23 * HOUR };
    const never = () => expect.unreachable();
    const pay: PayItem<unknown, unknown> = (_, step) => step('pay', never);
    const action = expect.stringContaining('Find out at the service');
    const look = { status: 'unknown', next: 'look', action };

    test.each([
      ['no entry', undefined, { ...look, code: 'JOURNAL_ENTRY_MISSING' }],
      [
        'what nothing shows',
        found('unknown'),
        { ...look, message: 'A read says so. The key is older than the service remembers it.' },
      ],
      ['a time to ask again', found('unknown', { askAgainAt: 'x' }), { next: 'start' }],
      ['what is of another account', found('unknown', { foreign: 'account' }), { next: 'start' }],
      ['an error', found('unknown', { source: { errorCode: 'E' } }), { next: 'start' }],
      ['that it was applied', found('applied', { resourceId: 'T' }), { status: 'paid' }],
    ])('is not sent; of the journal: %s', async (_, journal, expected) => {
      for (const age of [old.age, -300_000]) {
        const { outcome, of } = await work(pay, { claim: { ...old, age }, journal });
        expect(outcome).toMatchObject(expected);
        expect(of('recover')).toEqual([['recover', false]]);
      }
    });

    test('has another key if it was not applied, or pays nothing by itself', async () => {
      for (const [journal, movesMoney] of [
        [found('not-applied'), true],
        [found('applied'), false],
      ] as const) {
        const keys: string[] = [];
        const send = async (key: string) => keys.push(key);
        const { of } = await work((_, step) => step('pay', send, { movesMoney }), {
          ...{ claim: old, journal },
        });
        expect(keys).toEqual([await keyOf('pay', 2)]);
        expect(of('recover')).toEqual(movesMoney ? [['recover', false]] : []);
      }
    });

    test('is sent again with its key just before', async () => {
      for (const age of [23 * HOUR - 1, -299_999]) {
        const { outcome, of } = await work(ending('T'), { claim: { ...old, age } });
        expect(outcome).toMatchObject({ status: 'paid', result: 'T' });
        expect(of('recover')).toEqual([]);
      }
    });
  });
});

describe('a step that expires', () => {
  const expiresAt = new Date(NOW).toISOString();

  /** Pays by a quote that has expired whenever its payment is refused. */
  async function expiring(attempts?: number) {
    const keys: string[] = [];
    const { outcome, kept, of } = await work(async (_, step) => {
      const quote = async (key: string) => ({ id: keys.push(key), expiresAt });
      await step('quote', quote, { again: 'expired', attempts });
      return step('pay', async (key) => {
        keys.push(key);
        throw refused;
      });
    });
    // The refusals leave no doubt.
    expect(of('recover')).toEqual([]);
    return { keys, outcome, kept };
  }

  test('is sent anew with what follows it, as often as it says', async () => {
    const { keys, outcome, kept } = await expiring(1);
    const all = ['quote', 'pay'].map((step) => [keyOf(step), keyOf(step, 2)]);
    const [quote, pay] = await Promise.all(all.map((two) => Promise.all(two)));
    expect(keys).toEqual([quote?.[0], pay?.[0], quote?.[1], pay?.[1]]);
    expect(outcome).toMatchObject({ status: 'refused' });
    expect(kept).toMatchObject({ pay: { isRefused: true } });
    expect((await expiring()).keys).toHaveLength(8);
  });

  test('is alone in that: what its program refuses keeps what other steps returned', async () => {
    const { kept } = await work(async (_, step) => {
      await step('account', async () => 1);
      return step.refuse('NO', 'Not this one.');
    });
    expect(kept).toEqual({ account: { attempt: 1, result: [1] } });
  });

  test('is sent anew in another start if its program refuses what it returned, unless it was paid with', async () => {
    for (const isPaid of [false, true]) {
      const { kept } = await work(async (_, step) => {
        await step('account', async () => 1);
        await step('quote', async () => 2, { again: 'expired' });
        if (isPaid) await step('pay', async () => 3);
        return step.refuse('COSTS_MORE', 'It costs more.');
      });
      const account = { attempt: 1, result: [1] };
      const quote = isPaid ? { attempt: 1, result: [2] } : { attempt: 1, isRefused: true };
      expect(kept).toMatchObject({ account, quote });
    }
  });
});
