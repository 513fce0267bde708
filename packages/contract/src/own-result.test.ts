import { describe, expect, test } from 'vitest';
import { exampleOf } from './examples.ts';
import type { Fields } from './format/fields.ts';
import { foreignReason, operations, resultMarks } from './index.ts';

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

const rows = operations().map(({ name, row }) => [name, row] as const);

describe.each(rows)('the result of %s', (name, row) => {
  const { input, result } = exampleOf(name) as { input: Fields; result: unknown };
  const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param as string);
  const params = Object.fromEntries(names.map((param) => [param, String(input[param])]));
  const [status = 0] = Object.keys(row.responses).map(Number);
  const reasonOf = (value: unknown, given = status) =>
    foreignReason(row, { status: given, value, params });

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

  test('may differ from the contract in what does not identify it', () => {
    if (typeof result !== 'object' || result === null) return;
    expect(reasonOf({ ...result, laterField: { any: 1 } })).toBeUndefined();
  });
});

test('a copy of the request is a result only where the result has no id', () => {
  const recognized = operations().flatMap(({ name, row }) => {
    const input = (exampleOf(name) as { input?: Fields }).input ?? {};
    const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param as string);
    const params = Object.fromEntries(inPath.map((param) => [param, String(input[param])]));
    const value = Object.fromEntries(Object.entries(input).filter(([key]) => !(key in params)));
    const statuses = Object.keys(row.responses).map(Number);
    const isResult = statuses.some(
      (status) => foreignReason(row, { status, value, params }) === undefined,
    );
    return isResult ? [name] : [];
  });
  expect(recognized.sort()).toEqual([
    'scaFactors.confirmEnrollment',
    'scaFactors.startEnrollment',
    'scaLogin.start',
  ]);
});
