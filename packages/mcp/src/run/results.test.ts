import { findOperation } from '@org/payments-contract';
import { ContractError, OutcomeUnknownError } from '@org/payments-sdk';
import { expect, test } from 'vitest';
import { ToolError } from '../errors/mcp-errors.ts';
import { toolOf } from '../tools/tool.ts';
import { failureOf } from './results.ts';

const operation = findOperation('customers.create');
if (operation === undefined) throw new Error('the contract has no customers.create');
const tool = toolOf(operation, false);
const secret = '123-45-6789';
const input = { taxIdentifier: secret };
const sentAt = '2026-01-05T09:00:00.000Z';

test('a secret of the input that a message repeats is masked', async () => {
  const error = new ToolError('FORBIDDEN', `The number ${secret} is taken.`, {
    action: `Change ${secret}.`,
  });
  const result = await failureOf(tool, input, error);
  expect(JSON.stringify(result)).not.toContain(secret);
  expect(result.content[0]?.text).toBe(
    'FORBIDDEN: The number [redacted] is taken. Change [redacted].',
  );
});

test("a stranger's message is not shown", async () => {
  const result = await failureOf(tool, input, new Error('the token is abc'));
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

test('of a write that was applied, and whose response cannot be returned, the outcome is shown', async () => {
  const fields = { status: 201, accepted: true };
  const error = Object.assign(new ContractError('rounded', fields), { outcome: 'applied' });
  const { structuredContent } = await failureOf(tool, input, error);
  expect(structuredContent).toMatchObject({ outcome: 'applied', error: { code: 'CONTRACT' } });
});

test('of an unknown outcome the evidence is shown masked, and a read that fails leaves it open', async () => {
  const resource = { id: 'Customer:1', taxIdentifier: '987-65-4321' };
  const reconcile = async () =>
    ({ outcome: 'applied', because: 'A read shows it.', askAgainAt: undefined, resource }) as const;
  const failure = await failureOf(tool, input, new OutcomeUnknownError({ sentAt, reconcile }));
  expect(failure.structuredContent).toMatchObject({
    outcome: 'unknown',
    reconcile: { outcome: 'applied', resource: { id: 'Customer:1', taxIdentifier: '[redacted]' } },
    error: { code: 'OUTCOME_UNKNOWN', sentAt },
  });
  const fails = () => Promise.reject(new Error('down'));
  const open = await failureOf(tool, input, new OutcomeUnknownError({ sentAt, reconcile: fails }));
  expect(open.structuredContent).toMatchObject({ reconcile: { outcome: 'unknown' } });
  const mute = await failureOf(tool, input, new OutcomeUnknownError({ sentAt }));
  expect(mute.structuredContent).toMatchObject({ reconcile: { outcome: 'unknown' } });
});
