import { CryptoError } from '@org/payments-crypto';
import { expect, test, vi } from 'vitest';
import { memoryJournal } from '../../test/memory-journal.ts';
import { json, networkError, refusal, scriptedClient } from '../../test/scripted-service.ts';
import * as ours from '../index.ts';
import { WebhookError } from '../webhooks/index.ts';

vi.resetModules();
const theirs = await import('../index.ts');
const webhooks = await import('../webhooks/index.ts');
const crypto = await import('@org/payments-crypto');

const input = [{ path: 'id', message: 'is missing' }];
const body = { code: 'CONFLICT', message: 'x', status: 409 } as never;
const info = { operation: 'cards.update', cause: new Error('x') } as never;

const errors = [
  ['InvalidRequestError', new theirs.InvalidRequestError(input), ours.InvalidRequestError],
  ['ConflictError', new theirs.ConflictError(body), ours.ConflictError],
  ['RateLimitError', new theirs.RateLimitError(body), ours.RateLimitError],
  ['OutcomeUnknownError', new theirs.OutcomeUnknownError(info), ours.OutcomeUnknownError],
] as const;

test.each(errors)('instanceof %s holds for an error of another copy', (name, error, own) => {
  expect(Object.getPrototypeOf(error)).not.toBe(own.prototype);
  for (const [kind, , other] of errors) expect(error instanceof other, kind).toBe(kind === name);
  expect(error).toBeInstanceOf(ours.PaymentsError);
  const isRefusal = name === 'ConflictError' || name === 'RateLimitError';
  expect(error instanceof ours.ApiError).toBe(isRefusal);
});

test('also for webhooks and cryptography, and for nothing else', () => {
  const refused = new webhooks.WebhookError('WEBHOOK_SIGNATURE_MISSING');
  expect(refused).toBeInstanceOf(WebhookError);
  expect(refused).not.toBeInstanceOf(ours.ApiError);
  const broken = new crypto.CryptoError('SELF_CHECK_FAILED', 'x');
  expect(broken).toBeInstanceOf(CryptoError);
  expect(broken).not.toBeInstanceOf(ours.PaymentsError);
  for (const value of [undefined, null, 'x', {}, new Error('x'), { kind: 'ApiError' }]) {
    expect(value instanceof ours.ApiError).toBe(false);
    expect(value instanceof CryptoError).toBe(false);
  }
});

test('a class of yours has only its own instances', () => {
  class Mine extends ours.ConflictError {}
  expect(new Mine(body)).toBeInstanceOf(Mine);
  expect(new Mine(body)).toBeInstanceOf(theirs.ConflictError);
  expect(new theirs.ConflictError(body)).not.toBeInstanceOf(Mine);
  expect(new ours.ConflictError(body)).not.toBeInstanceOf(Mine);
});

test.each([
  ['unknown', networkError('ECONNRESET')],
  ['unknown', refusal(500, 'INTERNAL_ERROR')],
  ['applied', json(200, { id: 'Transaction:1', status: 'REJECTED' })],
  ['not-applied', refusal(409, 'CONFLICT')],
] as const)('a journal of another copy of the package records %s', async (outcome, reply) => {
  vi.resetModules();
  const { journalWork } = await import('../journal/create-journal.ts');
  const journal = { ...memoryJournal(), work: journalWork };
  const { payments } = scriptedClient([reply], { journal });
  await payments.transactions.reject({ transactionId: 'Transaction:1' }).catch(() => undefined);
  expect([...journal.entries.values()]).toMatchObject([{ end: { outcome } }]);
});
