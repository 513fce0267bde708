import { expect, test } from 'vitest';
import {
  json,
  kycLink as link,
  networkError,
  refusal,
  scriptedClient,
} from '../../test/scripted-service.ts';
import { memoryJournal } from '../journal/memory-store.ts';

const operation = 'customers.createKycLink';
const input = { customerId: 'Customer:1', redirectUri: 'https://a.example', idempotencyKey: 'k-1' };
const other = { ...input, redirectUri: 'https://b.example' };
const lost = networkError('ECONNRESET');

function client(...replies: Parameters<typeof scriptedClient>[0]) {
  return scriptedClient(replies, { journal: memoryJournal(), retry: 0 });
}

test('a key that may be in use is not sent for another request, and nothing more is recorded', async () => {
  const { payments, received, journal } = withJournal(lost, json(200, link));
  const write = payments.customers.createKycLink(input);
  const { entryId } = await write.catch((error) => error);
  const used = {
    code: 'IDEMPOTENCY_KEY_REUSED',
    message: expect.stringContaining('recorded with another request'),
    ...{ operation, idempotencyKey: 'k-1', retryable: false },
  };
  await expect(payments.customers.createKycLink(other)).rejects.toMatchObject(used);
  const { idempotencyKey, ...rest } = other;
  const asOption = payments.customers.createKycLink(rest, { idempotencyKey });
  await expect(asOption).rejects.toMatchObject(used);
  expect(received).toHaveLength(1);
  expect(await journal.open({ after: undefined, limit: 9 })).toMatchObject([{ id: entryId }]);
  await payments.customers.createKycLink(input);
  expect(received).toHaveLength(2);
});

function withJournal(...replies: Parameters<typeof scriptedClient>[0]) {
  const journal = memoryJournal();
  return { journal, ...scriptedClient(replies, { journal, retry: 0 }) };
}

test('the key of a request that was refused is free for the corrected one', async () => {
  const { payments } = client(refusal(400, 'INVALID_INPUT'), json(200, link));
  await payments.customers.createKycLink(input).catch(() => undefined);
  await payments.customers.createKycLink(other);
  const found = await payments.sentBefore(operation, other);
  // Both were sent in one millisecond.
  expect(found.map(({ isSame, outcome }) => [isSame, outcome]).sort()).toEqual([
    [false, 'not-applied'],
    [true, 'applied'],
  ]);
});

test('an input is compared with what was sent with its key, in any order of its fields', async () => {
  const { payments } = client(lost);
  expect(await payments.sentBefore(operation, input)).toEqual([]);
  const { entryId } = await payments.customers.createKycLink(input).catch((error) => error);
  const { idempotencyKey, ...rest } = input;
  const reversed = Object.fromEntries(Object.entries(input).reverse());
  const [same] = await payments.sentBefore(operation, reversed);
  expect(same).toMatchObject({ id: entryId, isSame: true, outcome: 'unknown' });
  expect(await payments.sentBefore(operation, other)).toMatchObject([{ isSame: false }]);
  expect(await payments.sentBefore(operation, rest)).toEqual([]);
  // The service keeps keys for each account.
  const next = payments.withOptions({ tokenId: 'another', clientSecret: 'another-secret' });
  expect(await next.sentBefore(operation, input)).toEqual([]);
  expect(idempotencyKey).toBe('k-1');
});

test('one lost write is found out about by the id of its entry', async () => {
  const { payments } = client(lost, lost, json(200, link));
  const make = (idempotencyKey: string) =>
    payments.customers.createKycLink({ ...input, idempotencyKey }).catch((error) => error);
  const { entryId } = await make('k-1');
  await make('k-2');
  const found = await payments.recover({ ids: [entryId], settle: 0 });
  expect(found).toMatchObject([{ id: entryId, outcome: 'applied', idempotencyKey: 'k-1' }]);
  expect(await payments.recover({ ids: [entryId] })).toEqual([]);
  expect(await payments.recover({ ids: [entryId], since: new Date(0) })).toHaveLength(1);
});

test('a client of the same account may have another journal', async () => {
  const { payments } = client(json(200, link));
  const journal = memoryJournal();
  const other = payments.withOptions({ journal });
  expect([other.journal, payments.withOptions({ retry: 1 }).journal]).toEqual([
    journal,
    payments.journal,
  ]);
  await other.customers.createKycLink(input);
  expect(await other.sentBefore(operation, input)).toHaveLength(1);
  expect(await payments.sentBefore(operation, input)).toEqual([]);
});

test('without a journal, or for another name than an operation, the error says so', async () => {
  const { payments } = scriptedClient([]);
  await expect(payments.sentBefore(operation, input)).rejects.toMatchObject({ option: 'journal' });
  await expect(client().payments.sentBefore('a.b' as never, {})).rejects.toMatchObject({
    option: 'operation',
  });
});
