import { findOperation } from '@org/payments-contract';
import { ContractError, OutcomeUnknownError, SignatureRequiredError } from '@org/payments-sdk';
import { expect, test } from 'vitest';
import { ToolError } from '../errors/mcp-errors.ts';
import { toolOf } from '../tools/tool.ts';
import type { Known } from './advice.ts';
import { failureOf } from './results.ts';
import type { Evidence } from './sent-writes.ts';

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
    'FORBIDDEN: The number [redacted] is taken. Change [redacted].',
  );
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

test('of a write that was applied, and whose response cannot be returned, the outcome is shown', () => {
  const fields = { status: 201, accepted: true };
  const error = Object.assign(new ContractError('rounded', fields), { outcome: 'applied' });
  const { structuredContent } = failureOf(tool, input, error);
  expect(structuredContent).toMatchObject({ outcome: 'applied', error: { code: 'CONTRACT' } });
});

test('of an unknown outcome the evidence decides what to do', () => {
  const reconcile = async () =>
    ({ outcome: 'unknown', because: '', askAgainAt: undefined, resource: undefined }) as const;
  const error = new OutcomeUnknownError({ sentAt, reconcile });
  const resultWith = (known: Known) => failureOf(tool, input, error, known);
  const evidence = (outcome: Evidence['outcome']) => ({ outcome, because: 'A read.' });
  expect(resultWith({ evidence: evidence('applied') })).toMatchObject({
    content: [
      { text: expect.stringContaining('do not repeat it') },
      { text: expect.stringContaining('Data of the service.') },
      {},
    ],
    structuredContent: {
      outcome: 'unknown',
      reconcile: { outcome: 'applied' },
      error: { code: 'OUTCOME_UNKNOWN', sentAt },
    },
  });
  const missing = resultWith({ evidence: evidence('not-applied') });
  expect(missing.content[0]?.text).toContain('the call may be repeated');
  const open = resultWith({ evidence: evidence('unknown'), reference: 'r', check: '`the check`' });
  expect(open.structuredContent).toMatchObject({ reference: 'r' });
  expect(open.content[0]?.text).toContain('Do not repeat the change before `the check` has shown');
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
