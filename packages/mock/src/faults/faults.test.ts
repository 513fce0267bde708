import { operations } from '@org/payments-contract';
import { mismatchReason, resultMarks } from '@org/payments-contract/internal/schema';
import { expect, test } from 'vitest';
import { legTwo, request } from '../../test/support/open-mock.ts';
import { createMock, type Fault, type Mock, MockUsageError } from '../index.ts';
import { strikes } from './fault-schema.ts';
import { foreignForms, foreignResponse } from './foreign-responses.ts';

async function scene(mock: Mock = createMock()) {
  const { account } = mock.add.wallet();
  const { id } = mock.add.card({ fundingSources: [account.id] });
  const { sessionKey } = await mock.add.session({ accountId: account.id });
  const send = (headers?: Readonly<Record<string, string>>) =>
    request(mock, 'PATCH', `/cards/${id}`, { state: 'FROZEN' }, headers);
  const leg2 = async () => legTwo(await (await send()).json(), sessionKey);
  const stateOf = () => mock.snapshot().tables.cards.rows[0]?.[1].state;
  return { mock, send, leg2, stateOf };
}

const struck = async (fault: Fault, count: number) => {
  const { mock, send } = await scene(createMock({ seed: 'faults' }));
  mock.faults.add(fault);
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await send()).status);
  return statuses;
};

const busy = { kind: 'answer', status: 503 } as const;

test('a fault strikes from the n-th matching request, as often as set', async () => {
  expect(await struck({ effect: busy }, 3)).toEqual([503, 202, 202]);
  expect(await struck({ nth: 2, effect: busy }, 3)).toEqual([202, 503, 202]);
  expect(await struck({ times: 2, effect: busy }, 3)).toEqual([503, 503, 202]);
  expect(await struck({ operation: 'documents.list', effect: busy }, 2)).toEqual([202, 202]);
  expect(await struck({ leg: 2, effect: busy }, 2)).toEqual([202, 202]);
});

test.each(['expire-challenge', 'revoke-session', 'stale-read'] as const)(
  'a fault that has no effect on the first leg strikes the second: %s',
  async (kind) => {
    const { mock, send, leg2 } = await scene(createMock({ seed: 'faults' }));
    const effect = kind === 'stale-read' ? { kind, milliseconds: 1 } : { kind };
    mock.faults.add({ effect });
    const headers = await leg2();
    expect(mock.faults.armed[0]?.struck).toBe(0);
    await send(headers);
    expect(mock.faults.armed[0]?.struck).toBe(1);
    expect(() => mock.faults.add({ operation: 'cards.update', leg: 1, effect })).toThrow(kind);
  },
);

test('the seed decides whether a fault with a probability strikes', async () => {
  const fault: Fault = { probability: 0.5, times: 'always', effect: busy };
  const first = await struck(fault, 20);
  expect(await struck(fault, 20)).toEqual(first);
  expect(new Set(first)).toEqual(new Set([202, 503]));
});

test('a response has any status, code, headers and body', async () => {
  const { mock, send } = await scene();
  const effects = [
    { status: 409, code: 'CODE_OF_TOMORROW', headers: { 'X-Region': 'eu', 'retry-after': '3' } },
    { status: 418, body: ['any', { json: null }], headers: { 'content-type': 'application/x' } },
    { status: 204 },
  ];
  const responses: Response[] = [];
  for (const effect of effects) {
    mock.faults.add({ effect: { kind: 'answer', ...effect } });
    responses.push(await send());
  }
  const [refused, odd, empty] = responses as [Response, Response, Response];
  expect(await refused.json()).toMatchObject({ status: 409, code: 'CODE_OF_TOMORROW' });
  expect(refused.headers.get('x-region')).toBe('eu');
  expect(refused.headers.get('retry-after')).toBe('3');
  expect([odd.status, odd.headers.get('content-type')]).toEqual([418, 'application/x']);
  expect(await odd.json()).toEqual(['any', { json: null }]);
  expect([empty.status, await empty.text()]).toEqual([204, '']);
  expect(mock.requests).toMatchObject([
    { status: 409, decision: 'refused', code: 'CODE_OF_TOMORROW' },
    { status: 418, code: undefined, responseBody: ['any', { json: null }] },
    { status: 204 },
  ]);
});

test('a delay waits as long as set, and a truncated body breaks off', async () => {
  const waits: number[] = [];
  const sleep = async (milliseconds: number) => {
    waits.push(milliseconds);
  };
  const { mock, send } = await scene(createMock({ sleep }));
  mock.faults.add({ effect: { kind: 'delay', milliseconds: 250 } });
  expect((await send()).status).toBe(202);
  expect(waits).toEqual([250]);
  mock.faults.add({ effect: { kind: 'truncate', bytes: 10 } });
  const broken = await send();
  await expect(broken.text()).rejects.toThrow();
});

test('a delayed body arrives after its headers, once the wait is over', async () => {
  let end = () => {};
  const sleep = () => new Promise<void>((resolve) => (end = resolve));
  const { mock, send } = await scene(createMock({ sleep }));
  mock.faults.add({ effect: { kind: 'delay-body', milliseconds: 1000 } });
  const response = await send();
  expect(response.status).toBe(202);
  const order: string[] = [];
  const body = response.json().then((json) => {
    order.push('body');
    return json;
  });
  await Promise.resolve();
  order.push('over');
  end();
  expect(await body).toMatchObject({ requestId: expect.stringMatching(/^Request:/) });
  expect(order).toEqual(['over', 'body']);
});

const typos: readonly (readonly [unknown, string])[] = [
  [{ effect: { kind: 'explode' } }, 'effect.kind is "explode"; allowed: answer, refuse-connection'],
  [{}, 'effect is missing; allowed: answer'],
  [{ leg: 4, effect: busy }, 'leg is 4; allowed: 1, 2, 3'],
  [{ operation: 'card.update', effect: busy }, 'operation is "card.update"; allowed: '],
  [{ time: 2, effect: busy }, 'has no field time; allowed: operation, leg, nth, times'],
  [
    { effect: { kind: 'delay', milisecond: 5 } },
    'effect has no field milisecond; allowed: kind, m',
  ],
  [{ effect: { kind: 'delay' } }, 'effect.milliseconds must be a number of milliseconds'],
  [
    { effect: { ...busy, code: 'RATE_LIMTED' } },
    'effect.code is "RATE_LIMTED"; did you mean RATE_LIMITED?',
  ],
  [{ effect: { ...busy, code: 'no code' } }, 'effect.code must be capital letters'],
  [{ effect: { ...busy, headers: { 'a b': '1' } } }, 'effect.headers has the field a b, which'],
  [{ effect: { ...busy, headers: { 'Content-Length': '1' } } }, 'cannot have Content-Length'],
  [{ effect: { ...busy, html: '', body: {} } }, 'effect has html and body, of which'],
  [{ effect: { ...busy, status: 999 } }, 'effect.status must be a whole number, 200 to 599'],
  [
    { effect: { kind: 'foreign-response', form: 'sucess' } },
    'effect.form is "sucess"; allowed: success-false, mess',
  ],
  [
    { effect: { kind: 'foreign-response', status: 302 } },
    'effect.status must be a whole number, 200 to 299',
  ],
  [
    { effect: { kind: 'foreign-response', applied: 'yes' } },
    'effect.applied must be true or false',
  ],
  [
    { effect: { kind: 'late-apply' } },
    'effect.milliseconds must be a number of milliseconds, 0 or more',
  ],
  [{ effect: { kind: 'stale-read', milliseconds: -1 } }, 'effect.milliseconds'],
  [
    { effect: { kind: 'cached-list', age: 5 } },
    'effect has no field age; allowed: kind, milliseconds',
  ],
  [
    { effect: { kind: 'skewed-date', milliseconds: 'late' } },
    'effect.milliseconds must be a number of milliseconds',
  ],
  [{ nth: 0, effect: busy }, 'nth must be a whole number, 1 or more'],
  [{ times: 'often', effect: busy }, 'times must be a whole number, 1 or more, or "always"'],
  [{ probability: 2, effect: busy }, 'probability must be a number from 0 to 1'],
];

test.each(typos)(
  'rule 100: the fault %j is refused, naming the allowed values',
  (fault, message) => {
    const mock = createMock();
    const add = () => mock.faults.add(fault as Fault);
    expect(add).toThrow(MockUsageError);
    expect(add).toThrow(message);
    expect(mock.faults.armed).toEqual([]);
  },
);

test('a refused connection fails before anything is sent', async () => {
  const { mock, send } = await scene();
  mock.faults.add({ effect: { kind: 'refuse-connection' } });
  const cause = { code: 'ECONNREFUSED', syscall: 'connect' };
  await expect(send()).rejects.toMatchObject({ cause });
});

test('changing a fault after it was added changes nothing', async () => {
  const { mock, send } = await scene();
  const effect = { kind: 'answer', status: 503 };
  mock.faults.add({ effect } as Fault);
  effect.status = 500;
  expect((await send()).status).toBe(503);
});

test.each(operations())('$name: no body of a gateway is its own response', ({ name, row }) => {
  const { faults } = createMock();
  // Ids of the kind with which a result could be taken for its own.
  const ids = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => [param, 'Customer:1']);
  const params = Object.fromEntries(ids);
  const statuses = new Set([200, 202, 204, ...Object.keys(row.responses).map(Number)]);
  for (const form of foreignForms) {
    for (const status of statuses) {
      const effect = { kind: 'foreign-response', form, status } as const;
      const add = () => faults.add({ operation: name, effect });
      if (!strikes(effect, row)) {
        expect(add).toThrow(MockUsageError);
        continue;
      }
      add();
      const { body, type } = foreignResponse(form, status, row);
      const text = status === 204 ? '' : body;
      const value =
        text === '' || type !== 'application/json' ? text || undefined : JSON.parse(text);
      const reason = mismatchReason(row, { status, value, params });
      expect([form, status, value, reason]).toEqual([form, status, value, expect.any(String)]);
      if (form !== 'other-id' || status === 204) continue;
      expect(resultMarks(row)).not.toContain(value.id.slice(0, value.id.indexOf(':')));
    }
  }
});

test('a success without a body does not strike an operation that responds with it', async () => {
  const mock = createMock();
  const effect = { kind: 'foreign-response', status: 204 } as const;
  const add = () => mock.faults.add({ operation: 'tokens.delete', effect });
  expect(add).toThrow('effect.status is 204, with which tokens.delete itself responds');
  mock.faults.add({ times: 'always', effect });
  const { baseUrl } = mock.connection;
  const send = (method: string, path: string) => mock.fetch(baseUrl + path, { method });
  expect((await send('DELETE', '/tokens/Token:1')).status).toBe(401);
  expect((await send('GET', '/tokens/Token:1')).status).toBe(204);
});
