import { operations } from '@org/payments-contract';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { pathId, requestId } from './request-values.ts';
import { schemaIssues } from './schema-issues.ts';

const account = requestId('InternalAccount', 'ExternalAccount');
const form = 'expected an id of the form InternalAccount:<id> or ExternalAccount:<id>';
const plain = 'must not contain white space or control characters';

const messages = (schema: z.ZodMiniType, value: unknown) =>
  schemaIssues(schema, value).map(({ message }) => message);

test.each(['InternalAccount:9f3c', 'ExternalAccount:a/b?c', 'ExternalAccount:é'])(
  'the id %j is accepted',
  (id) => {
    expect(messages(account, id)).toEqual([]);
  },
);

test.each(['', 'InternalAccount:', 'Card:1', ' InternalAccount:1', 'internalaccount:1'])(
  'the id %j has another form',
  (id) => {
    expect(messages(account, id)).toEqual([form]);
  },
);

/** White space, controls, formats and halves of characters, of ASCII and beyond. */
const unseen = [' ', '\t', '\n', '\r', '\0', '\u007f', '\u0085', '\u00a0', '\u00ad', '\u1680'];
const unseenBeyond = [...'\u2003\u2028\u202e\u200b\u2060\u3000\ufeff', '\ud800'];

test.each([...unseen, ...unseenBeyond])('an id with %j is refused, wherever it is', (character) => {
  for (const id of [`${character}1`, `1${character}2`, `1${character}`, character]) {
    expect(messages(account, `ExternalAccount:${id}`)).toEqual([plain]);
    expect(messages(pathId, id)).toEqual([plain]);
  }
});

test.each([
  [`Customer:${undefined}`, 'undefined'],
  [`ExternalAccount:${null}`, 'null'],
  [`ExternalAccount:a-${undefined}`, 'undefined'],
  [`ExternalAccount:${{}}`, '[object Object]'],
])('the id %s says which value was missing', (id, word) => {
  const message = `contains ${word}: a value was missing or no text when it was made`;
  expect(messages(requestId('Customer', 'ExternalAccount'), id)).toEqual([message]);
  expect(messages(pathId, id)).toEqual([message]);
  expect(messages(pathId, id.replace(word, 'nullable_undefined1'))).toEqual([]);
});

test('an id of a path without a prefix is not empty', () => {
  expect(messages(pathId, '')).toEqual(['must not be empty']);
  expect(messages(pathId, 'INV-3f9c')).toEqual([]);
});

test('each id of a path that has a prefix follows the rule', () => {
  const checked = operations().flatMap(({ name, row }) =>
    Object.entries(row.params?.shape ?? {}).flatMap(([field, schema]) => {
      const [message = ''] = messages(schema as z.ZodMiniType, 'x');
      const [, prefix] = /^expected an id of the form (\w+):/.exec(message) ?? [];
      return prefix === undefined ? [] : [{ name, field, schema, prefix }];
    }),
  );
  expect(checked.length).toBeGreaterThan(60);
  for (const { name, field, schema, prefix } of checked) {
    const found = messages(schema as z.ZodMiniType, `${prefix}:1 2`);
    expect(found, `${name} ${field}`).toEqual([plain]);
  }
});
