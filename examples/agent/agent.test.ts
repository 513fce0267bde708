import { expect, test } from 'vitest';
import { play } from './play.ts';

test('an agent pays within its limits, asks for approval above the threshold, and is refused beyond its limits', async () => {
  const lines: string[] = [];
  await play((line) => lines.push(line));
  expect(lines).toEqual([
    'Bookkeeper may spend $1000.00 a day',
    'a month of hosting, $150.00: paid',
    'a new chair, $400.00: waits for approval',
    'a machine, $600.00: beyond the limits',
    'a printer, $500.00: beyond the limits',
    'the platform approved 1 of 1',
    'APPROVED, its payment is COMPLETED',
    'spent today: $550.00 in 2 payments',
    expect.stringContaining("while it is paused: The agent's policy does not allow this"),
  ]);
});
