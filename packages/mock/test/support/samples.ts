import { definition, unwrap } from '@org/payments-contract/internal/schema';
import type * as z from 'zod/mini';

/** Texts and numbers of each form that a field can ask for. */
const candidates: readonly unknown[] = [
  ...['US', 'Text', '2020-01-02', '2020-01-02T03:04:05Z', 'https://example.com/a', '123456'],
  ...['ada@example.com', '5493001KJTIIGC8Y1R12', '+14155550100', '$ada@example.com', 'USD'],
  ...[7, true, 'ExternalAccount:1', 'Customer:1', 'a.example.com'],
];

/** Values that a schema does not tell. */
const told: Readonly<Record<string, unknown>> = {
  currencies: ['USD'],
  currencyCode: 'USD',
  umaAddress: '$ada@mock.payments.test',
  identifier: '123-45-6789',
};

/** Values with every field of a schema, which together have each value of its enums. */
export function samplesOf(given: z.ZodMiniType): readonly unknown[] {
  const schema = unwrap(given);
  const { element, options: [first] = [], shape } = definition(schema);
  if (element !== undefined) return samplesOf(element).map((each) => [each]);
  if (first !== undefined) return samplesOf(first);
  if (shape !== undefined) {
    const fields = Object.entries(shape).map(
      ([name, each]) => [name, valuesOf(name, each)] as const,
    );
    const count = Math.max(1, ...fields.map(([, all]) => all.length));
    return Array.from({ length: count }, (_, index) =>
      Object.fromEntries(fields.map(([name, all]) => [name, all[index % all.length]])),
    );
  }
  const values = [...(schema._zod.values ?? [])];
  return values.length > 0 ? values : [candidates.find((each) => schema.safeParse(each).success)];
}

/** Values of a field, by its name where the schema does not tell. */
export function valuesOf(name: string, schema: z.ZodMiniType): readonly unknown[] {
  return told[name] === undefined ? samplesOf(schema) : [told[name]];
}
