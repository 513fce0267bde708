import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { challenge, json, scriptedClient } from '../../../test/scripted-service.ts';
import { InvalidRequestError } from '../../errors/caller-errors.ts';
import { PendingStep } from './pending-step.ts';

const method = {
  id: 'AuthMethod:1',
  accountId: 'InternalAccount:1',
  type: 'OAUTH',
  nickname: 'a@example.com',
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-05T09:00:00Z',
};
const input = { type: 'OAUTH', accountId: 'InternalAccount:1', oidcToken: 'aaa.bbb.ccc' } as const;

async function begun() {
  const setup = scriptedClient([json(202, challenge), json(201, method)]);
  const step = await setup.payments.credentials.create.begin(input);
  if (step.status !== 'challenge') throw new Error('expected a challenge');
  return { ...setup, step };
}

describe('a pending step', () => {
  test('is completed in another process from its JSON, with the same bytes', async () => {
    const { step, received, payments } = await begun();
    const text = JSON.stringify(step);
    await expect(payments.credentials.create.complete(text, 'stamp-value')).resolves.toEqual(
      method,
    );
    expect(received[1]?.body).toBe(received[0]?.body);
    expect(received[1]?.headers.get('request-id')).toBe(challenge.requestId);
    expect(received[1]?.headers.get('service-wallet-signature')).toBe('stamp-value');
  });

  test('can be completed as the object and as parsed JSON', async () => {
    const { step, payments, script } = await begun();
    script.push(json(201, method));
    await expect(payments.credentials.create.complete(step, 'stamp')).resolves.toEqual(method);
    await expect(payments.credentials.create.complete(step.toJSON(), 'stamp')).resolves.toEqual(
      method,
    );
  });

  test('is already done where no signature is required', async () => {
    const customer = { id: 'Customer:1', platformCustomerId: 'p', customerType: 'INDIVIDUAL' };
    const { payments } = scriptedClient([json(200, customer)]);
    const change = { customerId: 'Customer:1', fullName: 'Ada' };
    const step = await payments.customers.update.begin(change);
    expect(step).toEqual({ status: 'done', result: customer });
  });

  test('does not show its body when it is inspected', async () => {
    const { step } = await begun();
    expect(step).toBeInstanceOf(PendingStep);
    expect(inspect(step, { depth: 9, showHidden: true })).not.toContain('aaa.bbb.ccc');
  });

  test.each([
    ['another operation', { operation: 'cards.update' }],
    ['another path', { path: '/auth/credentials/../../cards/Card:1' }],
    ['a path with dot segments', { path: '/auth/..' }],
    ['a header that no input has', { headers: { Authorization: 'Basic eA==' } }],
    ['a header with a line break', { headers: { 'Request-Id': 'a\r\nb: c' } }],
    ['a request id with a line break', { requestId: 'Request:1\r\nX: y' }],
    ['a malformed query', { search: '/x' }],
    ['a query with a fragment', { search: '?a=1#b' }],
    ['a query with a line break', { search: '?a=1\r\nb' }],
    ['no body field', { body: undefined }],
    ['a body that is not JSON', { body: '{"type":' }],
    ['a body that is not text', { body: {} }],
  ])('that names %s is refused before anything is sent', async (_what, change) => {
    const { step, received, payments } = await begun();
    const changed = JSON.stringify({ ...step.toJSON(), ...change });
    const call = payments.credentials.create.complete(changed, 'stamp');
    await expect(call).rejects.toBeInstanceOf(InvalidRequestError);
    expect(received).toHaveLength(1);
  });

  test.each(['', 'not json', 'null', '[]', '{}'])('%j is refused', async (text) => {
    const { payments, received } = scriptedClient([]);
    const call = payments.cards.update.complete(text, 'stamp');
    await expect(call).rejects.toBeInstanceOf(InvalidRequestError);
    expect(received).toHaveLength(0);
  });

  test.each(['', 'a\nb', 'é'])('with %j as a stamp is refused before it is sent', async (stamp) => {
    const { step, received, payments } = await begun();
    const call = payments.credentials.create.complete(step, stamp);
    await expect(call).rejects.toBeInstanceOf(InvalidRequestError);
    expect(received).toHaveLength(1);
  });
});
