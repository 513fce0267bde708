import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { eventRows } from '../events.ts';
import { operations } from '../operations.ts';
import { responseOf } from './derive-response.ts';
import { definition, visitSchema } from './introspect.ts';
import { metaOf } from './schema-meta.ts';
import { ErrorBody } from './service-bodies.ts';
import { inUnit, minorUnits } from './units.ts';

/** Returns the paths of the numbers of a schema that do not declare what they count. */
function withoutUnit(name: string, schema: z.ZodMiniType): string[] {
  const found: string[] = [];
  visitSchema(schema, (each, field) => {
    const isNumber = definition(each).type === 'number';
    if (isNumber && metaOf(each)?.unit === undefined) found.push(`${name} ${field}`);
  });
  return found;
}

test('every number in every row declares what it counts', () => {
  const rows = operations().flatMap(({ name, row }) => {
    const { body, query, params, headers, responses } = row;
    const parts = [body, query, params, headers, ...Object.values(responses)];
    return parts.flatMap((part) => (part ? [[name, part] as const] : []));
  });
  const events = eventRows().flatMap(({ types, data }) =>
    data === null ? [] : [[types[0] ?? '', data] as const],
  );
  expect(rows.length).toBeGreaterThan(200);
  const missing = [...rows, ...events, ['error', ErrorBody] as const].flatMap(([name, schema]) =>
    withoutUnit(name, schema as z.ZodMiniType),
  );
  expect([...new Set(missing)]).toEqual([]);
});

test('a number without a unit is found, below any wrapper', () => {
  const fields = { a: z.nullish(z.number()), b: z.optional(inUnit(z.int(), 'count')) };
  expect(withoutUnit('row', z.object({ list: z.array(z.object(fields)) }))).toEqual(['row a']);
});

test('a range and the response form of a request keep the unit', () => {
  const amount = minorUnits('currency').check(z.positive(), z.lte(5));
  expect(metaOf(amount)?.unit).toBe('minorUnits of currency');
  const { innerType } = definition(responseOf(z.optional(amount)));
  expect(innerType && metaOf(innerType)?.unit).toBe('minorUnits of currency');
  const shown = responseOf(z.object({ whole: amount, rate: z.number() }));
  expect(shown.safeParse({ whole: 1, rate: 0.5 }).success).toBe(true);
  expect(shown.safeParse({ whole: 0.5, rate: 1 }).success).toBe(false);
});
