import type { Fields, OperationRow } from '@org/payments-contract';
import { describe, expect, test } from 'vitest';
import { FakeClock, SettlingClock } from '../../test/fake-clock.ts';
import { NotFoundError } from '../errors/api-error.ts';
import { ContractError } from '../errors/network-errors.ts';
import { CLOCK_TOLERANCE } from './read-timing.ts';
import {
  evidenceReader,
  type Reader,
  type ReadResult,
  reconcileAdvice,
  reconciler,
  type SentChange,
} from './reconcile.ts';

type Rule = NonNullable<OperationRow['reconcile']>;

/** The default deadline and the default time to settle. */
const SETTLED = 150_000;

const byRead: Rule = {
  by: 'read',
  read: 'things.get',
  input: ({ id }) => ({ id }),
  isApplied: ({ value }, found) => found === undefined || found.value === value,
};
const byList: Rule = {
  by: 'list',
  read: 'things.list',
  input: ({ owner }) => (owner === undefined ? undefined : { owner }),
  matches: ({ value }, item) => (item.value === value ? 'applied' : undefined),
  whenAbsent: 'not-applied',
};

interface Response {
  readonly value?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: Error;
}

/** A change of `{ id: 1, owner: 'ada', value: 'x' }` that was lost, and the reads of it. */
function lost(rule: Rule | undefined, responses: Response[], more: Fields = {}) {
  const clock = new FakeClock();
  const sentAt = clock.now();
  const inputs: Fields[] = [];
  const query = more.query === null ? undefined : { shape: more.query ?? { limit: {} } };
  const reader: Reader = {
    clock,
    operation: (name) =>
      name === more.unknown ? undefined : { name: name as never, row: { query } as never },
    read: async (_operation, input): Promise<ReadResult> => {
      inputs.push(input);
      const { value, headers = {}, error } = responses.shift() ?? {};
      if (error !== undefined) throw error;
      const all = { ...dated(clock), ...headers };
      return { value, header: (name) => all[name as keyof typeof all] ?? null };
    },
  };
  const row = { reconcile: rule, method: more.method ?? 'PATCH' } as unknown as OperationRow;
  const change: SentChange = {
    operation: { name: 'things.update' as never, row },
    sending: { rule: 'never', isPreparing: false, leg: undefined, hasKey: false },
    timing: { sentAt, sameProcess: true, clockOffset: 0 },
    seen: [{ kind: 'sent', at: sentAt, why: 'network' }],
    input: () => (more.input as Fields | undefined) ?? { id: 1, owner: 'ada', value: 'x' },
  };
  return { clock, inputs, reader, change, ask: evidenceReader(reader, change) };
}

const dated = (clock: Pick<FakeClock, 'now'>, milliseconds = 0) => ({
  date: new Date(clock.now() + milliseconds).toUTCString(),
});
const later = { createdAt: '2030-01-01T00:00:00Z', updatedAt: '2030-01-01T00:00:00Z' };
function errorResponse(status: number, code: string, headers = {}): NotFoundError {
  const body = { status, code, message: 'gone' };
  const date = 'Tue, 01 Jan 2030 00:00:00 GMT';
  return new NotFoundError(body, { headers: { date, ...headers }, text: JSON.stringify(body) });
}

describe('a change whose row names', () => {
  test.each<[string, Rule | undefined, Fields]>([
    ['no rule', undefined, {}],
    ['a repeat', { by: 'repeat', why: 'It is idempotent.' }, {}],
    ['nothing but a person', { by: 'hand', why: 'Look at the bank.' }, {}],
    ['a read that the client does not have', byRead, { unknown: 'things.get' }],
    ['a list that the client does not have', byList, { unknown: 'things.list' }],
    ['a list for which the input is not sufficient', byList, { input: { value: 'x' } }],
  ])('%s has no read', (_what, rule, more) => {
    const { ask, reader, change, inputs } = lost(rule, [], more);
    expect(ask).toBeUndefined();
    expect(reconciler(reader, change)).toBeUndefined();
    expect(inputs).toEqual([]);
  });

  test('a repeat or a person has its advice', () => {
    const advice = (reconcile: Rule | undefined) => reconcileAdvice({ reconcile } as OperationRow);
    expect(advice({ by: 'repeat', why: 'It is idempotent.' })).toBe(
      'Repeating the call does no harm. It is idempotent.',
    );
    expect(advice({ by: 'hand', why: 'Look at the bank.' })).toBe('Look at the bank.');
    for (const rule of [byRead, byList, { by: 'first-leg' } as const, undefined]) {
      expect(advice(rule)).toBeUndefined();
    }
  });
});

describe('a read', () => {
  test('shows the change, or that it is missing once it has settled', async () => {
    const { ask, inputs, clock } = lost(byRead, [
      { value: { value: 'x' } },
      { value: { value: 'y' } },
      { value: { value: 'y' } },
    ]);
    expect(await ask?.()).toEqual({
      verdict: expect.objectContaining({ outcome: 'applied' }),
      because: 'A read shows the change.',
      resource: { value: 'x' },
    });
    expect(await ask?.()).toMatchObject({
      verdict: { outcome: 'unknown', askAgainAt: clock.now() + SETTLED },
      because: expect.stringContaining('which may still be applied'),
    });
    clock.advance(SETTLED);
    expect(await ask?.()).toMatchObject({
      verdict: { outcome: 'not-applied' },
      because: 'A read made after the change could no longer arrive does not show it.',
    });
    expect(inputs).toEqual([{ id: 1 }, { id: 1 }, { id: 1 }]);
  });

  test.each([404, 410])('that the service refuses with %i shows it is missing', async (status) => {
    const { ask } = lost(byRead, [{ error: errorResponse(status, 'NOT_FOUND') }], {
      method: 'DELETE',
    });
    expect(await ask?.()).toMatchObject({ verdict: { outcome: 'applied' }, resource: undefined });
  });

  test.each([
    errorResponse(404, 'UNREADABLE_ERROR'),
    errorResponse(403, 'FORBIDDEN'),
    new NotFoundError({ status: 404, code: 'NOT_FOUND', message: 'gone' }),
    new ContractError('no', { operation: 'cards.get' }),
    Object.assign(new Error('no'), { status: 404 }),
  ])('that fails otherwise shows nothing: %s', async (error) => {
    const { ask } = lost(byRead, [{ error }], { method: 'DELETE' });
    await expect(ask?.()).rejects.toBe(error);
  });

  test('that the service refuses is as old as its response', async () => {
    const rule = { ...byRead, isApplied: () => false };
    const age = { error: errorResponse(404, 'NOT_FOUND', { age: '5' }) };
    const { ask, clock } = lost(rule, [age, { error: errorResponse(404, 'NOT_FOUND') }]);
    clock.advance(SETTLED);
    expect(await ask?.()).toMatchObject({ verdict: { outcome: 'unknown' } });
    expect(await ask?.()).toMatchObject({ verdict: { outcome: 'not-applied' } });
  });

  test('without a date is as old as what it returns', async () => {
    const headers = { date: '' };
    const { ask, clock } = lost({ ...byRead, isApplied: () => false }, [
      { value: later, headers },
      { value: {}, headers },
      { error: errorResponse(404, 'NOT_FOUND', headers) },
    ]);
    clock.advance(SETTLED);
    expect(await ask?.()).toMatchObject({ verdict: { outcome: 'not-applied' } });
    for (const _read of ['old', 'missing']) {
      expect(await ask?.()).toMatchObject({ verdict: { outcome: 'unknown' } });
    }
  });

  test.each(['1', '0.5', 'soon'])('with the age %s comes from a cache', async (age) => {
    const { ask, clock } = lost(byRead, [{ value: { value: 'y' }, headers: { age } }]);
    clock.advance(SETTLED);
    expect(await ask?.()).toMatchObject({ verdict: { outcome: 'unknown' } });
  });
});

describe('a first leg that is sent again', () => {
  const rule: Rule = { by: 'first-leg' };

  test.each([
    ['a challenge', { value: 'challenge' }, 'not-applied'],
    ['a result that nobody has signed for', { value: { id: 1 } }, 'unknown'],
    ['that the resource is missing', { error: errorResponse(404, 'NOT_FOUND') }, 'applied'],
  ])('with %s', async (_what, response, outcome) => {
    const { ask, clock, inputs } = lost(rule, [response]);
    clock.advance(SETTLED);
    expect(await ask?.()).toMatchObject({ verdict: { outcome }, resource: undefined });
    expect(inputs).toEqual([{ id: 1, owner: 'ada', value: 'x' }]);
  });

  test('proves nothing while the change may arrive', async () => {
    const { ask } = lost(rule, [{ value: 'challenge' }]);
    expect(await ask?.()).toMatchObject({ verdict: { outcome: 'unknown' } });
  });
});

describe('a list', () => {
  const page = (data: readonly Fields[], next?: string) => ({
    data,
    ...(next !== undefined && { hasMore: true, nextCursor: next }),
  });

  test('is read to its end with the same filter, in pages of 100', async () => {
    const { ask, inputs, clock } = lost(byList, [
      { value: page([{ value: 'a' }], 'two') },
      { value: page([], 'three') },
      { value: page([{ value: 'b' }]) },
    ]);
    clock.advance(SETTLED);
    expect(await ask?.()).toMatchObject({
      verdict: { outcome: 'not-applied' },
      resource: [{ value: 'a' }, { value: 'b' }],
    });
    const filter = { owner: 'ada', limit: 100 };
    expect(inputs).toEqual([filter, { ...filter, cursor: 'two' }, { ...filter, cursor: 'three' }]);
    expect(Object.keys(inputs[0] ?? {})).not.toContain('cursor');
  });

  test.each([{}, null])('without a limit is read without one: %j', async (query) => {
    const { ask, inputs } = lost(byList, [{ value: page([]) }], { query });
    await ask?.();
    expect(inputs).toEqual([{ owner: 'ada' }]);
  });

  test('that has more, and no cursor, was not read to its end', async () => {
    const { ask, clock, inputs } = lost(byList, [{ value: { data: [], hasMore: true } }]);
    clock.advance(SETTLED);
    expect(await ask?.()).toMatchObject({
      verdict: { outcome: 'unknown' },
      because: expect.stringContaining('does not show whether'),
    });
    expect(inputs).toHaveLength(1);
  });

  test('that counts more items than it has was not read to its end', async () => {
    const value = { data: [], hasMore: false, totalCount: 1 };
    const { ask, clock } = lost(byList, [{ value }]);
    clock.advance(SETTLED);
    expect(await ask?.()).toMatchObject({ verdict: { outcome: 'unknown' } });
  });

  test('shows a change on its last page, and all items where none is certain', async () => {
    const [other, found] = [{ value: 'a' }, { value: 'x', ...later }];
    const { ask } = lost(byList, [
      { value: page([other], 'two') },
      { value: page([found]) },
      { value: page([other, { value: 'x' }]) },
    ]);
    expect(await ask?.()).toMatchObject({ verdict: { outcome: 'applied' }, resource: [found] });
    const resource = [other, { value: 'x' }];
    expect(await ask?.()).toMatchObject({ verdict: { outcome: 'unknown' }, resource });
  });

  /** The verdict of a list of three pages, one of which differs. */
  async function withPage(
    index: number,
    headers: (clock: FakeClock) => Readonly<Record<string, string>>,
  ) {
    const responses: Response[] = [];
    const { ask, clock } = lost(byList, responses);
    clock.advance(SETTLED);
    const cursors = ['two', 'three', undefined];
    for (const [at, cursor] of cursors.entries()) {
      const given = at === index ? headers(clock) : dated(clock);
      responses.push({ value: page([], cursor), headers: given });
    }
    return (await ask?.())?.verdict.outcome;
  }

  test('is as old as its oldest page', async () => {
    expect(await withPage(-1, () => ({}))).toBe('not-applied');
    for (const index of [0, 1, 2]) {
      expect(await withPage(index, (clock) => dated(clock, 5_000))).toBe('not-applied');
      expect(await withPage(index, () => ({ age: '1' }))).toBe('unknown');
      expect(await withPage(index, (clock) => dated(clock, -2 * SETTLED))).toBe('unknown');
      // Without a date, nothing shows that it is not a copy from before the change.
      expect(await withPage(index, () => ({ date: '' }))).toBe('unknown');
    }
  });

  test('was read when its first page was', async () => {
    const { ask, clock, reader, change } = lost(byList, []);
    expect(ask).toBeDefined();
    clock.advance(SETTLED - 1);
    let count = 0;
    const slow: Reader = {
      ...reader,
      read: async () => {
        count += 1;
        if (count === 2) clock.advance(10_000);
        return {
          value: page([], count === 1 ? 'two' : undefined),
          header: (name) => (name === 'date' ? dated(clock).date : null),
        };
      },
    };
    const found = await evidenceReader(slow, change)?.();
    expect(found).toMatchObject({ verdict: { outcome: 'unknown' } });
  });
});

describe('reconcile', () => {
  test('lets a write settle for the time of its call, unless it is given a time', async () => {
    const { reader, change, clock } = lost(byRead, [{ value: {} }, { value: {} }]);
    const sent = { ...change, timing: { ...change.timing, settle: 1_000 } };
    const at = (milliseconds: number) => new Date(clock.now() + milliseconds).toISOString();
    const reconcile = reconciler(reader, sent);
    expect(await reconcile?.()).toMatchObject({ askAgainAt: at(121_000) });
    expect(await reconcile?.({ settleTime: 2_000 })).toMatchObject({ askAgainAt: at(122_000) });
  });

  test('asks again with `settle: true`, when a read can show more', async () => {
    const missing = { value: { value: 'y' } };
    const { reader, change } = lost(byRead, [missing, missing, missing]);
    const clock = new SettlingClock();
    const times: number[] = [];
    const settling: Reader = {
      ...reader,
      clock,
      read: async (operation, input) => {
        times.push(clock.now() - change.timing.sentAt);
        const { value } = await reader.read(operation, input);
        return { value, header: (name) => (name === 'date' ? dated(clock).date : null) };
      },
    };
    const sent = { ...change, timing: { ...change.timing, sentAt: clock.now() } };
    const start = clock.now() - change.timing.sentAt;
    expect(await reconciler(settling, sent)?.()).toMatchObject({
      outcome: 'unknown',
      askAgainAt: new Date(sent.timing.sentAt + SETTLED).toISOString(),
    });
    const found = await reconciler(settling, sent)?.({ settle: true, settleTime: 1_000 });
    expect(found).toMatchObject({ outcome: 'not-applied', askAgainAt: undefined });
    expect(times.map((time) => time - start)).toEqual([0, 0, 121_000]);
  });

  test.each([
    ['its clock stands still', 'date', 594_000],
    ['a cache responds in its place', 'age', SETTLED + CLOCK_TOLERANCE],
  ])('waits five minutes longer than it should take if %s', async (_why, field, end) => {
    const { reader, change } = lost(byRead, []);
    const clock = new SettlingClock();
    const sentAt = clock.now();
    const first = dated(clock);
    const fields = (): Record<string, string> =>
      field === 'date' ? first : { ...dated(clock), age: '5' };
    let reads = 0;
    const still: Reader = {
      ...reader,
      clock,
      async read() {
        reads += 1;
        if (reads === 500) throw new Error('The wait does not end.');
        return { value: { value: 'y' }, header: (name) => fields()[name] ?? null };
      },
    };
    const timing = { ...change.timing, sentAt, clockOffset: 0 };
    const found = await reconciler(still, { ...change, timing })?.({ settle: true });
    expect(found).toMatchObject({ outcome: 'unknown', askAgainAt: expect.any(String) });
    expect(clock.now() - sentAt).toBe(end);
  });
});
