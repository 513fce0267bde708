import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { id } from '../response-values.ts';
import { describeMarks, marksOf, type ResultIdentity, resultId, resultMarks } from './identity.ts';
import { reportsFailure } from './mismatch.ts';

const card = z.object({ id: id('Card'), state: z.string(), note: z.optional(z.string()) });
const agent = z.object({ id: id('Agent'), name: z.string() });

test.each<[string, z.ZodMiniType, ResultIdentity]>([
  ['id (Card:…)', card, {}],
  ['id (Card:…), or id (Agent:…)', z.union([card, agent]), {}],
  ['id (Card:…)', z.union([card, card]), {}],
  ['state', z.object({ id: z.string(), state: z.string() }), { fields: ['state'] }],
  ['id (Card:…), state', card, { fields: ['id', 'state'] }],
  ['cardId (Card:…), state', z.object({ cardId: id('Card'), state: z.string() }), {}],
  ['id, state', z.object({ id: z.string(), state: z.string() }), {}],
  ['id (Agent:…)', z.object({ agent, code: z.string() }), { in: 'agent' }],
  ['state, or note', card, { someOf: ['state', 'note'] }],
  ['', z.string(), {}],
])('what identifies a result is %s', (marks, schema, identity) => {
  const result = { ...identity };
  expect(resultMarks({ responses: { 200: schema }, result })).toBe(marks);
  expect(describeMarks(marksOf(schema, result))).toBe(marks);
  expect(marksOf(schema, result)).toBe(marksOf(schema, result));
});

test('a list, and nothing, identify themselves', () => {
  expect(resultMarks({ responses: { 200: card }, list: 'paged' })).toBe('a paged list');
  expect(resultMarks({ responses: { 204: null } })).toBe('no body');
  expect(resultMarks({ responses: { 200: card, 204: null } })).toBe('id (Card:…), or no body');
});

test.each<[unknown, ResultIdentity | undefined, string | undefined]>([
  [{ id: 'Card:1' }, undefined, 'Card:1'],
  [{ id: 'DelegatedKey:a-b.c:d_9' }, {}, 'DelegatedKey:a-b.c:d_9'],
  [{ id: 'Card:2', agent: { id: 'Agent:1' } }, { in: 'agent' }, 'Agent:1'],
  [{ id: 'Card:2', agent: 'Agent:1' }, { in: 'agent' }, undefined],
  [undefined, { in: 'agent' }, undefined],
  ['Card:1', {}, undefined],
  [{ id: 7 }, {}, undefined],
  [{ id: 'card:1' }, {}, undefined],
  [{ id: 'C:1' }, {}, undefined],
  [{ id: ' Card:1' }, {}, undefined],
  [{ id: 'Card:1/../2' }, {}, undefined],
  [{ id: 'Card:' }, {}, undefined],
  [{ id: `Card:${'1'.repeat(201)}` }, {}, undefined],
])('the id of %j is found', (value, result, found) => {
  expect(resultId({ result }, value)).toBe(found);
});

test.each([
  ...[{ status: 400 }, { status: '599' }, { status: 'error' }, { status: 'Fail' }],
  ...[{ status: 'failed' }, { status: 'Failure' }, { statusCode: 400 }, { code: 599 }],
  ...[
    { success: false },
    { ok: 0 },
    { ok: 'FALSE' },
    { error: 'x' },
    { errors: 'x' },
    { errors: [1] },
  ],
])('%j reports a failure', (body) => {
  expect(reportsFailure(body)).toBe(true);
});

test.each([
  ...[
    { status: 399 },
    { status: 6000 },
    { status: 1400 },
    { status: 'ERROR' },
    { status: 'no error' },
  ],
  ...[{ status: 'errors' }, { status: 'failing' }, { status: 'Mail' }, { statusCode: 399 }],
  ...[{ statusCode: 600 }, { code: '403' }, { code: 'FORBIDDEN' }, { success: true }, { ok: 10 }],
  ...[{ ok: 'falsely' }, { ok: 'is false' }, { error: null }, { errors: [] }, { errors: '' }, {}],
])('%j reports none', (body) => {
  expect(reportsFailure(body)).toBe(false);
});
