import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { exampleOf } from '../src/examples.ts';
import { strictObject } from '../src/format/objects.ts';
import { byFields, byRepeat } from '../src/format/reconcile.ts';
import { type ErrorCode, findOperation, type OperationRow } from '../src/index.ts';
import { problemsOfRow, type RowWithExample, requestsTwice } from './row-problems.ts';

const { row } = findOperation('cards.update') as { row: OperationRow };
const { body: _body, ...withoutBody } = row;
const { reconcile: _reconcile, ...withoutReconcile } = row;
const example = exampleOf('cards.update');
const { input, result } = example;

const broken: Readonly<Record<string, readonly [Partial<RowWithExample>, string]>> = {
  'no example': [{ example: undefined }, 'it has no example'],
  'an input that a parameter refuses': [
    { example: { ...example, input: { ...input, id: 'Agent:1' } } },
    "the example's input id: expected an id of the form Card:<id>",
  ],
  'an input that the body refuses': [
    { example: { ...example, input: { ...input, state: 'MELTED' } } },
    "the example's input state",
  ],
  'an input that the request does not have': [
    { row: withoutBody },
    "the example's input state: the request does not have this field",
  ],
  'an input that a rule refuses': [
    { row: { ...row, rules: () => [{ path: 'state', message: 'is wrong' }] } },
    "the example's input state: is wrong",
  ],
  'a result with a value that the contract does not have': [
    { example: { ...example, result: { ...Object(result), state: 'MELTED' } } },
    "the example's result state: The known values are",
  ],
  'a result without a required field': [
    { example: { ...example, result: {} } },
    "the example's result id",
  ],
  'a result without a response body': [
    { row: { ...row, responses: { 204: null } } },
    'its response has no body, and the example has a result',
  ],
  'a path without its parameter': [
    { row: { ...row, path: '/cards' } },
    'its params have id, and its path does not',
  ],
  'a parameter that no schema describes': [
    { row: { ...row, path: '/cards/{id}/{side}' } },
    'its path has {side}, and its params do not',
  ],
  'a field in two parts of the request': [
    { row: { ...row, query: strictObject({ state: z.optional(z.string()) }) } },
    'state is a field of two parts of its request',
  ],
  'an error code that does not exist': [
    { row: { ...row, errors: ['CARD_NOT_MUTABEL' as ErrorCode] } },
    'CARD_NOT_MUTABEL is not an error code (did you mean CARD_NOT_MUTABLE?)',
  ],
  'a write that cannot be found again': [{ row: withoutReconcile }, 'needs `reconcile`'],
  'a way to find a write that may be repeated': [
    { row: { ...row, retry: 'keyed', reconcile: byRepeat('Repeat it.') } },
    'it may be repeated, and needs no `reconcile`',
  ],
  'a read that does not exist': [
    { row: { ...row, reconcile: byFields('cards.gett', 'id') } },
    'reads cards.gett, which is not an operation (did you mean cards.get?)',
  ],
  'a read that is a write': [
    { row: { ...row, reconcile: byFields('cards.reveal', 'id') } },
    'reads cards.reveal, which is a write',
  ],
  'a read with a parameter that it does not have': [
    {
      row: {
        ...row,
        reconcile: {
          by: 'read',
          read: 'cards.get',
          input: () => ({ card: 1 }),
          isApplied: Boolean,
        },
      },
    },
    'calls cards.get with card: the request does not have this field',
  ],
  'a payload without an inline signature': [
    { row: { ...row, signing: 'inline' } },
    "`signing: 'inline'` and `payload` belong together",
  ],
};

test('a row of the contract has no problem', () => {
  expect(problemsOfRow({ name: 'cards.update', row, example })).toEqual([]);
});

test.each(Object.entries(broken))('%s is a problem of the row', (_what, [change, problem]) => {
  const problems = problemsOfRow({ name: 'cards.update', row, example, ...change });
  expect(problems.filter((each) => each.includes(problem))).not.toEqual([]);
  for (const each of problems) expect(each).toMatch(/^cards\.update \(PATCH \/cards/);
});

test('two rows with one request are both named', () => {
  const rows = [
    { name: 'cards.update', row },
    { name: 'cards.change', row },
  ];
  expect(requestsTwice(rows)).toEqual(['cards.update and cards.change are both PATCH /cards/{id}']);
});
