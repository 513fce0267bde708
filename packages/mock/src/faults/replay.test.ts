import { expect, test } from 'vitest';
import { legTwo, request } from '../../test/support/open-mock.ts';
import { createMock, type ErrorReport, type Mock, MockUsageError } from '../index.ts';
import { faultsOf } from './replay.ts';

const freeze: ErrorReport = {
  version: 1,
  operation: 'cards.update',
  method: 'PATCH',
  path: '/cards/{id}',
  attempts: [
    { leg: 1, phase: 'response', status: 202, durationMs: 12 },
    { leg: 2, phase: 'sent', failure: 'network', systemCode: 'ECONNRESET', durationMs: 40 },
  ],
};

const documents = { operation: 'documents.list', method: 'GET', path: '/documents' };
const reading = (...attempts: Omit<ErrorReport['attempts'][number], 'leg'>[]) => ({
  ...{ ...freeze, ...documents, attempts },
});

const waits: number[] = [];
const sleep = async (milliseconds: number) => void waits.push(milliseconds);
const makeMock = () => createMock({ sleep });

const list = (mock: Mock) => request(mock, 'GET', '/documents');

test('rule 86: a lost response of leg 2 is lost again, and the change is applied', async () => {
  const mock = makeMock();
  const { account } = mock.add.wallet();
  const { id } = mock.add.card({ fundingSources: [account.id] });
  const { sessionKey } = await mock.add.session({ accountId: account.id });
  const send = (headers?: Record<string, string>) =>
    request(mock, 'PATCH', `/cards/${id}`, { state: 'FROZEN' }, headers);
  mock.replay(JSON.parse(JSON.stringify(freeze)));
  const leg1 = await send();
  expect(leg1.status).toBe(202);
  const leg2 = await legTwo(await leg1.json(), sessionKey);
  await expect(send(leg2)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  expect(mock.requests.at(-1)).toMatchObject({ decision: 'lost', changes: [{ kind: 'updated' }] });
});

test('an operation that is signed in its one request fails again, signed or not', () => {
  const path = '/quotes/{quoteId}/execute';
  const execute = { operation: 'quotes.execute', method: 'POST', path };
  const [fault] = faultsOf({ ...reading({ phase: 'sent', durationMs: 4 }), ...execute });
  expect(fault).toEqual({ operation: 'quotes.execute', nth: 1, effect: { kind: 'lose-reply' } });
});

test('each attempt fails as it did, in order, and later ones succeed', async () => {
  const mock = makeMock();
  mock.replay(
    reading(
      { phase: 'unsent', failure: 'network', systemCode: 'ECONNREFUSED', durationMs: 1 },
      {
        phase: 'response',
        status: 503,
        code: 'SERVICE_UNAVAILABLE',
        durationMs: 5,
        retryAfter: 2000,
      },
      { phase: 'response', status: 502, durationMs: 5 },
      {
        phase: 'body',
        status: 200,
        failure: 'network',
        systemCode: 'UND_ERR_SOCKET',
        durationMs: 9,
      },
    ),
  );
  await expect(list(mock)).rejects.toMatchObject({ cause: { syscall: 'connect' } });
  const busy = await list(mock);
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await busy.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  const gateway = await list(mock);
  expect([gateway.status, gateway.headers.get('content-type')]).toEqual([
    502,
    'text/html; charset=utf-8',
  ]);
  await expect((await list(mock)).text()).rejects.toThrow();
  expect((await list(mock)).status).toBe(200);
});

test('a timeout is replayed by a delay longer than the client waited', async () => {
  waits.length = 0;
  const mock = makeMock();
  mock.replay(
    reading(
      { phase: 'sent', failure: 'timeout', durationMs: 3000 },
      {
        phase: 'body',
        status: 200,
        failure: 'network',
        systemCode: 'UND_ERR_BODY_TIMEOUT',
        durationMs: 500,
      },
    ),
  );
  expect((await list(mock)).status).toBe(200);
  await (await list(mock)).text();
  expect(waits).toEqual([7000, 2000]);
});

test('a replay can be removed, and fields of a later SDK are ignored', async () => {
  const mock = makeMock();
  const report = { ...reading({ phase: 'unsent', durationMs: 1 }), drift: [], clocks: {} };
  const remove = mock.replay(report);
  expect(mock.faults.armed).toHaveLength(1);
  remove();
  expect((await list(mock)).status).toBe(200);
});

test.each([
  ['a code of tomorrow', 422, 'CODE_OF_TOMORROW', 422],
  ['a page of a gateway', 200, undefined, 200],
])('%s is replayed', async (_name, status, code, shown) => {
  const mock = makeMock();
  mock.replay(reading({ phase: 'response', status, ...(code && { code }), durationMs: 1 }));
  const response = await list(mock);
  const text = await response.text();
  expect(response.status).toBe(shown);
  expect(text).toMatch(code ?? /^(?!\{"data")/);
  expect((await list(mock)).status).toBe(200);
});

const refused: readonly (readonly [string, unknown, string])[] = [
  ['another version', { ...freeze, version: 2 }, 'version is 2; allowed: 1'],
  ['no report', 'x', 'The report cannot be replayed'],
  [
    'the report of an error outside a call',
    { ...freeze, operation: null, method: null, path: null, attempts: [] },
    'operation is missing: the error does not come from a call',
  ],
  ['no attempt', { ...freeze, attempts: [] }, 'attempts must hold at least one attempt'],
  [
    'an unknown operation',
    { ...freeze, operation: 'cards.unknown' },
    'operation is "cards.unknown"',
  ],
  ['another path', { ...freeze, path: '/card/{id}' }, 'use the mock of the version that wrote'],
  [
    'an unknown phase',
    { ...freeze, attempts: [{ leg: 1, phase: 'lost', durationMs: 1 }] },
    'attempts.0.phase is "lost"; allowed: unsent, sent, response, body',
  ],
  [
    'one whose call was not ended by a response',
    { ...freeze, attempts: freeze.attempts.slice(0, 1) },
    'attempts has no response that failed: something else ended the call',
  ],
];

test.each(refused)('%s is refused, and nothing is added', (_name, report, message) => {
  const mock = makeMock();
  expect(() => mock.replay(report)).toThrow(MockUsageError);
  expect(() => mock.replay(report)).toThrow(message);
  expect(mock.faults.armed).toEqual([]);
});
