import { expect, test } from 'vitest';
import { play } from './play.ts';

test('a card is issued, used, frozen by its holder, and declined', async () => {
  const lines: string[] = [];
  await play((line) => lines.push(line));
  expect(lines).toEqual([
    'issued: PENDING_ISSUE',
    'a minute later: ACTIVE',
    'number shown at https://…',
    'coffee with a tip: AUTHORIZED, then $95.00 left',
    'frozen by its holder: FROZEN',
    'another coffee: CARD_PAUSED',
  ]);
});
