import { expect, onTestFinished, test, vi } from 'vitest';
import { card, json, scriptedClient } from '../../../test/scripted-service.ts';

test('a deprecated operation is reported once, with dates only', async () => {
  const emitWarning = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => emitWarning.mockRestore());
  const headers = { deprecation: '@1767225600', sunset: 'Wed, 01 Jul 2026 00:00:00 GMT' };
  const page = { data: [card], hasMore: false };
  const { payments } = scriptedClient([
    json(200, card),
    json(200, card, headers),
    json(200, card, headers),
    json(200, page, { deprecation: 'secret text', sunset: '@9e99' }),
  ]);
  for (let call = 0; call < 3; call += 1) await payments.cards.get({ id: 'Card:1' });
  await payments.cards.list({});
  expect(emitWarning.mock.calls).toEqual([
    [
      'The service has deprecated cards.get as of 2026-01-01 and will remove it on 2026-07-01. This is reported once.',
      { type: 'PaymentsWarning', code: 'PAYMENTS_DEPRECATED' },
    ],
    [
      'The service has deprecated cards.list. This is reported once.',
      { type: 'PaymentsWarning', code: 'PAYMENTS_DEPRECATED' },
    ],
  ]);
});
