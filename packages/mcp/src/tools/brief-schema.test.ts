import { operations } from '@org/payments-contract';
import { expect, test } from 'vitest';
import { briefSchema } from './brief-schema.ts';
import type { JsonSchema } from './schema-types.ts';
import { toolOf } from './tool.ts';

const all = operations().map((operation) => toolOf(operation, true));
const brief = (name: string) => {
  const tool = all.find(({ operation }) => operation.name === name);
  if (tool === undefined) throw new Error(name);
  return briefSchema(tool.inputSchema);
};
const field = (name: string, path: string) =>
  (brief(name).properties as Readonly<Record<string, JsonSchema>>)[path];

test('a listed schema names every field of the operation, and which are required', () => {
  for (const { operation, inputSchema } of all) {
    const { properties = {}, required = [] } = briefSchema(inputSchema);
    expect(Object.keys(properties as object), operation.name).toEqual(
      Object.keys(inputSchema.properties),
    );
    expect(required).toEqual(inputSchema.required);
    for (const one of Object.values(properties as Record<string, JsonSchema>)) {
      expect(one.type ?? one.anyOf, operation.name).toBeDefined();
    }
  }
});

test('what a payment needs is there, and what is left out has a pointer', () => {
  expect(field('transfers.createOut', 'source')?.properties).toMatchObject({
    accountId: { description: '`InternalAccount:<id>`.' },
  });
  expect(field('transfers.createOut', 'amount')?.type).toBe('integer');
  expect(field('quotes.create', 'destination')).toEqual({
    type: 'object',
    description: 'Where the money goes. See `describe_operation`.',
  });
  expect(field('cards.update', 'state')?.enum).toContain('FROZEN');
});
