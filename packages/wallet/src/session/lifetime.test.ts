import { generateClientKey, sealSessionKey } from '@org/payments-crypto';
import { expect, it } from 'vitest';
import { manualClock } from '../../test/app/client.ts';
import { specification } from '../dialects/dialect.ts';
import { challengeLifetime, Lifetime, lifeOf, readClock } from './lifetime.ts';
import { openSession } from './open-session.ts';

const issuedAt = '2026-01-05T09:00:00Z';
const expiresAt = '2026-01-05T09:15:00Z';
const QUARTER = 15 * 60_000;

it('counts down to zero', () => {
  const clock = manualClock();
  const lifetime = new Lifetime(clock, 1_000);
  clock.advance(400);
  expect([lifetime.left(), lifetime.monotonicLeft(), lifetime.drift()]).toEqual([600, 600, 0]);
  clock.advance(601);
  expect([lifetime.left(), lifetime.monotonicLeft()]).toEqual([0, 0]);
});

it('counts from the start of the request when that is passed', () => {
  const clock = manualClock();
  const sent = readClock(clock);
  clock.advance(300);
  expect(new Lifetime(clock, 1_000, sent).left()).toBe(700);
});

it('uses whichever clock shows less time left', () => {
  const clock = manualClock();
  const lifetime = new Lifetime(clock, 1_000);
  clock.sleep(700);
  expect([lifetime.left(), lifetime.monotonicLeft(), lifetime.drift()]).toEqual([300, 1_000, 700]);
  clock.set(0);
  clock.advance(100);
  expect(lifetime.left()).toBe(900);
});

it('uses the shorter of the lifetimes that the service and the relay return', () => {
  expect(lifeOf({ createdAt: issuedAt, expiresAt })).toBe(QUARTER);
  // Some services send the time at which the credential was created.
  const createdAt = '2020-01-01T00:00:00Z';
  expect(lifeOf({ createdAt, expiresAt, issuedAt })).toBe(QUARTER);
  // The relay's clock is an hour ahead.
  const ahead = '2026-01-05T10:00:00Z';
  expect(lifeOf({ createdAt: issuedAt, expiresAt, issuedAt: ahead })).toBe(QUARTER);
  expect(lifeOf({ createdAt: 'never', expiresAt: 'soon' })).toBe(0);
});

it('treats a challenge without readable times as expired', () => {
  const clock = manualClock();
  expect(challengeLifetime(clock, { issuedAt, expiresAt }).left()).toBe(QUARTER);
  expect(challengeLifetime(clock, { issuedAt: 'x', expiresAt }).left()).toBe(0);
  expect(challengeLifetime(clock, { issuedAt: expiresAt, expiresAt: issuedAt }).left()).toBe(0);
});

/** What a relay sends once a session is open; nothing of it is checked before. */
const opened = { createdAt: '2026-01-05T09:00:00Z', expiresAt: '2026-01-05T09:15:00Z' };
const scalar = new Uint8Array(32).fill(1);

async function open(sealedFor: (own: string, others: string) => unknown) {
  const clock = manualClock();
  const [key, other] = await Promise.all([generateClientKey(), generateClientKey()]);
  const encryptedSessionSigningKey = await sealedFor(key.publicKey, other.publicKey);
  const session = { ...opened, encryptedSessionSigningKey } as never;
  return openSession({ clock, dialect: specification }, session, key, readClock(clock));
}

it('opens the key that was sealed for this page', async () => {
  const { key } = await open((own) => sealSessionKey(scalar, own));
  expect(await key.stamp('payload')).toMatch(/^[\w-]+$/);
});

it.each<[string, (own: string, others: string) => unknown]>([
  ['no sealed key', () => undefined],
  ['a number in place of it', () => 1],
  ['text that is not base58check', () => 'not a sealed key'],
  ['a key that was cut off', async (own) => (await sealSessionKey(scalar, own)).slice(0, -1)],
  ['a key that was sealed for another page', (_own, others) => sealSessionKey(scalar, others)],
])('a session with %s is unusable', async (_name, sealedFor) => {
  await expect(open(sealedFor)).rejects.toMatchObject({ code: 'KEY_UNUSABLE' });
});
