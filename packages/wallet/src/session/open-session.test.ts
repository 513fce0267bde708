import { generateClientKey, sealSessionKey } from '@org/payments-crypto';
import { expect, it } from 'vitest';
import { manualClock } from '../../test/app/client.ts';
import { specification } from '../dialects/dialect.ts';
import { readClock } from './lifetime.ts';
import { openSession } from './open-session.ts';

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
