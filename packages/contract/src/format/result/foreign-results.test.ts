import { describe, expect, test } from 'vitest';
import { exampleOf } from '../../examples.ts';
import { isFields, type OperationRow, operations } from '../../index.ts';
import { mismatchReason, resultMarks } from '../../internal-schema.ts';
import type { Fields } from '../fields.ts';

const now = '2026-01-05T09:00:00Z';

/** Bodies of a gateway that has seen nothing of the request. */
const bodies: readonly unknown[] = [
  ...[{ success: false }, { success: true }, { message: 'Request blocked' }, { data: null }],
  ...[{ errors: [{ message: 'Request blocked' }] }, { id: 'Other:1' }, { id: 'abc' }],
  ...[{ code: 'BLOCKED', status: 403, message: 'Request blocked' }, {}, [], 'OK', null, true],
];

/** What a gateway reports in a 2xx, in the forms of several products. */
const failures: readonly Fields[] = [
  { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'blocked', instance: '/x' },
  { status: 403, code: 'FORBIDDEN', message: 'Request blocked' },
  { status: 500, code: 'INTERNAL_ERROR', message: 'Request blocked', createdAt: now },
  { success: 'false', status: 'blocked', type: 'LATER_TYPE' },
  { success: false, type: 'ForbiddenError', name: 'ForbiddenError' },
  { ok: 0, status: 'failed' },
  { status: 'error', message: 'Request blocked' },
  { status: 'Failure', reason: 'Forbidden', code: 403 },
  { status: '403', title: 'Forbidden' },
  { statusCode: 403, message: 'Forbidden' },
  { code: 403, message: 'Forbidden' },
  { error: 'Request blocked' },
  { errors: [{ message: 'Request blocked' }] },
];

/** What shows nothing beside the id of the path, though it reports no failure that can be told. */
const remarks: readonly Fields[] = [
  { status: 'blocked', reason: 'firewall' },
  { status: { toString: 1 }, success: { toString: 1 } },
  { type: 'about:blank', title: 'Forbidden' },
  { createdAt: now, message: 'Request blocked' },
  { createdAt: now, updatedAt: now, state: 'error' },
];

/** Each copy of a result in which one resource that the request names too is another one. */
function* otherReferences(sent: Fields, result: Fields, at = ''): Generator<[string, Fields]> {
  for (const [field, wanted] of Object.entries(sent)) {
    const shown = result[field];
    if (isFields(wanted) && isFields(shown)) {
      for (const [path, other] of otherReferences(wanted, shown, `${at}${field}.`)) {
        yield [path, { ...result, [field]: other }];
      }
    }
    if (field === 'id' || wanted !== shown || !/^[A-Z]\w*:./.test(String(wanted))) continue;
    yield [`${at}${field}`, { ...result, [field]: `${shown}-other` }];
  }
}

/** An operation with its example, as the rule sees it. */
class Subject {
  readonly name: string;
  readonly row: OperationRow;
  readonly input: Fields;
  readonly result: unknown;
  readonly params: Readonly<Record<string, string>>;
  readonly status: number;

  constructor({ name, row }: ReturnType<typeof operations>[number]) {
    const { input = {}, result } = exampleOf(name) as { input?: Fields; result: unknown };
    const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param as string);
    this.name = name;
    this.row = row;
    this.input = input;
    this.result = result;
    this.params = Object.fromEntries(inPath.map((param) => [param, String(input[param])]));
    this.status = Number(Object.keys(row.responses)[0]);
  }

  get isChange(): boolean {
    return this.row.retry !== 'safe';
  }

  reason(value: unknown, status = this.status): string | undefined {
    const sent = this.isChange ? this.input : undefined;
    return mismatchReason(this.row, { status, value, params: this.params, sent });
  }

  /** The resource that has the id of the result, if any. */
  get resource(): Fields {
    const { in: inside } = this.row.result ?? {};
    const whole = isFields(this.result) ? this.result : {};
    return inside === undefined ? whole : (whole[inside] as Fields);
  }

  /** A body with nothing of the result but an id that fits: that of the path, or a new one. */
  withId(more: Fields): Fields {
    const { id = Object.values(this.params)[0] } = this.resource;
    const { in: inside } = this.row.result ?? {};
    return inside === undefined ? { id, ...more } : { [inside]: { id }, ...more };
  }
}

const subjects = operations().map((one) => new Subject(one));
const named = (of: readonly Subject[]) => of.map((one) => [one.name, one] as const);
const changes = subjects.filter(({ isChange }) => isChange);
const subjectOf = (name: string) => subjects.find((one) => one.name === name) as Subject;

describe.each(named(subjects))('the result of %s', (_name, subject) => {
  const { row, status, result, params } = subject;

  test('has something that identifies it, which its example has', () => {
    expect(resultMarks(row)).toMatch(/^(?!, or).+(?<!, or )$/);
    expect(subject.reason(result)).toBeUndefined();
    const later = isFields(result) ? { ...result, laterField: { any: 1 } } : result;
    expect(subject.reason(later)).toBeUndefined();
  });

  test('is not what a gateway writes, nor an empty body unless it returns nothing', () => {
    for (const body of bodies) expect(subject.reason(body), JSON.stringify(body)).toBeDefined();
    const isEmpty = row.responses[status] === null;
    expect(subject.reason(undefined) === undefined).toBe(isEmpty);
    if (isEmpty) expect(subject.reason(undefined, 200)).toBeDefined();
  });

  test('is not the same resource under another id', () => {
    const { id } = (result ?? {}) as Fields;
    if (typeof id !== 'string' || !Object.values(params).includes(id)) return;
    expect(subject.reason({ ...(result as Fields), id: `${id}-other` })).toBeDefined();
  });
});

describe.each(named(changes))('%s', (name, subject) => {
  const { row, input, result, params } = subject;
  const [id] = Object.values(params);
  const refuses = (body: unknown) =>
    expect(subject.reason(body), JSON.stringify(body)).toBeDefined();

  test('is not done by a copy of its request, or by the id of its path', () => {
    // An authenticator app needs no more than its name: its copy is a result.
    if (row.responses[subject.status] === null || name === 'scaLogin.start') return;
    for (const copy of [{ id }, { ...input, id }, { ...input, id, message: 'blocked' }])
      refuses(copy);
    // The contract lists no states in which a login ends, so any word may be the service's.
    const isAny = (remark: Fields) => name === 'scaLogin.complete' && 'status' in remark;
    for (const remark of remarks) if (!isAny(remark)) refuses({ id, ...remark });
  });

  test('is not done by a failure beside an id that fits, or beside a copy', () => {
    const declared = subject.row.result?.in;
    for (const failure of failures) {
      const isField = Object.keys(failure).every((field) => field in subject.resource);
      if (!isField) refuses(subject.withId(failure));
      for (const copy of [input, { ...input, id }]) refuses({ ...copy, ...failure });
      if (declared === undefined) continue;
      const inside = { id: subject.resource.id, ...failure };
      expect(subject.reason({ [declared]: inside })).toBe('it reports a failure');
    }
  });

  test('is done by its result, even if it has a field of a failure too', () => {
    if (!isFields(result)) return;
    // All that is required of these two is in the request, or in an error body too.
    const isLogin = ['scaLogin.start', 'scaLogin.complete'].includes(name);
    const reason = isLogin ? 'it reports a failure' : undefined;
    expect(subject.reason({ ...result, statusCode: 403, success: 'false' })).toBe(reason);
  });

  test('names the resources that its request names', () => {
    if (!isFields(result)) return;
    for (const [, other] of otherReferences(input, result)) refuses(other);
  });
});

test('some changes name the resources of their requests', () => {
  const paths = changes.flatMap(({ name, input, result }) =>
    isFields(result) ? [...otherReferences(input, result)].map(([path]) => `${name} ${path}`) : [],
  );
  const some = ['cards.create cardholderId', 'transfers.createOut source.accountId'];
  expect(paths).toEqual(expect.arrayContaining(some));
});

test.each(named(subjects.filter(({ row }) => row.list !== undefined)))(
  '%s does not return an empty list that reports a failure',
  (_name, subject) => {
    const reason = (more: Fields) => subject.reason({ ...(subject.result as Fields), ...more });
    for (const failure of failures) {
      expect(reason({ data: [], ...failure }), JSON.stringify(failure)).toBeDefined();
      expect(reason({ data: [{ id: 'Other:1' }], ...failure })).toBeUndefined();
    }
    expect(reason({ data: [], error: null, errors: [], status: 200 })).toBeUndefined();
  },
);

test.each([
  ['customers.create', 'platformCustomerId'],
  ['cards.create', 'platformCardId'],
])('a result of %s under another %s belongs to another call', (name, field) => {
  const { row, input, result } = subjectOf(name);
  const reason = (wanted: unknown, shown: unknown) => {
    const value = { ...(result as Fields), [field]: shown };
    return mismatchReason(row, {
      status: 201,
      value,
      params: {},
      sent: { ...input, [field]: wanted },
    });
  };
  expect(reason('one', 'two')).toBe(`its ${field} is not the one of the request`);
  for (const [wanted, shown] of [
    ['one', 'one'],
    [undefined, 'two'],
    ['one', undefined],
  ]) {
    expect(reason(wanted, shown)).toBeUndefined();
  }
});

test('the times of a configuration do not identify it', () => {
  const subject = subjectOf('config.update');
  const { webhookEndpoint } = subject.input;
  const times = { createdAt: now, updatedAt: now };
  for (const value of [times, { ...times, webhookEndpoint }, { id: 'req-1', webhookEndpoint }]) {
    expect(subject.reason({ ...value, message: 'Request blocked' })).toBeDefined();
  }
  for (const value of [
    { id: 'PlatformConfig:1' },
    { supportedCurrencies: [] },
    { umaDomain: 'a' },
  ]) {
    expect(subject.reason({ ...times, ...value })).toBeUndefined();
  }
});

test.each([{ status: 'HELD_FOR_REVIEW' }, { type: 'INTERNAL' }, { platformCustomerId: 'p-1' }])(
  'a change of a transaction is done by its id beside %j',
  (more) => {
    const subject = subjectOf('transactions.reject');
    expect(subject.reason({ id: Object.values(subject.params)[0], ...more })).toBeUndefined();
  },
);
