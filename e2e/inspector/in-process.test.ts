import { createMock } from '@org/payments-mock';
import { expect, test } from 'vitest';
import { openInspector, openPanel, useInspector } from './support/inspector.ts';

useInspector();

test('an open page shows what the program of the mock changes, without a request', async () => {
  const { mock, page, complaints } = await openInspector();
  const { id: customerId } = mock.add.customer({ fullName: 'Rosa Marchetti' });
  await page.getByText('Rosa Marchetti').first().waitFor();
  mock.add.internalAccount({ customerId, available: 77_00 });
  await page.getByText('77.00 USD').first().waitFor({ state: 'attached' });

  mock.clock.advance({ minutes: 15 });
  await page.locator('.clock').getByText('09:15:00').waitFor();
  await page.locator('.world .badge', { hasText: 'expired' }).waitFor();

  await openPanel(page, 'Webhooks');
  mock.webhooks.trigger('CARD.STATE_CHANGE');
  await page.locator('.event[data-type="CARD.STATE_CHANGE"]').waitFor();

  await openPanel(page, 'Faults');
  const faults = page.getByRole('region', { name: 'Faults', exact: true });
  const remove = mock.faults.add({ operation: 'cards.get', effect: { kind: 'lose-reply' } });
  const entry = faults.locator('li', { hasText: 'cards.get' });
  await entry.waitFor();
  remove();
  await entry.waitFor({ state: 'detached' });

  mock.restore(createMock().snapshot());
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test('a session that expires while the clock of the mock runs is shown as expired', async () => {
  let now = Date.parse('2026-01-05T09:00:00Z');
  const running = createMock({
    now: () => {
      now += 1;
      return now;
    },
  });
  const { page, complaints } = await openInspector({}, undefined, running);
  now += 16 * 60_000;
  await page.locator('.clock').getByText('09:16:00').waitFor();
  await page.locator('.world .badge', { hasText: 'expired' }).waitFor();
  expect(complaints).toEqual([]);
});
