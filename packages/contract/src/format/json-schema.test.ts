import { expect, test } from 'vitest';
import { mapSubschemas, subschemas, variantsOf } from './json-schema.ts';

const text = { type: 'string' };
const schema = {
  type: 'object',
  properties: { items: text, list: { type: 'array', items: text } },
  additionalProperties: { type: 'number' },
  anyOf: [{ required: ['items'] }, { oneOf: [text, { type: 'null' }] }],
  items: false,
};

test('the schemas one step below a schema are found by keyword, and a field by its name', () => {
  expect(subschemas<object>(schema)).toEqual([
    [text, 'items'],
    [schema.properties.list, 'list'],
    [{ type: 'number' }, undefined],
    [schema.anyOf[0], undefined],
    [schema.anyOf[1], undefined],
  ]);
});

test('a change of them leaves all else', () => {
  const marked = mapSubschemas<object>(schema, (one, place) => ({ ...one, place }));
  expect(marked).toMatchObject({
    type: 'object',
    items: false,
    properties: { list: { type: 'array', items: text, place: { field: 'list' } } },
    anyOf: [{ place: { keyword: 'anyOf' } }, {}],
  });
  expect(mapSubschemas<object>(schema, (one) => one)).toEqual(schema);
});

test('the variants of a schema are those of nested unions too', () => {
  expect(variantsOf<object>(schema)).toEqual([schema.anyOf[0], text, { type: 'null' }]);
  expect(variantsOf(text)).toEqual([text]);
});
