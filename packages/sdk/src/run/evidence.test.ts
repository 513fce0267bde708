import { describe, expect, test } from 'vitest';
import type { RecoveredWrite } from '../recover/recovered-write.ts';
import type { FoundError } from './error-meaning.ts';
import { evidence, expiredPlace } from './evidence.ts';
import type { RunClient } from './run-types.ts';

const begunAt = Date.parse('2026-01-05T09:00:00Z');

/** A write as a recovery returns it. */
const write = (outcome: RecoveredWrite['outcome'], errorCode?: string) =>
  ({ outcome, source: { errorCode } }) as RecoveredWrite;
const [applied, missing, unknown] = [write('applied'), write('not-applied'), write('unknown')];
const reused = write('not-applied', 'IDEMPOTENCY_KEY_REUSED');

/** A client whose journal has open entries, and whose recovery finds writes; and what both were asked. */
function client(open: readonly string[] | undefined, found: readonly RecoveredWrite[]) {
  const asked: unknown[] = [];
  const journal = open && {
    open: async (page: unknown) => {
      asked.push(page);
      return open.map((id) => ({ id }));
    },
  };
  async function* recover(options: unknown) {
    asked.push(options);
    yield* found;
  }
  return { asked, client: { journal, recover } as unknown as RunClient };
}

const doubt = { key: 'k', begunAt, settle: 1, keyLifetime: 2, isOld: false };

describe('what the journal shows of a write', () => {
  test.each([
    ['of several requests the one that was applied', [unknown, missing, applied], applied],
    ['that the key was used for another one, before what is unknown', [unknown, reused], reused],
    ['what is unknown, before what was not applied', [missing, unknown, missing], unknown],
    ['that none was applied', [missing, missing], missing],
  ])('is %s', async (_, found, expected) => {
    const ids = found.map((_one, at) => String(at));
    expect(await evidence(client(ids, found).client, doubt)).toBe(expected);
  });

  test('is not known while another process is at one of its entries, unless one was applied', async () => {
    for (const found of [[], [missing], [unknown]])
      expect(await evidence(client(['a', 'b'], found).client, doubt)).toBe('busy');
    expect(await evidence(client(['a', 'b'], [applied]).client, doubt)).toBe(applied);
  });

  test('is nothing without an open entry of its key, of which nothing is asked then', async () => {
    const { asked, client: own } = client([], [applied]);
    expect(await evidence(own, doubt)).toBeUndefined();
    expect(asked).toEqual([{ after: undefined, limit: 500, idempotencyKey: 'k' }]);
    expect(await evidence(client(undefined, []).client, doubt)).toBeUndefined();
  });

  test('is found by a repeat of its key, and of an old key by reads alone, of what has ended too', async () => {
    const common = { idempotencyKey: 'k', settle: 1, keyLifetime: 2, deadline: 15_000 };
    const young = client(['a'], [missing]);
    await evidence(young.client, doubt);
    expect(young.asked[1]).toEqual({ ...common, ids: ['a'], since: undefined, repeatKeyed: true });
    const old = client(['a'], [applied]);
    expect(await evidence(old.client, { ...doubt, isOld: true })).toBe(applied);
    const since = new Date('2026-01-05T08:55:00Z');
    expect(old.asked).toEqual([{ ...common, ids: undefined, since, repeatKeyed: false }]);
  });
});

describe('the step to begin again with', () => {
  const quote = ['quote', { again: 'expired' }] as const;
  const pay = ['pay', {}] as const;
  const until = (expiresAt: unknown) => ({ attempt: 1, result: [{ expiresAt }] as const });
  const at = (date?: string) => ({ headers: { date } }) as unknown as FoundError;
  const now = Date.parse('2026-01-05T10:00:00Z');

  test.each([
    ['2026-01-05T09:00:00.999Z', 'Mon, 05 Jan 2026 09:00:00 GMT', 0],
    ['2026-01-05T09:00:01.000Z', 'Mon, 05 Jan 2026 09:00:00 GMT', -1],
    ['2026-01-05T10:00:00.000Z', undefined, 0],
    ['2026-01-05T10:00:00.001Z', 'not a date', -1],
    [1, undefined, -1],
    [undefined, undefined, -1],
  ])('of what holds until %s, refused at %s', (expiresAt, date, place) => {
    expect(expiredPlace([quote, pay], { quote: until(expiresAt) }, at(date), now)).toBe(place);
  });

  test('is the last that had expired, never the refused one, and only one that may be sent again', () => {
    const steps = { quote: until('2026-01-05T09:00:00Z'), other: until('2026-01-05T09:00:00Z') };
    const other = ['other', { again: 'expired' }] as const;
    expect(expiredPlace([quote, other, pay], steps, at(), now)).toBe(1);
    expect(expiredPlace([quote, other], steps, at(), now)).toBe(0);
    expect(expiredPlace([['quote', {}], pay], steps, at(), now)).toBe(-1);
    expect(expiredPlace([quote, pay], {}, {} as FoundError, now)).toBe(-1);
  });
});
