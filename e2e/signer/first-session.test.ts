import { readFileSync } from 'node:fs';
import { createMock } from '@org/payments-mock';
import { createPaymentsClient } from '@org/payments-sdk';
import { build } from 'esbuild';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { createTestRelay } from '../../packages/wallet/test/app/relay.ts';
import { connectToBrowser } from '../support/one-browser.ts';
import { pageOf, serveSite } from './support/stage.ts';

const folder = new URL('../../', import.meta.url).pathname;
const browser = await connectToBrowser();
afterAll(() => browser.close());

/** The first example of a page that runs an action, with the values of a test in place of its own. */
function exampleOf(page: string, cardId: string, accountId: string): string {
  const blocks = [...readFileSync(folder + page, 'utf8').matchAll(/^```ts\n(.+?)^```/gms)];
  const found = blocks.map(([, code = '']) => code).find((code) => code.includes('wallet.run('));
  if (found === undefined) throw new Error(`${page} does not run an action of the wallet.`);
  const own = [
    ['/api/wallet', '/relay'],
    ['Card:7c1e', cardId],
    ['InternalAccount:40de', accountId],
    ['123456', '000000'],
  ] as const;
  return own.reduce((code, [theirs, ours]) => code.replaceAll(theirs, ours), found);
}

it.each(['README.md', 'packages/wallet/README.md', 'docs/wallet.md'])(
  'the first example of %s signs in, freezes the card and signs out',
  async (path) => {
    const mock = createMock({ now: Date.now });
    const customerId = mock.add.customer().id;
    const { account } = mock.add.wallet({ customerId });
    const card = mock.add.card({ cardholderId: customerId, fundingSources: [account.id] });
    const payments = createPaymentsClient({ ...mock.connection, fetch: mock.fetch });
    const code = exampleOf(path, card.id, account.id);
    const { outputFiles } = await build({
      stdin: { contents: `${code}\ndocument.title = 'done';`, resolveDir: folder, loader: 'ts' },
      bundle: true,
      write: false,
      format: 'esm',
      conditions: ['source'],
      target: 'es2022',
    });
    const files = new Map([['/main.js', outputFiles[0]?.text ?? '']]);
    const site = await serveSite(
      pageOf(
        files,
        () => 'started',
        (request) => relay.fetch(request),
      ),
    );
    const { origin } = site;
    const relay = createTestRelay({ payments, customerId, origin, now: Date.now });
    onTestFinished(() => void site.close());
    await using page = await browser.newPage();
    const failed = new Promise<never>((_, reject) => page.once('pageerror', reject));
    await page.goto(origin);
    const dialog = page.getByRole('dialog', { name: 'Freeze card' });
    const approved = dialog.getByRole('button', { name: 'Freeze card' }).click();
    await Promise.race([approved, failed]);
    await Promise.race([page.waitForFunction("document.title === 'done'"), failed]);
    expect(await payments.cards.get({ id: card.id })).toMatchObject({ state: 'FROZEN' });
  },
);
