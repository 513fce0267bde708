import { expect, test } from 'vitest';
import { memoryAuditLog } from '../audit-log.ts';
import { SentKeys } from './sent-keys.ts';

const operation = 'transfers.createOut';
const call = (callId: string, digest = 'same') => ({
  ...{ callId, operation, digest },
  idempotencyKey: 'inv-1',
});
const [nine, ten] = ['2026-01-05T09:00:00.000Z', '2026-01-05T10:00:00.000Z'];

test('of two calls with one key, a refused one does not free the key of a lost one', () => {
  const keys = new SentKeys(memoryAuditLog());
  expect(keys.claim(call('refused'), nine)).toBe(true);
  expect(keys.claim(call('lost'), ten)).toBe(true);
  keys.end(call('refused'), 'failed');
  expect(keys.standing(call('next'))).toMatchObject({ outcome: 'unknown', sentAt: ten });
  expect(keys.claim(call('other', 'corrected'), ten)).toBe(false);
  keys.end(call('lost'), 'failed');
  expect(keys.standing(call('next'))).toBeUndefined();
  expect(keys.claim(call('other', 'corrected'), ten)).toBe(true);
});

test('a call that was applied stays applied, whatever a repeat of it comes to', () => {
  const keys = new SentKeys(memoryAuditLog());
  keys.claim(call('lost'), nine);
  keys.claim(call('repeat'), ten);
  keys.end(call('repeat'), 'applied', 'Transaction:1');
  keys.end(call('lost'), 'failed');
  const applied = { outcome: 'applied', resourceId: 'Transaction:1' };
  expect(keys.standing(call('next'))).toMatchObject(applied);
  // Other arguments are another change, of which nothing is known.
  expect(keys.standing(call('next', 'other'))).toBeUndefined();
});

test('a later process knows from the log what is applied and what is open', async () => {
  const audit = memoryAuditLog();
  const sent = (callId: string, idempotencyKey: string) => ({
    ...({ at: nine, event: 'sent', callId, operation, idempotencyKey, digest: 'same' } as const),
  });
  await audit.append(sent('a', 'crashed'));
  await audit.append(sent('b', 'lost'));
  await audit.append({ ...sent('b', 'lost'), event: 'unknown' });
  await audit.append(sent('c', 'lost'));
  await audit.append({ ...sent('c', 'lost'), event: 'unknown', code: 'CONFLICT' });
  await audit.append(sent('d', 'found'));
  await audit.append({ ...sent('d', 'found'), event: 'unknown' });
  await audit.append({ ...sent('d', 'found'), event: 'applied', resourceId: 'Quote:1' });
  await audit.append(sent('e', 'refused'));
  await audit.append({ ...sent('e', 'refused'), event: 'failed' });
  await audit.append({ ...sent('f', 'linked') });
  await audit.append({ ...sent('f', 'linked'), event: 'signature-requested' });
  const keys = new SentKeys(audit);
  await keys.has(operation, 'same', { idempotencyKey: 'any' });
  const outcomes = ['crashed', 'lost', 'found', 'refused', 'linked'].map(
    (idempotencyKey) => keys.standing({ operation, idempotencyKey, digest: 'same' })?.outcome,
  );
  expect(outcomes).toEqual(['unknown', 'unknown', 'applied', undefined, 'unknown']);
});
