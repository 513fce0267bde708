import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { exampleOf } from '../examples.ts';
import { operations } from '../operations.ts';
import { strictObject } from './objects.ts';
import { integer } from './request-values.ts';
import { schemaIssues } from './schema-issues.ts';

const card = strictObject({ state: z.optional(z.enum(['ACTIVE', 'FROZEN'])) });
const shape = z.discriminatedUnion('kind', [
  strictObject({ kind: z.literal('CIRCLE'), radius: z.number() }),
  strictObject({ kind: z.literal('SQUARE'), side: z.number() }),
]);
const many = z.enum(['A_ACCOUNT', ...Array.from({ length: 20 }, (_, index) => `X${index}`)]);

const cases: readonly (readonly [schema: z.ZodMiniType, value: unknown, message: string])[] = [
  [z.string(), undefined, 'is missing; expected a string'],
  [z.nonoptional(z.optional(z.string())), undefined, 'is missing'],
  [z.string(), 5, 'expected a string, received a number'],
  [z.string(), null, 'expected a string, received null'],
  [z.string(), [], 'expected a string, received a list'],
  [z.number(), Number.NaN, 'expected a number, received NaN'],
  [z.object({}), 'x', 'expected an object, received a string'],
  [z.record(z.string(), z.string()), 5, 'expected an object, received a number'],
  [z.array(z.string()), {}, 'expected a list, received an object'],
  [z.boolean(), 1n, 'expected a boolean, received a bigint'],
  [z.enum(['ACTIVE', 'FROZEN']), 'FROZE', 'expected one of ACTIVE, FROZEN (did you mean FROZEN?)'],
  [z.enum(['ACTIVE', 'FROZEN']), 7, 'expected one of ACTIVE, FROZEN, received a number'],
  [z.enum(['ACTIVE']), undefined, 'is missing; expected ACTIVE'],
  [z.literal('A'), 'quite different', 'expected A'],
  [many, 'A_ACCOUN', 'is not an allowed value (did you mean A_ACCOUNT?)'],
  [z.array(z.string()).check(z.minLength(1)), [], 'expected at least 1 item'],
  [z.array(z.string()).check(z.maxLength(2)), ['a', 'b', 'c'], 'expected at most 2 items'],
  [z.string().check(z.minLength(3)), 'ab', 'expected at least 3 characters'],
  [z.number().check(z.positive()), -4, 'expected more than 0'],
  [z.number().check(z.lt(4)), 4, 'expected less than 4'],
  [integer.check(z.gte(1)), 0, 'expected at least 1'],
  [integer.check(z.gte(1)), 1.5, 'expected a whole number'],
  [z.string().check(z.regex(/^a/)), 'x', 'does not have the expected form'],
  [z.email(), 'x', 'does not have the expected form'],
  [
    z.union([z.string(), z.number()]),
    true,
    'expected a string, received a boolean; or expected a number, received a boolean',
  ],
  [z.string().check(z.refine(() => false)), 'x', 'does not have the expected form'],
  [z.string('expected a name'), 5, 'expected a name'],
];

describe('the message of a schema issue', () => {
  test.each(cases)('%#: %s', (schema, value, message) => {
    expect(schemaIssues(schema, value).map((issue) => issue.message)).toEqual([message]);
  });

  test('a valid value has none', () => {
    expect(schemaIssues(card, { state: 'FROZEN' })).toEqual([]);
  });

  test('every unknown field is named, with the field that was probably meant', () => {
    const nested = strictObject({ card, list: z.array(card) });
    const issues = schemaIssues(nested, { card: { sate: 1, x: 2 }, list: [{ stat: 1 }], crad: 1 });
    expect(issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['card.sate', 'is not a field (did you mean state?)'],
      ['card.x', 'is not a field'],
      ['list.0.stat', 'is not a field (did you mean state?)'],
      ['crad', 'is not a field (did you mean card?)'],
    ]);
    const [other] = schemaIssues(card, { cardIdd: 1 }, ['cardId']);
    expect(other?.message).toBe('is not a field (did you mean cardId?)');
  });

  test('a misspelt kind of a union is refused with all kinds', () => {
    const [issue] = schemaIssues(shape, { kind: 'CIRCEL', radius: 1 });
    expect(issue).toMatchObject({
      path: ['kind'],
      message: 'expected one of CIRCLE, SQUARE (did you mean CIRCLE?)',
    });
    expect(schemaIssues(shape, {})[0]?.message).toBe('is missing; expected one of CIRCLE, SQUARE');
  });
});

/** A value that no message may contain. */
const marker = 'sekret-9417';
const wrong: readonly unknown[] = [
  marker,
  [marker],
  { [`x${marker}`]: marker },
  null,
  undefined,
  -1.5,
];

test.each(operations().map(({ name, row }) => [name, row] as const))(
  '%s: what is wrong with a field is described in our words, without the value',
  (name, row) => {
    const { input } = exampleOf(name);
    const parts = [row.params, row.query, row.headers, row.body].filter(
      (part) => part !== undefined,
    );
    const messages = parts.flatMap((part) =>
      Object.keys(input).flatMap((field) =>
        wrong.flatMap((value) =>
          schemaIssues(part, { ...input, [field]: value }).map(({ message }) => message),
        ),
      ),
    );
    for (const message of messages) {
      expect(message).not.toMatch(/Invalid|Unrecognized|Too (?:small|big)|>=|<=/);
      expect(message).not.toContain(marker);
    }
  },
);
