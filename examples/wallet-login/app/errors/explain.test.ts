import { WalletError } from '@org/payments-wallet';
import { expect, test } from 'vitest';
import { PlatformError } from '../platform/api.ts';
import { explain } from './explain.ts';

test('after a refusal with a wait, names it', () => {
  const text = 'Too many attempts. Try again in 42 seconds.';
  expect(explain(new PlatformError('RATE_LIMITED', { retryAfter: 41_200 }))).toBe(text);
  expect(explain(new WalletError('RATE_LIMITED', { retryAfter: 41_200 }))).toBe(text);
});
