import { REDACTED } from '@org/payments-contract';
import { expect, test } from 'vitest';
import { createMock, type Mock } from './index.ts';

async function send(mock: Mock, method: string, path: string, body?: string): Promise<number> {
  const { baseUrl, tokenId, clientSecret } = mock.connection;
  const response = await mock.fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body }),
  });
  return response.status;
}

test('rule 87: queries of unknown paths and unknown parameters stay out of the log', async () => {
  const mock = createMock();
  await send(mock, 'GET', '/nowhere?accessToken=hush-1');
  await mock.fetch('https://other.test/v1/documents?key=hush-2#hush-3');
  await send(mock, 'GET', '/documents?limit=5&clientSecret=hush-4');
  expect(JSON.stringify(mock.requests)).not.toContain('hush');
  expect(mock.requests.map(({ path }) => path)).toEqual([
    '/nowhere',
    'https://other.test/v1/documents',
    `/documents?limit=5&${REDACTED}`,
  ]);
});

test('rule 87: the code in a path is masked', async () => {
  const mock = createMock();
  await send(mock, 'POST', '/agents/device-codes/hush/redeem');
  expect(mock.requests.at(-1)?.path).toBe(`/agents/device-codes/${REDACTED}/redeem`);
});

test('rule 87: bodies are masked by the schemas: a code that verifies, not the code of an error', async () => {
  const mock = createMock();
  const { id } = mock.add.customer({ email: 'ada@example.com' });
  await send(mock, 'POST', `/customers/${id}/verify-email`);
  await send(mock, 'POST', `/customers/${id}/verify-email/confirm`, '{"code":"hush-1"}');
  const confirmed = mock.requests.at(-1);
  expect(confirmed?.operation).toBe('contactVerification.confirmEmail');
  expect(confirmed?.requestBody).toEqual({ code: REDACTED });
  expect(confirmed?.responseBody).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/) });
  const listed = `/customers/${id}/verify-email/confirm?code=hush-2`;
  await send(mock, 'POST', listed, '{"code":"000000"}');
  expect(JSON.stringify(mock.requests)).not.toMatch(/hush|000000/);
});

test('ids and known parameters stay in the log', async () => {
  const mock = createMock();
  await send(mock, 'GET', '/cards/Card:none');
  await send(mock, 'GET', '/documents?documentHolder=Customer%3A1');
  expect(mock.requests.map(({ path }) => path)).toEqual([
    '/cards/Card:none',
    '/documents?documentHolder=Customer%3A1',
  ]);
});

test('a body nested too deeply is not kept, nor are its secrets', async () => {
  const mock = createMock();
  const seen: unknown[] = [];
  mock.onRequest(({ requestBody }) => seen.push(requestBody));
  const { id } = mock.add.card();
  const nested = (depth: number) => `${'['.repeat(depth)}{"otp":"hush"}${']'.repeat(depth)}`;
  for (const depth of [100, 5000, 100_000]) {
    expect(await send(mock, 'PATCH', `/cards/${id}`, nested(depth))).toBe(400);
  }
  expect(JSON.stringify(mock.requests)).not.toContain('hush');
  expect(seen.slice(1)).toEqual(Array(2).fill('[nested more than 200 levels deep]'));
});

test('rule 87: secrets are found by the schemas of the operation, not by their names', async () => {
  const mock = createMock();
  const region = 'DE';
  const { id } = mock.add.customer({ region, contactVerification: { email: 'PENDING' } });
  const body = JSON.stringify({ code: 'hush-1' });
  await send(mock, 'POST', `/customers/${id}/verify-email/confirm`, body);
  expect(mock.requests.at(-1)).toMatchObject({
    requestBody: { code: REDACTED },
    responseBody: { code: 'INVALID_INPUT' },
  });
  const agent = mock.add.customer().id;
  const spendingLimits = { currency: 'USD', perTransactionLimit: 1 };
  const policy = { permissions: [], spendingLimits };
  const made = JSON.stringify({ name: 'A', customerId: agent, policy });
  expect(await send(mock, 'POST', '/agents', made)).toBe(201);
  expect(mock.requests.at(-1)).toMatchObject({ responseBody: { deviceCode: { code: REDACTED } } });
  expect(JSON.stringify(mock.requests)).not.toContain('hush');
});
