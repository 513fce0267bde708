import { expect, test } from 'vitest';
import { type AuditRecord, memoryAuditLog } from '../audit-log.ts';
import { SentKeys } from './sent-keys.ts';

const mine = async () => 'mine';
const operation = 'transfers.createOut';
const call = (callId: string, digest = 'same') => ({
  ...{ callId, operation, digest },
  idempotencyKey: 'inv-1',
});
const [nine, ten] = ['2026-01-05T09:00:00.000Z', '2026-01-05T10:00:00.000Z'];

test('of two calls with one key, a refused one does not free the key of a lost one', () => {
  const keys = new SentKeys(memoryAuditLog(), mine);
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
  const keys = new SentKeys(memoryAuditLog(), mine);
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
    ...({
      at: nine,
      event: 'sent',
      callId,
      operation,
      idempotencyKey,
      digest: 'same',
      account: 'mine',
    } as const),
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
  const keys = new SentKeys(audit, mine);
  await keys.has(operation, 'same', { idempotencyKey: 'any' });
  const outcomes = ['crashed', 'lost', 'found', 'refused', 'linked'].map(
    (idempotencyKey) => keys.standing({ operation, idempotencyKey, digest: 'same' })?.outcome,
  );
  expect(outcomes).toEqual(['unknown', 'unknown', 'applied', undefined, 'unknown']);
});

const input = { idempotencyKey: 'inv-1' };
const record = (event: AuditRecord['event'], callId: string, account?: string): AuditRecord => ({
  ...{ ...call(callId), at: nine, event, account },
});

test.each(['another', undefined])('a call of the account %j says nothing', async (account) => {
  const audit = memoryAuditLog();
  await audit.append(record('sent', 'a', account));
  await audit.append({ ...record('applied', 'a', account), resourceId: 'Transaction:1' });
  const keys = new SentKeys(audit, mine);
  expect(await keys.has(operation, 'same', input)).toBe(false);
  expect(await keys.has(operation, 'other arguments', input)).toBe(false);
  expect(keys.standing(call('next'))).toBeUndefined();
});

test('what another process sends later is known at the next call', async () => {
  const audit = memoryAuditLog();
  const keys = new SentKeys(audit, mine);
  expect(await keys.has(operation, 'same', input)).toBe(false);
  await audit.append(record('sent', 'a', 'mine'));
  expect(await keys.has(operation, 'same', input)).toBe(true);
  expect(await keys.has(operation, 'other arguments', input)).toBe('other');
  expect(keys.claim(call('next', 'other arguments'), ten)).toBe(false);
  await audit.append({ ...record('applied', 'a', 'mine'), resourceId: 'Transaction:1' });
  await keys.has(operation, 'same', input);
  const applied = { outcome: 'applied', resourceId: 'Transaction:1', callIds: [] };
  expect(keys.standing(call('next'))).toMatchObject(applied);
});

test('a process knows better than the log how its own calls ended', async () => {
  const audit = memoryAuditLog();
  const keys = new SentKeys(audit, mine);
  keys.claim(call('a'), nine);
  await audit.append(record('sent', 'a', 'mine'));
  // The outcome could not be recorded.
  keys.end(call('a'), 'failed');
  expect(await keys.has(operation, 'corrected', input)).toBe(false);
});

test('a call that begins while the log is read is not taken for one of another process', async () => {
  const audit = memoryAuditLog();
  const reading = {
    ...audit,
    async *read() {
      await Promise.resolve();
      yield* audit.read();
    },
  };
  const keys = new SentKeys(reading, mine);
  const before = keys.has(operation, 'same', input);
  await keys.account();
  keys.claim(call('a'), nine);
  await audit.append(record('sent', 'a', 'mine'));
  await before;
  keys.end(call('a'), 'failed');
  expect(keys.standing(call('next'))).toBeUndefined();
});

test('of two reads, the one that began later counts, whichever ends first', async () => {
  const audit = memoryAuditLog();
  const first = Promise.withResolvers<void>();
  let reads = 0;
  const slow = {
    ...audit,
    async *read() {
      reads += 1;
      const isFirst = reads === 1;
      yield* [...audit.records];
      if (isFirst) await first.promise;
    },
  };
  const keys = new SentKeys(slow, mine);
  const early = keys.has(operation, 'same', input);
  await expect.poll(() => reads).toBe(1);
  await audit.append(record('sent', 'a', 'mine'));
  expect(await keys.has(operation, 'same', input)).toBe(true);
  first.resolve();
  await early;
  expect(keys.standing(call('next'))).toMatchObject({ outcome: 'unknown' });
});

test('a failure of the client to name its account is thrown as it is, and is not kept', async () => {
  const failure = new Error('the vault is closed');
  let calls = 0;
  const keys = new SentKeys(memoryAuditLog(), async () => {
    calls += 1;
    if (calls === 1) throw failure;
    return 'mine';
  });
  await expect(keys.has(operation, 'same', input)).rejects.toBe(failure);
  expect(await keys.has(operation, 'same', input)).toBe(false);
  expect(await keys.account()).toBe('mine');
  expect(calls).toBe(2);
});
