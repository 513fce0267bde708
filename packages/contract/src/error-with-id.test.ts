import { describe, expect, test } from 'vitest';
import { exampleOf } from './examples.ts';
import type { Fields } from './format/fields.ts';
import { foreignReason, isFields, type OperationRow, operations } from './index.ts';

const now = '2026-01-05T09:00:00Z';

/** What a gateway reports in a 2xx, in the forms of several products. */
const failures: readonly Fields[] = [
  { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'blocked', instance: '/x' },
  { status: 403, code: 'FORBIDDEN', message: 'Request blocked' },
  { status: 500, code: 'INTERNAL_ERROR', message: 'Request blocked', createdAt: now },
  { success: 'false', status: 'error' },
  { success: 'false', status: 'blocked', type: 'LATER_TYPE' },
  { success: false, type: 'ForbiddenError', name: 'ForbiddenError' },
  { ok: 0, status: 'failed' },
  { status: 'error', message: 'Request blocked' },
  { status: 'Failure', reason: 'Forbidden', code: 403 },
  { status: '403', title: 'Forbidden' },
  { statusCode: 403, message: 'Forbidden' },
  { code: 403, message: 'Forbidden' },
];

/** What shows nothing beside the id of the path, though it reports no failure that can be told. */
const remarks: readonly Fields[] = [
  { status: 'blocked', reason: 'firewall' },
  { type: 'about:blank', title: 'Forbidden' },
  { createdAt: now, message: 'Request blocked' },
  { createdAt: now, updatedAt: now, state: 'error' },
];

interface Change {
  readonly name: string;
  readonly row: OperationRow;
  readonly sent: Fields;
  readonly result: unknown;
  readonly params: Readonly<Record<string, string>>;
}

const changes = operations().flatMap(({ name, row }): Change[] => {
  if (row.retry === 'safe') return [];
  const { input: sent = {}, result } = exampleOf(name) as { input?: Fields; result: unknown };
  const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param as string);
  const params = Object.fromEntries(inPath.map((param) => [param, String(sent[param])]));
  return [{ name, row, sent, result, params }];
});

function reasonOf({ row, sent, params }: Change, value: unknown): string | undefined {
  const status = Number(Object.keys(row.responses)[0]);
  return foreignReason(row, { status, value, params, sent });
}

/** A body with nothing of the result but an id that fits: that of the path, or a new one. */
function withId({ row, result, params }: Change, more: Fields): Fields {
  const [inPath] = Object.values(params);
  const inside = row.result?.in;
  if (inside !== undefined) {
    const { id } = (result as Readonly<Record<string, Fields>>)[inside] as Fields;
    return { [inside]: { id }, ...more };
  }
  const { id = inPath } = isFields(result) ? result : {};
  return { id, ...more };
}

describe.each(changes.map((change) => [change.name, change] as const))('%s', (_name, change) => {
  const { row, sent, result, params } = change;
  const [pathId] = Object.values(params);

  test('is not done by a failure beside an id that fits', () => {
    for (const failure of failures) {
      const body = withId(change, failure);
      expect(reasonOf(change, body), JSON.stringify(body)).toBeDefined();
    }
  });

  test('is not done by a failure beside a copy of its body', () => {
    for (const failure of failures) {
      for (const copy of [sent, { ...sent, id: pathId }]) {
        expect(reasonOf(change, { ...copy, ...failure }), JSON.stringify(failure)).toBeDefined();
      }
    }
  });

  test('is not done by a failure inside the resource that has the id', () => {
    const inside = row.result?.in;
    if (inside === undefined) return;
    for (const failure of failures) {
      const { id } = (result as Readonly<Record<string, Fields>>)[inside] as Fields;
      expect(reasonOf(change, { [inside]: { id, ...failure } })).toBe('it reports a failure');
    }
  });

  test('is not done by the id of its path beside what a gateway writes', () => {
    for (const remark of remarks) {
      // The contract lists no states in which a login ends, so any word may be the service's.
      if (change.name === 'scaLogin.complete' && 'status' in remark) continue;
      const body = { id: pathId, ...remark };
      expect(reasonOf(change, body), JSON.stringify(body)).toBeDefined();
    }
  });

  test('is done by its result, even if it has one of these fields too', () => {
    if (!isFields(result)) return;
    // All that is required of these two is in the request, or in an error body too.
    const isLogin = ['scaLogin.start', 'scaLogin.complete'].includes(change.name);
    const reason = isLogin ? 'it reports a failure' : undefined;
    expect(reasonOf(change, { ...result, statusCode: 403, success: 'false' })).toBe(reason);
  });
});

const lists = operations().filter(({ row }) => row.list !== undefined);

test.each(lists.map(({ name, row }) => [name, row] as const))(
  '%s does not return an empty list that reports a failure',
  (name, row) => {
    const { result } = exampleOf(name) as { result: Fields };
    const reasonOfList = (more: Fields) =>
      foreignReason(row, { status: 200, value: { ...result, ...more }, params: {} });
    for (const failure of failures) {
      expect(reasonOfList({ data: [], ...failure }), JSON.stringify(failure)).toBeDefined();
      expect(reasonOfList({ data: [{ id: 'Other:1' }], ...failure })).toBeUndefined();
    }
    expect(reasonOfList({ data: [], error: null, errors: [], status: 200 })).toBeUndefined();
  },
);

test('the times of a configuration do not identify it', () => {
  const change = changes.find(({ name }) => name === 'config.update') as Change;
  const { webhookEndpoint } = change.sent;
  const times = { createdAt: now, updatedAt: now };
  for (const value of [times, { ...times, webhookEndpoint }, { id: 'req-1', webhookEndpoint }]) {
    expect(reasonOf(change, { ...value, message: 'Request blocked' })).toBeDefined();
  }
  for (const value of [
    { id: 'PlatformConfig:1' },
    { supportedCurrencies: [] },
    { umaDomain: 'a' },
  ]) {
    expect(reasonOf(change, { ...times, ...value })).toBeUndefined();
  }
});

test.each([
  ['a later state', { status: 'HELD_FOR_REVIEW' }],
  ['a later type', { type: 'INTERNAL' }],
  ['one field of its own', { platformCustomerId: 'p-1' }],
])('a change of a transaction is done by its id beside %s', (_what, more) => {
  const change = changes.find(({ name }) => name === 'transactions.reject') as Change;
  const [id] = Object.values(change.params);
  expect(reasonOf(change, { id, ...more })).toBeUndefined();
});
