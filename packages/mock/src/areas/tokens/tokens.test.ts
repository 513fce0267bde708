import { operations } from '@org/payments-contract';
import { expect } from 'vitest';
import { test } from '../../../test/support/api-test.ts';
import {
  expectInvalid,
  expectRefused,
  expectUnauthorized,
  fetchTransport,
  type OpenMock,
  openMock,
} from '../../../test/support/open-mock.ts';

interface Token {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

function as({ clientId, clientSecret }: Token): Record<string, string> {
  return { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` };
}

async function create(api: OpenMock, ...permissions: string[]): Promise<Token> {
  const reply = await api.send('POST', '/tokens', { name: 'Back office', permissions });
  expect(reply.status).toBe(201);
  return reply.body as unknown as Token;
}

test('rule 97: a created token authenticates, and its secret is shown once', async (api) => {
  const token = await create(api, 'VIEW', 'MANAGE');
  expect(token.clientSecret).toMatch(/^[0-9a-f]{48}$/);
  expect(token.clientId).not.toContain(':');
  expect((await api.send('GET', '/documents', undefined, as(token))).status).toBe(200);
  const { clientSecret, ...shown } = token;
  expect((await api.send('GET', `/tokens/${token.id}`)).body).toEqual(shown);
  expect((await api.send('GET', '/tokens')).body).toEqual({
    data: [shown],
    hasMore: false,
    totalCount: 1,
  });
  const { requests, panels, snapshot, events } = api.mock;
  const everything = JSON.stringify([requests, panels(), snapshot(), events]);
  expect(everything).not.toContain(clientSecret);
});

test('a token that a test adds can view, and is numbered', (api) => {
  for (const name of ['Token 1', 'Token 2']) {
    expect(api.mock.add.token()).toMatchObject({ name, permissions: ['VIEW'] });
  }
});

test('rule 97: a deleted token stops authenticating at once', async (api) => {
  const token = await create(api, 'VIEW');
  expect((await api.send('DELETE', `/tokens/${token.id}`)).status).toBe(204);
  const reply = await api.send('GET', '/documents', undefined, as(token));
  expectUnauthorized(reply, 'invalidCredentials');
  expectRefused(await api.send('GET', `/tokens/${token.id}`), 404, 'TOKEN_NOT_FOUND');
  expectRefused(await api.send('DELETE', `/tokens/${token.id}`), 404, 'TOKEN_NOT_FOUND');
});

test('rule 97: a token cannot delete itself, another token can delete it', async (api) => {
  const [one, other] = [await create(api, 'MANAGE'), await create(api, 'MANAGE')];
  const remove = (id: string, by: Token) => api.send('DELETE', `/tokens/${id}`, undefined, as(by));
  expectInvalid(await remove(one.id, one), 'tokenId');
  expectInvalid(await api.send('DELETE', `/tokens/${api.connection.tokenId}`), 'tokenId');
  expect((await remove(one.id, other)).status).toBe(204);
});

test('rule 97: a wrong secret, and the secret of another token, are 401', async (api) => {
  const [one, other] = [await create(api, 'VIEW'), await create(api, 'VIEW')];
  for (const clientSecret of ['', 'x', other.clientSecret]) {
    const headers = as({ ...one, clientSecret });
    const reply = await api.send('GET', '/documents', undefined, headers);
    expectUnauthorized(reply, 'invalidCredentials');
    expect(reply.headers.get('mock-explanation')).toContain('client secret');
  }
});

test('rule 97: the permissions of a token are among those that exist', async (api) => {
  expectInvalid(
    await api.send('POST', '/tokens', { name: 'x', permissions: 'VIEW' }),
    'permissions',
  );
  const unknown = { name: 'x', permissions: ['ADMIN'] };
  expectInvalid(await api.send('POST', '/tokens', unknown), 'permissions.0');
});

// Hundreds of requests, none of which depends on how it reaches the mock.
test('rule 97: a token can do what its permissions allow, and nothing else', async () => {
  const api = await openMock(fetchTransport);
  const rows = operations().filter(({ row }) => row.auth === 'platform');
  for (const permission of ['VIEW', 'TRANSACT', 'MANAGE']) {
    const token = await create(api, permission);
    for (const { name, row } of rows) {
      const path = row.path.replaceAll(/\{\w+\}/g, 'X:1');
      const body = row.method === 'GET' ? undefined : {};
      const { status } = await api.send(row.method, path, body, as(token));
      const isAllowed = row.permission === permission;
      expect(status === 403, `${name} as ${permission}: ${status}`).toBe(!isAllowed);
    }
  }
  const named = rows.filter(({ row }) => row.permission === 'TRANSACT').map(({ name }) => name);
  const paying = [
    ...['agents.approveAction', 'agents.rejectAction'],
    ...['quotes.authorize', 'quotes.create', 'quotes.execute'],
    ...['stablecoins.burn', 'stablecoins.mint'],
    ...['transactions.approve', 'transactions.cancel', 'transactions.reject'],
    ...['transfers.createIn', 'transfers.createOut'],
  ];
  expect(named.sort()).toEqual(paying);
  const reader = await create(api, 'VIEW');
  const { body } = await api.send('PATCH', '/config', { umaDomain: 'x.test' }, as(reader));
  expect(body).toMatchObject({ code: 'FORBIDDEN' });
  expect(api.mock.snapshot().tables.config.rows).toEqual([]);
});
