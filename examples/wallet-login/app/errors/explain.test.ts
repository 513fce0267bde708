import { WalletError } from '@org/payments-wallet';
import { expect, test } from 'vitest';
import { PlatformError } from '../platform/api.ts';
import { explain } from './explain.ts';

test.each([
  [1, '1 second'],
  [1_000, '1 second'],
  [41_200, '42 seconds'],
  [90_000, '90 seconds'],
  [91_000, '2 minutes'],
])('after a refusal with a wait of %d ms, names %s', (retryAfter, wait) => {
  const expected = { title: 'Too many attempts', detail: `You can try again in ${wait}.` };
  expect(explain(new PlatformError('RATE_LIMITED', { retryAfter }))).toEqual(expected);
  expect(explain(new WalletError('RATE_LIMITED', { retryAfter }))).toEqual(expected);
});
