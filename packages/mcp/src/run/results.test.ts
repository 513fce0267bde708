import { findOperation } from '@org/payments-contract';
import { ContractError, SignatureRequiredError } from '@org/payments-sdk';
import { expect, test } from 'vitest';
import { ToolError } from '../errors/mcp-errors.ts';
import { toolOf } from '../tools/tool.ts';
import { failureOf, successOf } from './results.ts';

const operation = findOperation('customers.create');
if (operation === undefined) throw new Error('the contract has no customers.create');
const tool = toolOf(operation, false);
const secret = '123-45-6789';
const input = { taxIdentifier: secret };
const sentAt = '2026-01-05T09:00:00.000Z';

test('a secret of the input that a message repeats is masked', () => {
  const error = new ToolError('FORBIDDEN', `The number ${secret} is taken.`, {
    action: `Change ${secret}.`,
  });
  const result = failureOf(tool, input, error);
  expect(JSON.stringify(result)).not.toContain(secret);
  expect(result.content[0]?.text).toBe(
    'FORBIDDEN: The number [redacted] is taken. Change [redacted]. This call has changed nothing.',
  );
});

test('what a further call needs is never cut, however large the result is', () => {
  const key = 'k'.repeat(3_000);
  const more = Object.fromEntries(
    Array.from({ length: 99 }, (_, at) => [`at${at}`, 'x'.repeat(999)]),
  );
  const { structuredContent } = successOf(operation.row, { id: key, nextCursor: key, more }, key);
  expect(structuredContent).toMatchObject({ id: key, nextCursor: key, idempotencyKey: key });
});

test.each([
  [{ data: [{ id: 'a', status: 'PAID' }] }, ['status'], { data: [{ status: 'PAID' }] }],
  [{ data: [{ id: 'a' }] }, ['data.id', 'of'], { data: [{ id: 'a' }], notInResult: ['data.of'] }],
  [{ data: [], totalCount: 0 }, ['data.id'], { data: [], totalCount: 0 }],
  [{ id: 'a' }, ['nmae'], { id: 'a', notInResult: ['nmae'] }],
])('fields of %j that are wanted: %j', (value, fields, wanted) => {
  const { structuredContent } = successOf(operation.row, value, undefined, fields);
  expect(structuredContent).toEqual(wanted);
});

test("a stranger's message is not shown", () => {
  const result = failureOf(tool, input, new Error('the token is abc'));
  expect(JSON.stringify(result)).not.toContain('abc');
  expect(result).toMatchObject({
    isError: true,
    structuredContent: {
      error: {
        code: 'INTERNAL',
        action: expect.any(String),
        docs: expect.stringMatching(/\/errors\/INTERNAL$/),
      },
    },
  });
});

const forPrograms = /\w\(\)|`stamper`|`\.\w+`/;

test('no advice to a model names what only a program can call', () => {
  const errors = [
    [new ContractError('rounded', { status: 201 }), 'applied'],
    [new SignatureRequiredError({ payloadToSign: '{}', expiresAt: sentAt }), undefined],
  ] as const;
  for (const [error, outcome] of errors) {
    const given = outcome === undefined ? error : Object.assign(error, { outcome });
    expect(error.action).toMatch(forPrograms);
    const result = failureOf(tool, input, given);
    expect(JSON.stringify(result)).not.toMatch(forPrograms);
  }
});
