import { expect, test } from 'vitest';
import { play } from './play.ts';

test('two payouts run from quote to webhook: one is paid, one fails and is refunded', async () => {
  const lines: string[] = [];
  await play((line) => lines.push(line));
  expect(lines).toEqual([
    'order-1: the supplier receives 227.43 EUR, fees 1.25 USD',
    'webhook: order-1 is sent',
    'webhook: order-1 is paid',
    'order-2: the supplier receives 92.23 EUR, fees 0.50 USD',
    'webhook: order-2 is sent',
    'webhook: order-2 is failed',
    'left: 750.00 USD',
  ]);
});
