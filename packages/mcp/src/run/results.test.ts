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
  [
    { data: [{ id: 'a', status: 'PAID', agentId: 'b', of: 1 }] },
    ['of'],
    { data: [{ id: 'a', status: 'PAID', agentId: 'b', of: 1 }] },
  ],
  [{ data: [{ id: 'a' }] }, ['data.id', 'of'], { data: [{ id: 'a' }], notInResult: ['data.of'] }],
  [{ data: [], totalCount: 0 }, ['data.id'], { data: [], totalCount: 0 }],
  [{ id: 'a' }, ['nmae'], { id: 'a', notInResult: ['nmae'] }],
])('fields of %j that are wanted: %j', (value, fields, wanted) => {
  const { structuredContent } = successOf(operation.row, value, undefined, fields);
  expect(structuredContent).toEqual(wanted);
});

test('the digest of a list tells accounts of one holder apart, and what an approval needs', () => {
  const accountInfo = { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000' };
  const beneficiary = { fullName: 'Grace Hopper', birthDate: '1906-12-09' };
  const amount = { totalSendingAmount: 5_00, sendingCurrency: { code: 'USD', decimals: 2 } };
  const destination = { accountId: 'ExternalAccount:1' };
  const quote = { id: 'Quote:1', ...amount, destination, expiresAt: '' };
  const data = [
    { id: 'a', accountInfo: { ...accountInfo, beneficiary } },
    { id: 'b', agentId: 'Agent:1', transferDetails: { amount: 1, currency: 'USD' }, updatedAt: '' },
    { id: 'c', agentId: 'Agent:1', quote },
  ];
  expect(successOf(operation.row, { data }, undefined).structuredContent.data).toEqual([
    {
      id: 'a',
      accountInfo: {
        ...accountInfo,
        beneficiary: { fullName: 'Grace Hopper' },
        iban: 'ending 3000',
      },
    },
    { id: 'b', agentId: 'Agent:1', transferDetails: { amount: 1, currency: 'USD' } },
    {
      id: 'c',
      agentId: 'Agent:1',
      quote: { id: 'Quote:1', totalSendingAmount: 5_00, sendingCurrency: 'USD', destination },
    },
  ]);
});

test('a list that is cut names no cursor that goes past the cut, and says how to read the rest', () => {
  const data = Array.from({ length: 100 }, (_, at) => ({ id: `${at}`, memo: 'x'.repeat(450) }));
  const page = { data, hasMore: true, nextCursor: 'after-99', totalCount: 300 };
  const { structuredContent } = successOf(operation.row, page, undefined, ['*']);
  expect(structuredContent).toEqual({
    data: data.slice(0, 50),
    totalCount: 300,
    cut: expect.stringContaining('first 50 of 100 items. Call again with `limit` 50 and the same'),
  });
  // A list that has no pages takes no limit.
  const { cut } = successOf(operation.row, { data }, undefined, ['*']).structuredContent;
  expect(cut).toMatch(/first 50 of 100 items\. .+`fields`/);
  expect(cut).not.toContain('limit');
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
