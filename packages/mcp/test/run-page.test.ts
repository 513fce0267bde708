import type { RunAmount } from '@org/payments-sdk/run';
import { expect, onTestFinished, test } from 'vitest';
import { axeFindings, connectToBrowser } from '../../../e2e/support/one-browser.ts';
import { runPage } from '../src/bin/payments/run/watch/run-page.ts';

const at = '2026-01-05T09:00:00.000Z';
const sum = (items: number): readonly RunAmount[] => [{ amount: 9e14, currency: 'USD', items }];

test('the page of a run fits the narrowest screen, and names what is to be done', async () => {
  const browser = await connectToBrowser();
  onTestFinished(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 320, height: 700 } });
  const page = await context.newPage();
  const oldest = [{ id: 'Gehalt\u202e'.repeat(20), since: at, isUnderWay: false }];
  const html = runPage(
    {
      ...{
        run: 'october',
        items: 4_000,
        isComplete: true,
        at,
        startedAt: at,
        open: 0,
        underWay: 0,
        waitsUntil: undefined,
      },
      counts: { paid: 1_000, refused: 1_000, unknown: 1_000, 'not-sent': 1_000 },
      paidAs: [{ status: 'PENDING_AUTHORIZATION', items: 9, amount: 9, currency: 'USD' }],
      refusals: [{ code: 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED', items: 1_000 }],
      ...{ oldest, leftMs: undefined },
      rate: { finished: 1, limit: undefined, pausedUntil: undefined },
      amounts: Object.fromEntries(
        (['paid', 'refused', 'unknown', 'not-sent', 'open'] as const).map((one) => [one, sum(1)]),
      ) as never,
    },
    4_000,
  );
  await page.setContent(html);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect(await axeFindings(page)).toEqual([]);
  }
  await page.getByText('Ended: repeat the command').waitFor();
  expect(await page.locator('.tile', { hasText: 'not sent' }).textContent()).toContain('Open');
  expect(await page.locator('code', { hasText: 'Gehalt[U+202E]' }).count()).toBe(1);
});
