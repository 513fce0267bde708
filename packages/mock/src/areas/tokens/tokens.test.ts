import { operations } from '@org/payments-contract';
import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import {
  expectInvalid,
  expectRefused,
  expectUnauthorized,
  fetchDoor,
  type Lab,
  openLab,
} from '../../../test/lab/lab.ts';

interface Token {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

function as({ clientId, clientSecret }: Token): Record<string, string> {
  return { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` };
}

async function create(lab: Lab, ...permissions: string[]): Promise<Token> {
  const reply = await lab.send('POST', '/tokens', { name: 'Back office', permissions });
  expect(reply.status).toBe(201);
  return reply.body as unknown as Token;
}

rules('API tokens', (test) => {
  test('rule 97: a created token authenticates, and its secret is shown once', async (lab) => {
    const token = await create(lab, 'VIEW', 'MANAGE');
    expect(token.clientSecret).toMatch(/^[0-9a-f]{48}$/);
    expect(token.clientId).not.toContain(':');
    expect((await lab.send('GET', '/documents', undefined, as(token))).status).toBe(200);
    const { clientSecret, ...shown } = token;
    expect((await lab.send('GET', `/tokens/${token.id}`)).body).toEqual(shown);
    expect((await lab.send('GET', '/tokens')).body).toEqual({
      data: [shown],
      hasMore: false,
      totalCount: 1,
    });
    const { requests, panels, snapshot, events } = lab.mock;
    const everything = JSON.stringify([requests, panels(), snapshot(), events]);
    expect(everything).not.toContain(clientSecret);
  });

  test('rule 97: a deleted token stops authenticating at once', async (lab) => {
    const token = await create(lab, 'VIEW');
    expect((await lab.send('DELETE', `/tokens/${token.id}`)).status).toBe(204);
    const reply = await lab.send('GET', '/documents', undefined, as(token));
    expectUnauthorized(reply, 'invalidCredentials');
    expectRefused(await lab.send('GET', `/tokens/${token.id}`), 404, 'TOKEN_NOT_FOUND');
    expectRefused(await lab.send('DELETE', `/tokens/${token.id}`), 404, 'TOKEN_NOT_FOUND');
  });

  test('a token cannot delete itself, another token can delete it', async (lab) => {
    const [one, other] = [await create(lab, 'MANAGE'), await create(lab, 'MANAGE')];
    const remove = (id: string, by: Token) =>
      lab.send('DELETE', `/tokens/${id}`, undefined, as(by));
    expectInvalid(await remove(one.id, one), 'tokenId');
    expectInvalid(await lab.send('DELETE', `/tokens/${lab.door.connection.tokenId}`), 'tokenId');
    expect((await remove(one.id, other)).status).toBe(204);
  });

  test('a wrong secret, and the secret of another token, are 401', async (lab) => {
    const [one, other] = [await create(lab, 'VIEW'), await create(lab, 'VIEW')];
    for (const clientSecret of ['', 'x', other.clientSecret]) {
      const headers = as({ ...one, clientSecret });
      const reply = await lab.send('GET', '/documents', undefined, headers);
      expectUnauthorized(reply, 'invalidCredentials');
      expect(reply.headers.get('mock-explanation')).toContain('client secret');
    }
  });

  test('tokens are found by name and by time', async (lab) => {
    const { id: first } = lab.mock.add.token({ name: 'Cron' });
    lab.mock.clock.advance({ hours: 1 });
    const { id: second } = lab.mock.add.token({ name: 'Back office' });
    const ids = async (query: string) => {
      const { body } = await lab.send('GET', `/tokens?${query}`);
      return (body.data as readonly { id: string }[]).map(({ id }) => id);
    };
    expect(await ids('name=Cron')).toEqual([first]);
    expect(await ids('createdAfter=2026-01-05T09:30:00Z')).toEqual([second]);
    expect(await ids('createdBefore=2026-01-05T09:30:00Z')).toEqual([first]);
    expect(await ids('updatedAfter=2026-01-05T09:30:00Z')).toEqual([second]);
    expect(await ids('updatedBefore=2026-01-05T09:30:00Z')).toEqual([first]);
    expectInvalid(await lab.send('GET', '/tokens?createdAfter=soon'), 'createdAfter');
    expectInvalid(
      await lab.send('POST', '/tokens', { name: 'x', permissions: 'VIEW' }),
      'permissions',
    );
    const unknown = { name: 'x', permissions: ['ADMIN'] };
    expectInvalid(await lab.send('POST', '/tokens', unknown), 'permissions.0');
  });
});

// Hundreds of requests, none of which depends on how it reaches the mock.
test('a token can do what its permissions allow, and nothing else', async () => {
  const lab = await openLab(fetchDoor);
  const rows = operations().filter(({ row }) => row.auth === 'platform');
  for (const permission of ['VIEW', 'TRANSACT', 'MANAGE']) {
    const token = await create(lab, permission);
    for (const { name, row } of rows) {
      const path = row.path.replaceAll(/\{\w+\}/g, 'X:1');
      const body = row.method === 'GET' ? undefined : {};
      const { status } = await lab.send(row.method, path, body, as(token));
      const isAllowed = row.permission === permission;
      expect(status === 403, `${name} as ${permission}: ${status}`).toBe(!isAllowed);
    }
  }
  const reader = await create(lab, 'VIEW');
  const { body } = await lab.send('PATCH', '/config', { umaDomain: 'x.test' }, as(reader));
  expect(body).toMatchObject({ code: 'FORBIDDEN' });
  expect(lab.mock.snapshot().tables.config.rows).toEqual([]);
});
