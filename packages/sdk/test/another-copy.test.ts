import { expect, test, vi } from 'vitest';
import { TimeoutError } from '../src/errors/network-errors.ts';
import { refusalOf } from '../src/relay/error-refusals.ts';
import { RelayRefusal } from '../src/relay/refusal.ts';
import { memoryJournal } from './memory-journal.ts';
import { json, networkError, refusal, scriptedClient } from './scripted-service.ts';

const sentAt = '2026-01-05T09:00:00Z';
const codeOf = (error: unknown) => refusalOf(error).code;

/** Loads modules again, as the CommonJS form beside the ES modules does. */
async function anotherCopy() {
  vi.resetModules();
  const [base, api, network, caller, relay] = await Promise.all([
    import('../src/errors/payments-error.ts'),
    import('../src/errors/api-error.ts'),
    import('../src/errors/network-errors.ts'),
    import('../src/errors/caller-errors.ts'),
    import('../src/relay/refusal.ts'),
  ]);
  expect(network.TimeoutError).not.toBe(TimeoutError);
  return { ...base, ...api, ...network, ...caller, ...relay };
}

test('the relay recognizes the errors of another copy of the package', async () => {
  const their = await anotherCopy();
  expect(codeOf(new their.OutcomeUnknownError({ sentAt }))).toBe('OUTCOME_UNKNOWN');
  const accepted = their.attachOutcome(new their.ContractError('x', { status: 200 }), 'applied');
  expect(codeOf(accepted)).toBe('OUTCOME_UNKNOWN');
  expect(codeOf(new their.TimeoutError('timeout', 1))).toBe('SERVICE_UNAVAILABLE');
  const conflict = their.apiError({ status: 409, code: 'CONFLICT', message: 'x' });
  expect(codeOf(conflict)).toBe('CONFLICT');
  const unauthorized = their.apiError({ status: 401, code: 'UNAUTHORIZED', message: 'x' });
  expect(codeOf(unauthorized)).toBe('UNAUTHORIZED');
  const wrongInput = new their.InvalidRequestError([{ path: 'id', message: 'x' }]);
  expect(codeOf(wrongInput)).toBe('INVALID_INPUT');
});

test('the relay responds with a refusal of another copy of the package', async () => {
  const their = await anotherCopy();
  expect(their.RelayRefusal).not.toBe(RelayRefusal);
  const thrown = new their.RelayRefusal(409, 'TOO_MANY_SOURCES', { retryAfter: 1_500 });
  expect(refusalOf(thrown)).toMatchObject({ status: 409, code: 'TOO_MANY_SOURCES' });
  expect(JSON.parse(JSON.stringify(refusalOf(thrown)))).toEqual({
    code: 'TOO_MANY_SOURCES',
    retryAfter: 2,
  });
  const impostor = Object.assign(new Error('x'), { name: 'RelayRefusal', status: 200 });
  expect(refusalOf(impostor)).toMatchObject({ status: 500, code: 'INTERNAL_ERROR' });
});

test.each([
  ['unknown', networkError('ECONNRESET')],
  ['unknown', refusal(500, 'INTERNAL_ERROR')],
  ['applied', json(200, { id: 'Transaction:1', status: 'REJECTED' })],
  ['not-applied', refusal(409, 'CONFLICT')],
] as const)('a journal of another copy of the package records %s', async (outcome, reply) => {
  vi.resetModules();
  const { journalWork } = await import('../src/journal/journal-work.ts');
  const journal = { ...memoryJournal(), work: journalWork };
  const { payments } = scriptedClient([reply], { journal });
  await payments.transactions.reject({ transactionId: 'Transaction:1' }).catch(() => undefined);
  expect([...journal.entries.values()]).toMatchObject([{ end: { outcome } }]);
});
