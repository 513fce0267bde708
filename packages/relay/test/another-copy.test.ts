import { TimeoutError } from '@org/payments-sdk';
import { expect, test, vi } from 'vitest';
import { refusalOf } from '../src/refusals/error-refusals.ts';
import { RelayRefusal } from '../src/refusals/refusal.ts';

const sentAt = '2026-01-05T09:00:00Z';
const codeOf = (error: unknown) => refusalOf(error).code;

/** Loads modules again, as the CommonJS form beside the ES modules does. */
async function anotherCopy() {
  vi.resetModules();
  const [sdk, relay] = await Promise.all([
    import('@org/payments-sdk'),
    import('../src/refusals/refusal.ts'),
  ]);
  expect(sdk.TimeoutError).not.toBe(TimeoutError);
  return { ...sdk, ...relay };
}

test('the relay recognizes the errors of another copy of the package', async () => {
  const their = await anotherCopy();
  expect(codeOf(new their.OutcomeUnknownError({ sentAt }))).toBe('OUTCOME_UNKNOWN');
  const accepted = Object.defineProperty(new their.ContractError('x', { status: 200 }), 'outcome', {
    value: 'applied',
  });
  expect(codeOf(accepted)).toBe('OUTCOME_UNKNOWN');
  expect(codeOf(new their.TimeoutError('timeout', 1))).toBe('SERVICE_UNAVAILABLE');
  const conflict = new their.ConflictError({ status: 409, code: 'CONFLICT', message: 'x' });
  expect(codeOf(conflict)).toBe('CONFLICT');
  const unauthorized = new their.UnauthorizedError({
    status: 401,
    code: 'UNAUTHORIZED',
    message: 'x',
  });
  expect(codeOf(unauthorized)).toBe('UNAUTHORIZED');
  const wrongInput = new their.InvalidRequestError([{ path: 'id', message: 'x' }]);
  expect(codeOf(wrongInput)).toBe('INVALID_INPUT');
});

test('the relay responds with a refusal of another copy of the package', async () => {
  const their = await anotherCopy();
  expect(their.RelayRefusal).not.toBe(RelayRefusal);
  const thrown = new their.RelayRefusal(409, 'TOO_MANY_SOURCES', { retryAfter: 1_500 });
  expect(thrown).toBeInstanceOf(RelayRefusal);
  expect(refusalOf(thrown)).toMatchObject({ status: 409, code: 'TOO_MANY_SOURCES' });
  expect(JSON.parse(JSON.stringify(refusalOf(thrown)))).toEqual({
    code: 'TOO_MANY_SOURCES',
    retryAfter: 2,
  });
  const impostor = Object.assign(new Error('x'), { name: 'RelayRefusal', status: 200 });
  expect(refusalOf(impostor)).toMatchObject({ status: 500, code: 'INTERNAL_ERROR' });
});
