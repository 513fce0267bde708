import { describe, expect, test } from 'vitest';
import { exampleOf } from './examples.ts';
import type { Fields } from './format/fields.ts';
import { foreignReason, isFields, type OperationRow, operations, resultMarks } from './index.ts';

const bodies: readonly unknown[] = [
  { success: false },
  { success: true },
  { message: 'Request blocked' },
  { errors: [{ message: 'Request blocked' }] },
  { code: 'BLOCKED', status: 403, message: 'Request blocked' },
  { id: 'Other:1' },
  { id: 'abc' },
  { data: null },
  {},
  [],
  'OK',
  null,
  true,
];

/** The only copy that is a result: an authenticator app needs no more than its name. */
function isCopyAllowed(name: string): boolean {
  return name === 'scaLogin.start';
}

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

const rows = operations().map(({ name, row }) => [name, row] as const);

describe.each(rows)('the result of %s', (name, row) => {
  const { input, result } = exampleOf(name) as { input: Fields; result: unknown };
  const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param as string);
  const params = Object.fromEntries(names.map((param) => [param, String(input[param])]));
  const [status = 0] = Object.keys(row.responses).map(Number);
  const sent = row.retry === 'safe' ? undefined : input;
  const reasonOf = (value: unknown, given = status) =>
    foreignReason(row, { status: given, value, params, sent });

  test('has something that identifies it', () => {
    expect(resultMarks(row)).not.toBe('');
    expect(resultMarks(row)).not.toMatch(/^, or|, or (?:,|$)/);
  });

  test('is recognized in its example', () => {
    expect(reasonOf(result)).toBeUndefined();
  });

  test.each(bodies.map((body) => [JSON.stringify(body), body]))('is not %s', (_, body) => {
    expect(reasonOf(body)).toBeDefined();
  });

  test('is not an empty body, unless the operation returns nothing', () => {
    if (row.responses[status] !== null) expect(reasonOf(undefined)).toBeDefined();
    else {
      expect(reasonOf(undefined)).toBeUndefined();
      expect(reasonOf(undefined, 200)).toBeDefined();
    }
  });

  test('is not the same resource under another id', () => {
    const { id } = (result ?? {}) as { readonly id?: unknown };
    if (typeof id !== 'string' || !Object.values(params).includes(id)) return;
    expect(reasonOf({ ...(result as Fields), id: `${id}-other` })).toBeDefined();
  });

  test.each([
    { success: false },
    { ok: false },
    { error: 'Request blocked' },
    { errors: [{ message: 'Request blocked' }] },
  ])('is not its id alone beside the failure that a gateway reports with %j', (failure) => {
    const { id } = (result ?? {}) as { readonly id?: unknown };
    const body = row.responses[status];
    const declared = Object.keys((body as { shape?: object } | null)?.shape ?? {});
    if (typeof id !== 'string' || Object.keys(failure).some((field) => declared.includes(field))) {
      return;
    }
    if (body?.safeParse({ id }).success) return;
    expect(reasonOf({ id, ...failure })).toBeDefined();
    expect(reasonOf({ ...(result as Fields), ...failure })).toBeUndefined();
  });

  test('is not what the request had already', () => {
    if (sent === undefined || row.responses[status] === null || isCopyAllowed(name)) return;
    const [id] = Object.values(params);
    for (const copy of [{ id }, { ...sent, id }, { ...sent, id, message: 'Request blocked' }]) {
      expect(reasonOf(copy), JSON.stringify(copy)).toBeDefined();
    }
  });

  test('names the resources that the request names', () => {
    if (sent === undefined || !isFields(result)) return;
    for (const [path, other] of otherReferences(sent, result)) {
      expect(reasonOf(other), path).toBeDefined();
    }
  });

  test('may differ from the contract in what does not identify it', () => {
    if (typeof result !== 'object' || result === null) return;
    expect(reasonOf({ ...result, laterField: { any: 1 } })).toBeUndefined();
  });
});

test('every change names the resources of its request, or has none', () => {
  const named = operations().flatMap(({ name, row }) => {
    const { input = {}, result } = exampleOf(name) as { input?: Fields; result: unknown };
    const isChange = row.retry !== 'safe' && isFields(result);
    return isChange ? [...otherReferences(input, result)].map(([path]) => `${name} ${path}`) : [];
  });
  expect(named).toEqual(
    expect.arrayContaining([
      'cards.create cardholderId',
      'transfers.createOut source.accountId',
      'transfers.createOut destination.accountId',
    ]),
  );
});

test.each([
  ['customers.create', 'platformCustomerId'],
  ['cards.create', 'platformCardId'],
] as const)('a result of %s under another %s belongs to another call', (name, field) => {
  const { row } = operations().find((one) => one.name === name) as { row: OperationRow };
  const { input, result } = exampleOf(name) as { input: Fields; result: Fields };
  const reasonOf = (wanted: unknown, shown: unknown) =>
    foreignReason(row, {
      status: 201,
      value: { ...result, [field]: shown },
      params: {},
      sent: { ...input, [field]: wanted },
    });
  expect(reasonOf('one', 'two')).toBe(`its ${field} is not the one of the request`);
  expect(reasonOf('one', 'one')).toBeUndefined();
  // The service chooses one itself, and a later version need not repeat it.
  expect(reasonOf(undefined, 'two')).toBeUndefined();
  expect(reasonOf('one', undefined)).toBeUndefined();
});

test('a copy is a result only where the request has all that is required of the result', () => {
  const recognized = operations().flatMap(({ name, row }) => {
    const input = (exampleOf(name) as { input?: Fields }).input ?? {};
    const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param as string);
    const params = Object.fromEntries(inPath.map((param) => [param, String(input[param])]));
    const value = Object.fromEntries(Object.entries(input).filter(([key]) => !(key in params)));
    const statuses = Object.keys(row.responses).map(Number);
    const isResult = statuses.some(
      (status) => foreignReason(row, { status, value, params, sent: input }) === undefined,
    );
    return isResult ? [name] : [];
  });
  expect(recognized).toEqual(['scaLogin.start']);
});
