import { expect, test } from 'vitest';
import { ConnectionError } from '../errors/network-errors.ts';
import { meaningOf } from './error-meaning.ts';

/** An error of the client with the facts by which it is judged. */
const errorOf = (facts: object) =>
  Object.assign(new ConnectionError('of the test'), { retryable: false, ...facts });

const journal = errorOf({ name: 'JournalError' });

test.each([
  [
    { name: 'IdempotencyKeyReusedError', outcome: 'not-applied' },
    { is: 'unknown', mayAsk: false },
  ],
  [
    { name: 'UnauthorizedError', status: 401 },
    { is: 'stop', mayBeSent: false },
  ],
  [{ name: 'CredentialsError' }, { is: 'stop', mayBeSent: false }],
  [
    { name: 'JournalError', outcome: 'not-applied' },
    { is: 'stop', mayBeSent: false },
  ],
  [
    { outcome: 'applied', resourceId: 'Quote:1' },
    { is: 'applied', resourceId: 'Quote:1' },
  ],
  [
    { outcome: 'unknown', resourceId: 'Quote:1' },
    { is: 'unknown', mayAsk: true },
  ],
  [{ outcome: 'applied' }, { is: 'unknown', mayAsk: true }],
  [
    { outcome: 'applied', status: 201 },
    { is: 'unknown', mayAsk: true },
  ],
  [
    { outcome: 'unknown', cause: journal },
    { is: 'stop', error: journal, mayBeSent: true },
  ],
  [{ outcome: 'not-applied', cause: journal }, { is: 'refused' }],
  // The same request may be sent again, but under its own key: that it may be applied is kept.
  [
    { outcome: 'unknown', retryable: true },
    { is: 'unknown', mayAsk: true },
  ],
  [
    { outcome: 'unknown', status: 429 },
    { is: 'unknown', mayAsk: true },
  ],
  [
    { outcome: 'unknown', cause: new Error('of a socket') },
    { is: 'unknown', mayAsk: true },
  ],
  [{ outcome: 'not-applied', retryable: true }, { is: 'later' }],
  [{ outcome: 'not-applied', status: 429 }, { is: 'later' }],
  [{ outcome: 'not-applied', name: 'ContractError' }, { is: 'later' }],
  [{ outcome: 'not-applied', code: 'UNREADABLE_ERROR' }, { is: 'later' }],
  [{ outcome: 'not-applied', name: 'ApiError', status: 400 }, { is: 'refused' }],
  [{ outcome: 'not-applied' }, { is: 'refused' }],
  [{ status: 404 }, { is: 'refused' }],
  [{ name: 'InvalidRequestError' }, { is: 'refused' }],
  [{ name: 'SigningError' }, { is: 'refused' }],
  // An error that nothing is known of refuses nothing: another key could pay twice.
  [{}, { is: 'unknown', mayAsk: true }],
])('an error with %j means %j', (facts, meaning) => {
  const error = errorOf(facts);
  expect(meaningOf(error, 'item-1')).toEqual({ error, ...meaning });
});

test('an error of the program ends the run, and something may have been sent', () => {
  const cause = new TypeError('of the program');
  expect(meaningOf(cause, 'item-1')).toEqual({
    is: 'stop',
    error: expect.objectContaining({ code: 'RUN_PAY_FAILED', itemId: 'item-1', cause }),
    mayBeSent: true,
  });
});
