import { expect, test } from 'vitest';
import { FakeClock } from '../../test/fake-clock.ts';
import {
  card,
  challenge,
  json,
  networkError,
  scriptedClient,
  scriptedService,
} from '../../test/scripted-service.ts';
import { OutcomeUnknownError } from '../errors/network-errors.ts';

const stale = { ...card, state: 'ACTIVE', updatedAt: '2026-01-01T00:00:00Z' };
const lost = { id: 'Card:1', state: 'FROZEN' } as const;
const stamper = { stamp: async () => 'stamp' };

type Headers = (now: string) => Record<string, string>;

/** What `reconcile` shows of a lost change over a `fetch` that keeps the response to a read, or not. */
async function shownOver(headers: Headers, keeps = true) {
  const clock = new FakeClock();
  const writes = scriptedService(json(202, challenge), networkError('ECONNRESET'));
  const respond = () => json(200, stale, headers(new Date(clock.now()).toUTCString()));
  const kept = respond();
  const fetch = async (request: Request) => {
    if (request.method !== 'GET') return writes.fetch(request);
    return keeps ? kept.clone() : respond();
  };
  const { payments } = scriptedClient([], { clock, fetch, retry: 0 });
  await payments.cards.get({ id: 'Card:1' });
  const error = await payments.cards.update(lost, { stamper }).catch((thrown: unknown) => thrown);
  if (!(error instanceof OutcomeUnknownError)) throw error;
  clock.advance(3_600_000);
  return error.reconcile?.();
}

const LATER = 'Mon, 05 Jan 2026 10:00:00 GMT';

test.each<[string, Headers]>([
  ['without a Date', () => ({})],
  ['with a Date from before the change', (date) => ({ date })],
  ['with an Age', () => ({ age: '3600', date: LATER })],
  [
    'with a Date of the cache, which says that it had a copy',
    () => ({ 'x-cache': 'HIT', date: LATER }),
  ],
])('a kept response %s does not show that a change is missing', async (_what, headers) => {
  expect(await shownOver(headers)).toMatchObject({ outcome: 'unknown' });
});

test('a response of that moment shows it', async () => {
  expect(await shownOver((date) => ({ date }), false)).toMatchObject({ outcome: 'not-applied' });
});

test('reads that decide, and every request over fetch, go past caches', async () => {
  const { payments, received } = scriptedClient([json(200, card)]);
  await payments.waitFor.card({ cardId: 'Card:1', until: ['FROZEN'] });
  expect(received[0]?.headers.get('cache-control')).toBe('no-cache');
  const modes: string[] = [];
  const fetch = async (request: Request) => {
    modes.push(request.cache);
    return json(200, card);
  };
  await scriptedClient([], { fetch }).payments.cards.get({ id: 'Card:1' });
  expect(modes).toEqual(['no-store']);
});
