import type { createWallet, PreparedOAuth, Wallet } from '@org/payments-wallet';
import type { Frame, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
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
import {
  browser,
  focusPopups,
  PATIENCE,
  type Person,
  signedIn,
  stage,
  useStage,
} from './support/person.ts';

useStage();
/** Signed in; the page is loaded again before each test. */
let person: Person;
let page: Page;
/** Active; another one in each test. */
let cardId: string;

beforeAll(async () => {
  page = await browser.newPage();
  person = await signedIn(page, stage);
});
beforeEach(async () => {
  cardId = stage.newCard(person.account.accountId);
  expect(await person.open()).toBe('active');
});

/** Starts freezing the card. */
const beginFreeze = (more: object = {}) => person.begin('freezeCard', { cardId, ...more });
const outcome = () => person.outcome();
const signerFrame = () => person.frame();
const approve = () => person.approve();
const isApprovable = () => person.isApprovable();
const isNotApprovable = () =>
  expect.poll(() => approve().isDisabled(), { timeout: PATIENCE }).toBe(true);

it('shows the change to sign, and signs when the person approves', async () => {
  expect(await page.evaluate(() => window.test.wallet.timeLeft())).toBeGreaterThan(60_000);
  await beginFreeze({ memo: 'words of the page' });
  const frame = signerFrame();
  await frame.getByRole('alertdialog', { name: 'Freeze card' }).waitFor();
  await frame.getByText(stage.app.origin).waitFor();
  await frame.getByText(`•••• ${await stage.lastDigits(cardId)}`).waitFor();
  expect(await frame.locator('main').innerText()).not.toContain('words of the page');
  // A page that knows an id scrolls the frame by its address.
  const ids = await frame.locator('main [id]').evaluateAll((all) => all.map(({ id }) => id));
  expect(ids).toHaveLength(3);
  expect(ids.filter((id) => !/^[\da-f-]{36}$/.test(id))).toEqual([]);
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
  await isApprovable();
  await approve().click();
  expect(await outcome()).toMatchObject({ state: 'FROZEN' });
  expect(await stage.cardState(cardId)).toBe('FROZEN');
});

async function beginPayment(fullName: string): Promise<void> {
  const quoteId = await stage.newPayment(person.account.accountId, fullName);
  await person.begin('pay', { quoteId, to: 'Somebody else', amount: '1.00 USD' });
}

/** The values of the prompt, by the name of their row. */
const rows = () =>
  person
    .frame()
    .locator('.row')
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((row) => [
          (row as HTMLElement).dataset.label,
          row.querySelector('dd')?.textContent,
        ]),
      ),
    );

it('names amount and receiver of a payment as the service has them, and signs it', async () => {
  await beginPayment('Ada Lovelace');
  await person.frame().getByRole('alertdialog', { name: 'Send money' }).waitFor();
  expect(await rows()).toMatchObject({
    receiver: 'Ada Lovelace',
    receiverEnding: '•••• 6789',
    sends: '150.00 USD',
    fees: expect.stringMatching(/^\d+\.\d\d USD$/),
    from: person.account.accountId,
    quoteId: expect.stringMatching(/^Quote:/),
  });
  expect(await person.frame().locator('main').innerText()).not.toMatch(/Somebody else|1\.00 USD/);
  await person.isApprovable();
  // A browser that translates the page leaves the amount as it is.
  expect(await person.approve().getAttribute('translate')).toBe('no');
  await person.approve().click();
  expect(await person.outcome()).toMatchObject({ status: 'PROCESSING' });
});

it.each([
  ['describes another card', { id: 'Card:another', kind: 'card', last4: '1111' }],
  ['cannot be asked', null],
])('attack: nothing is approved while the relay %s', async (_what, description) => {
  stage.swapDescription(description);
  try {
    await beginFreeze();
    await person.frame().getByText(cardId).waitFor();
    await person.frame().getByText('You can only refuse').waitFor();
    await person.typeCode();
    await isNotApprovable();
    await person.approve().dispatchEvent('click');
    expect(await person.frame().locator('main').innerText()).not.toContain('•••• 1111');
    // Unlike a click, Chromium does not drop a key on a frame that has just appeared.
    await person.refuse().press('Escape');
    expect(await person.outcome()).toBe('REFUSED_BY_PERSON');
    expect(await stage.cardState(cardId)).toBe('ACTIVE');
  } finally {
    stage.swapDescription(undefined);
  }
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

it('attack: the page cannot find a key in storage, in the frame or in its messages', async () => {
  const found = await page.evaluate(findKeys);
  expect(found).toEqual({ databases: 0, reached: 'SecurityError', stamp: 'STAMP_DISABLED' });
});

it('attack: hooked functions receive nothing from a sign-in or a refresh; the session survives a reload', async () => {
  const hooked = await browser.newPage();
  const hook = `if (location.origin === ${JSON.stringify(stage.app.origin)}) (${hookCryptography})();`;
  await hooked.addInitScript(hook);
  const seen = () => hooked.evaluate(() => (window as unknown as { seen: string[] }).seen);
  const victim = await signedIn(hooked, stage);
  expect(await hooked.evaluate(() => window.test.wallet.state.status)).toBe('active');
  expect(await seen()).toEqual([]);

  expect(await victim.open()).toBe('active');
  const id = await hooked.evaluate(() => window.test.wallet.state.session?.id);
  expect(await hooked.evaluate(async () => (await window.test.wallet.refresh()).id)).not.toBe(id);
  expect(await hooked.evaluate(() => window.test.wallet.signOut())).toEqual({
    revoked: true,
    wiped: true,
  });
  expect(await hooked.evaluate(() => window.test.wallet.state.status)).toBe('signed-out');
  expect(await seen()).toEqual([]);
  await hooked.close();
});

it.each([
  ['opacity', '0.01'],
  ['transform', 'scale(0.1)'],
  ['transform', 'translate(60vw)'],
  ['rotate', '1deg'],
  ['scale', '0.5'],
  ['filter', 'opacity(0.05)'],
  ['filter', 'blur(4px)'],
  ['inset', 'auto 0 -1000px auto'],
  ['inset', 'auto 0 -200px auto'],
  ['clip-path', 'inset(70% 0 0 0)'],
  ['clip-path', 'circle(30%)'],
  ['mix-blend-mode', 'difference'],
])(
  'attack: a prompt that the page hides with the style %s cannot be approved: %s',
  async (property, value) => {
    await beginFreeze();
    await isApprovable();
    await page.evaluate(
      ([name, given]) => document.querySelector('dialog')?.style.setProperty(name, given),
      [property, value] as const,
    );
    await isNotApprovable();
    await approve().dispatchEvent('click');
    expect(await stage.cardState(cardId)).toBe('ACTIVE');
  },
);

it('attack: a click that a script makes in the frame does not approve', async () => {
  await beginFreeze();
  await isApprovable();
  await signerFrame().evaluate(() => document.querySelector<HTMLElement>('.approve')?.click());
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
  expect(await approve().isVisible()).toBe(true);
});

it('leaves the focus to a person who was faster than the first drawing', async () => {
  await signerFrame().evaluate(() => {
    const held: (() => void)[] = [];
    const release = () => {
      for (const one of held.splice(0)) one();
    };
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(seen: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((...reported) => void held.push(() => seen(...reported)), options);
      }
    };
    Object.assign(window, { release });
  });
  await beginFreeze();
  await person.refuse().focus();
  await signerFrame().evaluate(() => (window as unknown as { release: () => void }).release());
  await page.keyboard.press('Enter');
  expect(await outcome()).toBe('REFUSED_BY_PERSON');
});

it('attack: keys whose focus the page has moved do not approve, a typed code does', async () => {
  await beginFreeze();
  const frame = signerFrame();
  await person.lacksOnlyCode();
  await page.evaluate(() => document.querySelector('iframe')?.focus());
  for (const key of ['Space', 'Enter', 'Enter']) await page.keyboard.press(key);
  await frame.locator('input').press('Enter');
  expect(await frame.locator('main').count()).toBe(1);
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
  await isApprovable();
  await frame.locator('input').press('Enter');
  expect(await outcome()).toMatchObject({ state: 'FROZEN' });
});

it.each([
  // No browser reports it.
  ['hides with a mask', 'mask-image', 'linear-gradient(transparent, transparent)'],
  ['moves under the pointer', 'right', '120px'],
])('attack: clicks on a frame that the page %s do not approve', async (_how, property, value) => {
  await beginFreeze();
  await person.refuse().hover();
  await page.evaluate(
    ([name, given]) => document.querySelector('dialog')?.style.setProperty(name, given),
    [property, value] as const,
  );
  await person.lacksOnlyCode();
  await approve().click({ force: true });
  await approve().dblclick({ force: true });
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
  expect(await signerFrame().locator('main').count()).toBe(1);
});

it('attack: a prompt that was refused is not shown again at once', async () => {
  let shown = 0;
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await beginFreeze();
    const ended = outcome();
    const refuse = person.refuse();
    const isShown = await Promise.race([
      ended.then(() => false),
      refuse.waitFor().then(() => true),
    ]);
    if (isShown) {
      shown += 1;
      await refuse.press(shown === 1 ? 'Escape' : 'Enter');
    }
    expect(await ended).toBe(isShown ? 'REFUSED_BY_PERSON' : 'WAIT');
  }
  expect(shown).toBeLessThan(5);
});

it('attack: repeated messages and unknown calls have no effect', async () => {
  await beginFreeze();
  await isApprovable();
  await approve().click();
  await outcome();
  expect(await page.evaluate(replayRuns)).toEqual({ calls: 1, responses: 0 });
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
  expect(second).toBe('BUSY_ELSEWHERE');
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
    // What the person was asked is withdrawn.
    const frames = page.frames().filter((one) => one.url().startsWith(stage.signer.origin));
    for (const frame of frames) expect(await frame.locator('main').count()).toBe(0);
    await page.evaluate(() => window.test.wallet.account());
    await beginFreeze();
    await isApprovable();
    await approve().click();
    expect(await outcome()).toMatchObject({ state: 'FROZEN' });
    expect(await page.locator('iframe').count()).toBe(1);
  },
);

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
  await focusPopups(plain);
  await plain.goto(`${signer.origin}/plain`);
  await plain.waitForFunction('window.createWallet !== undefined');
  await plain.evaluate(
    async ({ account, id, authorize }) => {
      const test = window as unknown as PopupPage;
      test.wallet = test.createWallet({ relay: '/relay', accountId: account });
      test.oauth = await test.wallet.oauth(id).prepare();
      const { nonce, state } = test.oauth;
      // Longer than a closed popup is waited for.
      const url = `${authorize}?${new URLSearchParams({ nonce, state, wait: '3000' })}`;
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
