import type { createWallet, PreparedOAuth, Wallet } from '@org/payments-wallet';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectToBrowser } from '../support/one-browser.ts';
import {
  callRelay,
  callUnknown,
  findKeys,
  framePage,
  greetSigner,
  hookCryptography,
  replayRuns,
  stopSigner,
} from './attacks/in-page.ts';
import type {} from './support/page.ts';
import { type SignerStage, startSignerStage, type TestAccount } from './support/stage.ts';

/** Ends only a test that hangs. */
const PATIENCE = 60_000;

let browser: Browser;
let stage: SignerStage;
/** Signed in; loaded again before each test. */
let page: Page;
/** Active; another one in each test. */
let cardId: string;

const accounts = new Map<Page, TestAccount>();

function accountOf(at: Page): TestAccount {
  const found = accounts.get(at);
  if (found === undefined) throw new Error('Nobody has signed in on this page.');
  return found;
}

async function open(at = page): Promise<string> {
  await at.goto(stage.app.origin);
  return at.evaluate(
    ([origin = '', account = '']) => window.test.open(origin, account),
    [stage.signer.origin, accountOf(at).accountId],
  );
}

async function signIn(at: Page): Promise<void> {
  const account = stage.newAccount();
  accounts.set(at, account);
  await open(at);
  await at.evaluate(async (id) => {
    await (await window.test.wallet.emailOtp(id).send()).verify('000000');
  }, account.emailId);
}

beforeAll(async () => {
  [browser, stage] = await Promise.all([connectToBrowser(), startSignerStage()]);
  page = await browser.newPage();
  await signIn(page);
}, 2 * PATIENCE);
afterAll(async () => {
  await browser.close();
  await stage.close();
});
beforeEach(async () => {
  cardId = stage.newCard(accountOf(page).accountId);
  expect(await open()).toBe('active');
  // The tests refuse one prompt after the other.
  await signerFrame().evaluate(() => localStorage.removeItem('payments-wallet:refusals'));
});

const statusOf = (at = page) => at.evaluate(() => window.test.wallet.state.status);

/** Starts freezing the card; its outcome is read with `outcome()`. */
async function beginFreeze(more: object = {}, at = page): Promise<void> {
  await at.evaluate(
    (input) => {
      const { test } = window;
      // Wrapped, as frameworks wrap their data.
      const run = test.attempt(() => test.wallet.run('freezeCard', new Proxy(input, {})));
      Object.assign(window, { outcome: run });
    },
    { cardId, ...more },
  );
}

const outcome = (at = page) =>
  at.evaluate(() => (window as unknown as { outcome: Promise<unknown> }).outcome);

function signerFrame(at = page): Frame {
  const found = at.frames().find((frame) => frame.url().startsWith(stage.signer.origin));
  if (found === undefined) throw new Error('The page does not have a frame of the signer.');
  return found;
}

const approve = (at = page) => signerFrame(at).getByRole('button', { name: 'Approve' });

/** Waits until the prompt was visible for long enough. */
const isApprovable = async (at = page) => {
  // The pointer has to be over the prompt for a while.
  await signerFrame(at).locator('h1').hover();
  await expect.poll(() => approve(at).isEnabled(), { timeout: PATIENCE }).toBe(true);
};
const isNotApprovable = () =>
  expect.poll(() => approve().isDisabled(), { timeout: PATIENCE }).toBe(true);

it('shows the change to sign, and signs when the person approves', async () => {
  expect(await page.evaluate(() => window.test.wallet.timeLeft())).toBeGreaterThan(60_000);
  await beginFreeze();
  const frame = signerFrame();
  await frame.getByText(`${stage.app.origin} asks you to sign`).waitFor();
  expect(await frame.locator('main').innerText()).toContain(cardId);
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
  await isApprovable();
  await approve().click();
  expect(await outcome()).toMatchObject({ state: 'FROZEN' });
  expect(await stage.cardState(cardId)).toBe('FROZEN');
});

it('signs nothing when the person refuses', async () => {
  await beginFreeze();
  // Chromium drops clicks on a frame that has just appeared.
  await isApprovable();
  await signerFrame().getByRole('button', { name: 'Refuse' }).click();
  expect(await outcome()).toBe('REVIEW_REFUSED');
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
});

it('a prompt longer than the frame, with its details open, can be approved', async () => {
  await beginFreeze({ memos: Array.from({ length: 100 }, (_, row) => `row ${row}`) });
  const frame = signerFrame();
  await isApprovable();
  await frame.getByText('What is signed').click();
  await frame.getByText('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2').waitFor();
  await approve().click();
  expect(await outcome()).toMatchObject({ state: 'FROZEN' });
});

it('attack: characters that hide or reverse text are written as their numbers', async () => {
  // The last ones are shown as nothing, although they are letters, marks or symbols.
  const hidden = [0x200b, 0x2066, 0x34f, 0x180b, 0xfe0f, 0xe0100, 0x3164, 0x17b4, 0x2800];
  // Of an action that the platform has not declared, the prompt shows the page's input.
  const memo = `\u202e001\u202c${String.fromCodePoint(...hidden)}`;
  await page.evaluate((text) => {
    const { test } = window;
    void test.attempt(() => test.wallet.run('setPrivacy', { privateEnabled: true, memo: text }));
  }, memo);
  await signerFrame().getByText('A change that the page calls “setPrivacy”').waitFor();
  const shown = await signerFrame().locator('main').innerText();
  const written = hidden.map((code) => `\\u{${code.toString(16)}}`).join('');
  expect(shown).toContain(`\\u{202e}001\\u{202c}${written}`);
});

it('attack: the page cannot find a key in storage, in the frame or in its messages', async () => {
  const found = await page.evaluate(findKeys);
  expect(found).toEqual({ databases: 0, reached: 'SecurityError', stamp: 'STAMP_DISABLED' });
});

it('attack: hooked functions receive nothing from a sign-in or a refresh; the session survives a reload', async () => {
  const hooked = await browser.newPage();
  const hook = `if (location.origin === ${JSON.stringify(stage.app.origin)}) (${hookCryptography})();`;
  await hooked.addInitScript(hook);
  const seen = () => hooked.evaluate(() => (window as unknown as { seen: string[] }).seen);
  await signIn(hooked);
  expect(await statusOf(hooked)).toBe('active');
  expect(await seen()).toEqual([]);

  expect(await open(hooked)).toBe('active');
  const id = await hooked.evaluate(() => window.test.wallet.state.session?.id);
  expect(await hooked.evaluate(async () => (await window.test.wallet.refresh()).id)).not.toBe(id);
  expect(await hooked.evaluate(() => window.test.wallet.signOut())).toEqual({
    revoked: true,
    wiped: true,
  });
  expect(await statusOf(hooked)).toBe('signed-out');
  expect(await seen()).toEqual([]);
  await hooked.close();
});

it('attack: a covered prompt cannot be approved', async () => {
  await beginFreeze();
  await isApprovable();
  await page.evaluate(() => {
    const cover = document.createElement('div');
    cover.textContent = 'Win a prize';
    cover.style.cssText =
      'position:fixed;inset:0;z-index:2147483647;pointer-events:none;background:#fff';
    document.body.append(cover);
  });
  expect(await signerFrame().locator('main').boundingBox()).not.toBeNull();
  await isNotApprovable();
  await approve().click({ force: true });
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
  await page.evaluate(() => document.body.lastElementChild?.remove());
  await isApprovable();
  await approve().click();
  expect(await outcome()).toMatchObject({ state: 'FROZEN' });
});

it('attack: a prompt that the page made transparent, small, filtered or moved away cannot be approved', async () => {
  await beginFreeze();
  const style = ([property = '', value = '']: string[]) =>
    document.querySelector('iframe')?.style.setProperty(property, value);
  for (const [property, value, usual] of [
    ['opacity', '0.01', ''],
    ['transform', 'scale(0.1)', ''],
    ['filter', 'opacity(0.05)', ''],
    ['bottom', '-1000px', '0'],
  ] as const) {
    await isApprovable();
    await page.evaluate(style, [property, value]);
    await isNotApprovable();
    await approve().dispatchEvent('click');
    expect(await stage.cardState(cardId), property).toBe('ACTIVE');
    await page.evaluate(style, [property, usual]);
  }
});

it('attack: a click that a script makes in the frame does not approve', async () => {
  await beginFreeze();
  await isApprovable();
  await signerFrame().evaluate(() => document.querySelector<HTMLElement>('.approve')?.click());
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
  expect(await approve().isVisible()).toBe(true);
});

it('attack: a relay that returns a payment for the change is refused before anybody is asked', async () => {
  const payment = {
    fields: { amount: 99_999_900 },
    operation: 'quotes.execute',
    requestId: 'Quote:1',
    resource: '/quotes/Quote:1/execute',
    timestampMs: '1',
  };
  stage.swapPayload(JSON.stringify(payment));
  try {
    await beginFreeze();
    expect(await outcome()).toBe('PAYLOAD_MISMATCH');
    expect(await signerFrame().locator('main').count()).toBe(0);
  } finally {
    stage.swapPayload(undefined);
  }
});

it('names the change in words, what the text proves, and is a named dialog', async () => {
  await beginFreeze({ memo: 'words of the page' });
  const dialog = signerFrame().getByRole('alertdialog', {
    name: `${stage.app.origin} asks you to sign`,
  });
  await dialog.waitFor();
  expect(await dialog.getAttribute('lang')).toBe('en');
  await dialog.getByText(`Freeze the card ${cardId}`).waitFor();
  await dialog.getByText('Only the service can read the text to sign.').waitFor();
  expect(await dialog.innerText()).not.toContain('words of the page');
  const focused = () => signerFrame().evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused, { timeout: PATIENCE }).toBe('Refuse');
});

it('refuses with Escape', async () => {
  await beginFreeze();
  await isApprovable();
  await signerFrame().getByRole('button', { name: 'Refuse' }).press('Escape');
  expect(await outcome()).toBe('REVIEW_REFUSED');
});

it('attack: keys whose focus the page has moved do not approve, a typed code does', async () => {
  await beginFreeze();
  const frame = signerFrame();
  await isApprovable();
  await page.evaluate(() => document.querySelector('iframe')?.focus());
  await approve().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  expect(await frame.locator('main').count()).toBe(1);
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
  const code = (await frame.locator('label').innerText()).match(/\d{4}/)?.[0] ?? '';
  await frame.locator('input').pressSequentially(code);
  await approve().press('Enter');
  expect(await outcome()).toMatchObject({ state: 'FROZEN' });
});

it('attack: a frame that shows only the buttons cannot be approved', async () => {
  await beginFreeze();
  await isApprovable();
  await page.evaluate(() => {
    const { style } = document.querySelector('iframe') as HTMLIFrameElement;
    style.width = '190px';
    style.height = '76px';
  });
  await isNotApprovable();
  await approve().dispatchEvent('click');
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
});

it('attack: a frame that the page moves under the pointer cannot be approved at once', async () => {
  await beginFreeze();
  await isApprovable();
  await page.evaluate(() => {
    const { style } = document.querySelector('iframe') as HTMLIFrameElement;
    style.setProperty('right', '120px');
  });
  await approve().click({ force: true });
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
  expect(await signerFrame().locator('main').count()).toBe(1);
});

it('attack: a prompt that was refused is not shown again at once', async () => {
  let shown = 0;
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await beginFreeze();
    const ended = outcome();
    const refuse = signerFrame().getByRole('button', { name: 'Refuse' });
    const isShown = await Promise.race([
      ended.then(() => false),
      refuse.waitFor().then(() => true),
    ]);
    if (isShown) {
      shown += 1;
      await refuse.press('Enter');
    }
    expect(await ended).toBe('REVIEW_REFUSED');
  }
  expect(shown).toBeLessThan(5);
});

it('names the likely reason within two seconds when nothing responds', async () => {
  const started = Date.now();
  const reason = await page.evaluate(async (origin) => {
    const { test } = window;
    return test.silence(origin);
  }, stage.foreign.origin);
  expect(reason).toMatch(
    /^SIGNER_UNAVAILABLE: the page of .* did not respond: check that it runs `startSigner`/,
  );
  expect(Date.now() - started).toBeLessThan(10_000);
});

it('attack: repeated messages and unknown calls have no effect', async () => {
  await beginFreeze();
  await isApprovable();
  await approve().click();
  await outcome();
  const before = await page.evaluate(replayRuns);
  expect(before).toBe(1);
  const sessions = await page.evaluate(async () => (await window.test.wallet.account()).sessions);
  expect(sessions.length).toBeGreaterThan(0);
  expect(await signerFrame().locator('main').count()).toBe(0);
  // Names that every object inherits, and calls that the signer does not have.
  const codes = await page.evaluate(callUnknown);
  expect(codes).toEqual(Array(4).fill('INVALID_INPUT'));
});

it('attack: while one prompt is open, a second one is refused', async () => {
  await beginFreeze();
  await approve().waitFor();
  const second = await page.evaluate((card) => {
    const { test } = window;
    return test.attempt(() => test.wallet.run('freezeCard', { cardId: card }));
  }, cardId);
  expect(second).toBe('REVIEW_REFUSED');
  expect(await signerFrame().locator('main').count()).toBe(1);
  await isApprovable();
  await approve().click();
  expect(await outcome()).toMatchObject({ state: 'FROZEN' });
});

/** What the signer does with a greeting from a page. */
const greet = (from: Frame) => from.evaluate(greetSigner, stage.signer.origin);

it('attack: a foreign page and a page in its frame get no response', async () => {
  await page.goto(stage.app.origin);
  expect(await greet(page.mainFrame())).toBe('responds');
  await page.goto(stage.foreign.origin);
  expect(await greet(page.mainFrame())).toBe('ignored');
  await page.evaluate(framePage, stage.app.origin);
  const framed = page.frames().find((frame) => frame.url().startsWith(stage.app.origin));
  if (framed === undefined) throw new Error('The application was not framed.');
  expect(await greet(framed)).toBe('ignored');
});

it("attack: the page cannot call the signer's relay", async () => {
  const asked = await page.evaluate(callRelay, stage.signer.origin);
  expect(asked).toBe('TypeError');
});

it.each([
  ['is stopped', () => signerFrame().evaluate(stopSigner)],
  ['is loaded again', () => signerFrame().evaluate(() => location.reload())],
  ['is removed', () => page.evaluate(() => document.querySelector('iframe')?.remove())],
])(
  'a change under way ends when the frame %s, and the next call opens it again',
  async (_how, end) => {
    await beginFreeze();
    await approve().waitFor();
    await end();
    expect(await outcome()).toBe('OUTCOME_UNKNOWN');
    expect(await stage.cardState(cardId)).toBe('ACTIVE');
    await page.evaluate(() => window.test.wallet.account());
    await beginFreeze();
    await isApprovable();
    await approve().click();
    expect(await outcome()).toMatchObject({ state: 'FROZEN' });
    expect(await page.locator('iframe').count()).toBe(1);
  },
);

it('a stopped signer withdraws what the person is being asked', async () => {
  await beginFreeze();
  await approve().waitFor();
  const asked = await signerFrame().evaluate(() => {
    const { signer } = window as unknown as { signer: { stop(): void } };
    signer.stop();
    return document.querySelectorAll('main').length;
  });
  expect(asked).toBe(0);
  expect(await outcome()).toBe('OUTCOME_UNKNOWN');
});

it('asks for a typed code in a browser that cannot detect a covered prompt', async () => {
  const blind = await browser.newPage();
  await blind.addInitScript((origin) => {
    if (location.origin === origin)
      Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible');
  }, stage.signer.origin);
  await signIn(blind);
  cardId = stage.newCard(accountOf(blind).accountId);
  await beginFreeze({}, blind);
  const frame = signerFrame(blind);
  const label = frame.getByText(/^Type \d{4} to approve/);
  await label.waitFor();
  expect(await approve(blind).isDisabled()).toBe(true);
  // A script cannot type it: the event is not trusted.
  const code = (await label.innerText()).match(/\d{4}/)?.[0] ?? '';
  await frame.locator('input').evaluate((input, text) => {
    (input as HTMLInputElement).value = text;
    input.dispatchEvent(new Event('input'));
  }, code);
  expect(await approve(blind).isDisabled()).toBe(true);
  await frame.locator('input').fill('');
  await frame.locator('input').pressSequentially('0000');
  expect(await approve(blind).isDisabled()).toBe(true);
  await frame.locator('input').fill('');
  await frame.locator('input').pressSequentially(code);
  await approve(blind).click();
  expect(await outcome(blind)).toMatchObject({ state: 'FROZEN' });
  await blind.close();
});

/** The values that the popup's test keeps in its page. */
interface PopupPage {
  createWallet: typeof createWallet;
  wallet: Wallet;
  oauth: PreparedOAuth;
  outcome: Promise<string>;
}

it("signs in by popup although the provider's page severs its opener", async () => {
  const { accountId, oauthId, signer, foreign } = stage;
  const plain = await browser.newPage();
  await plain.goto(`${signer.origin}/plain`);
  await plain.waitForFunction('window.createWallet !== undefined');
  await plain.evaluate(
    async ({ account, id, authorize }) => {
      const test = window as unknown as PopupPage;
      test.wallet = test.createWallet({ relay: '/relay', accountId: account });
      test.oauth = await test.wallet.oauth(id).prepare();
      const { nonce, state } = test.oauth;
      const url = `${authorize}?${new URLSearchParams({ nonce, state, wait: '800' })}`;
      const button = document.createElement('button');
      button.textContent = 'Sign in';
      button.addEventListener('click', () => {
        test.outcome = test.oauth.popup(url).then(
          ({ type }) => type,
          (error: { code: string }) => error.code,
        );
      });
      document.body.append(button);
    },
    { account: accountId, id: oauthId, authorize: `${foreign.origin}/authorize` },
  );
  const opened = plain.context().waitForEvent('page');
  await plain.getByRole('button', { name: 'Sign in' }).click();
  const popup = await opened;
  await popup.waitForURL(/authorize/);
  // The policy has worked: the provider's page has no opener.
  expect(await popup.title()).toBe('null');
  const closed = popup.waitForEvent('close');
  expect(await plain.evaluate(() => (window as unknown as PopupPage).outcome)).toBe('OAUTH');
  await closed;
  await plain.close();
});
