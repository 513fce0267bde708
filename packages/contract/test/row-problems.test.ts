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

const read = (name: string) => ({
  row: { ...row, reconcile: byFields(name as 'cards.get', 'id') },
});
const withInput = (more: object) => ({ example: { ...example, input: { ...input, ...more } } });

/** Changes of a row or its example, and a part of the problem that each of them makes. */
const broken: readonly (readonly [Partial<RowWithExample>, string])[] = [
  [{ example: undefined }, 'it has no example'],
  [withInput({ id: 'Agent:1' }), "the example's input id: expected an id of the form Card:<id>"],
  [withInput({ state: 'MELTED' }), "the example's input state"],
  [{ row: withoutBody }, "the example's input state: the request does not have this field"],
  [
    { row: { ...row, rules: () => [{ path: 'state', message: 'is wrong' }] } },
    "the example's input state: is wrong",
  ],
  [
    { example: { ...example, result: { ...Object(result), state: 'MELTED' } } },
    "the example's result state: The known values are",
  ],
  [{ example: { ...example, result: {} } }, "the example's result id"],
  [
    { row: { ...row, responses: { 204: null } } },
    'its response has no body, and the example has a result',
  ],
  [{ row: { ...row, path: '/cards' } }, 'its params have id, and its path does not'],
  [{ row: { ...row, path: '/cards/{id}/{side}' } }, 'its path has {side}, and its params do not'],
  [
    { row: { ...row, query: strictObject({ state: z.optional(z.string()) }) } },
    'state is a field of two parts of its request',
  ],
  [
    { row: { ...row, errors: ['CARD_NOT_MUTABEL' as ErrorCode] } },
    'CARD_NOT_MUTABEL is not an error code (did you mean CARD_NOT_MUTABLE?)',
  ],
  [{ row: withoutReconcile }, 'needs `reconcile`'],
  [
    { row: { ...row, retry: 'keyed', reconcile: byRepeat('Repeat it.') } },
    'it may be repeated, and needs no `reconcile`',
  ],
  [read('cards.gett'), 'reads cards.gett, which is not an operation (did you mean cards.get?)'],
  [read('cards.reveal'), 'reads cards.reveal, which is a write'],
  [
    { row: { ...row, reconcile: { ...byFields('cards.get', 'id'), input: () => ({ card: 1 }) } } },
    'calls cards.get with card: the request does not have this field',
  ],
  [{ row: { ...row, signing: 'inline' } }, "`signing: 'inline'` and `payload` belong together"],
];

test('a row of the contract has no problem', () => {
  expect(problemsOfRow({ name: 'cards.update', row, example })).toEqual([]);
});

test.each(broken)('%#: %s', (change, problem) => {
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
