import { expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { openInspector, openPanel, useInspector } from './support/inspector.ts';

useInspector();

const panels = ['Transactions', 'Documents', 'Agents', 'Webhooks', 'Faults', 'Ledger'];

test('on a phone the codes come first, then the requests, then the records', async () => {
  const { mock, page, payments, credential } = await openInspector({}, { width: 390, height: 844 });
  // A word, and a number, that are wider than the screen.
  const { id: customerId } = mock.add.customer({ fullName: 'Donaudampfschiff'.repeat(5) });
  mock.add.agent({ customerId, name: 'Buchhaltung'.repeat(7) });
  mock.add.internalAccount({ customerId, available: 999_999_999_999_99 });
  await payments.credentials.challenge({ id: credential.id });
  await page.locator('.otp').first().waitFor();
  for (const title of ['Agents', 'Ledger']) await openPanel(page, title);
  await page.locator('.customer', { hasText: 'Donau' }).locator('summary').click();
  const tops = async (...selectors: string[]) => {
    const boxes = selectors.map((selector) => page.locator(selector).boundingBox());
    return (await Promise.all(boxes)).map((box) => box?.y ?? Number.NaN);
  };
  const order = await tops('.outbox', '.timeline', '.world', '.panel.faults');
  expect(order).toEqual(order.toSorted((left, right) => left - right));
  const [code = Number.NaN] = await tops('.otp');
  expect(code).toBeLessThan(844);
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width).toBe(390);
});

test('axe reports no violations, in light and dark, wide and narrow, with everything open', async () => {
  const { mock, page, payments, card, credential, sessionKey } = await openInspector();
  mock.deliverTo(() => new Response('no room', { status: 500 }));
  mock.add.transaction();
  mock.add.document();
  mock.add.agent();
  await payments.credentials.challenge({ id: credential.id });
  await payments.cards.list();
  await payments.customers.list();
  const freeze = { id: card.id, state: 'FROZEN' } as const;
  await payments.cards.update(freeze, { stamper: sessionKey });
  const wrong = { stamp: (payload: string) => sessionKey.stamp(`${payload} `) };
  await expect(
    payments.cards.update({ id: card.id, state: 'ACTIVE' }, { stamper: wrong }),
  ).rejects.toThrow();
  await payments.cards.update.begin({ id: card.id, state: 'ACTIVE' });
  mock.faults.add({ leg: 2, effect: { kind: 'lose-reply' } });
  await page.getByRole('button', { name: 'Forward one minute' }).click();
  for (const title of panels) await openPanel(page, title);
  await page.evaluate(
    "for (const each of document.querySelectorAll('main details')) each.open = true",
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1400, 390]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      expect(await axeFindings(page), `${colorScheme}, ${width}`).toEqual([]);
    }
  }
});
