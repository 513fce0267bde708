import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { translate } from '../../packages/wallet/test/ui/question.ts';
import {
  approve,
  browser,
  PATIENCE,
  type Person,
  signedIn,
  stage,
  useStage,
} from './support/person.ts';

useStage();
let person: Person;
let cardId: string;

beforeAll(async () => {
  const context = await browser.newContext({ viewport: { width: 1_000, height: 900 } });
  stage.headers.app = { 'cross-origin-opener-policy': 'same-origin-allow-popups' };
  person = await signedIn(await context.newPage(), stage);
});
beforeEach(async () => {
  cardId = stage.newCard(person.account.accountId);
  await person.open();
  await person.begin('freezeCard', { cardId });
});

const style = (css: string) =>
  person.page.evaluate((added) => {
    const dialog = document.querySelector('dialog');
    if (dialog !== null) dialog.style.cssText += `;${added}`;
  }, css);
const label = () => person.frame().locator('label');
const codeOf = async () => (await label().innerText()).match(/\d{4}/)?.[0];
const frozen = expect.objectContaining({ state: 'FROZEN' });
const paid = expect.objectContaining({ status: 'PROCESSING' });

it('attack: a prompt that is shown in full for a moment, and then only its code, has to be read again', async () => {
  await person.isApprovable();
  const before = await codeOf();
  await style('width:240px;height:280px');
  await label()
    .filter({ hasNotText: String(before) })
    .waitFor();
  await person.typeCode();
  await person.frame().getByText('Scroll to the end to approve.').waitFor({ state: 'attached' });
  await person.frame().locator('input').press('Enter');
  expect(await person.approve().isDisabled()).toBe(true);
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
  // Each row of it can still be read.
  await person.isApprovable();
  await person.frame().locator('input').press('Enter');
  expect(await person.outcome()).toEqual(frozen);
});

it('attack: a code that is typed under a cover does not count when the cover is gone', async () => {
  await person.lacksOnlyCode();
  const before = String(await codeOf());
  await person.page.evaluate(() => {
    const cover = document.createElement('div');
    cover.popover = 'manual';
    cover.style.cssText = 'inset:0;width:100%;height:100%;pointer-events:none';
    document.body.append(cover);
    cover.showPopover();
  });
  await person.frame().locator('input').pressSequentially(before);
  await label().filter({ hasNotText: before }).waitFor();
  await person.approve().click({ force: true });
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
  await person.page.evaluate(() => document.querySelector('[popover]')?.remove());
  await label().filter({ hasText: /\d{4}/ }).waitFor();
  expect(await person.frame().locator('input').inputValue()).toBe('');
  await person.frame().getByText('The code has changed').waitFor();
  await person.isApprovable();
});

it.each(['.5', '.1'])('attack: a prompt of zoom %s has no code', async (zoom) => {
  await person.isApprovable();
  await style(`zoom:${zoom}`);
  await label().filter({ hasNotText: /\d{4}/ }).waitFor();
  await expect.poll(() => person.approve().isDisabled(), { timeout: PATIENCE }).toBe(true);
});

it('attack: on a phone, whose page can enlarge itself, nothing is approved in the frame', async () => {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  await using context = await browser.newContext(phone);
  const other = await signedIn(await context.newPage(), stage);
  await other.begin('freezeCard', { cardId });
  expect(await other.frame().locator('label ~ .buttons').count()).toBe(0);
  const popup = await openWindow(other);
  const client = await context.newCDPSession(popup);
  const zoom = (pageScaleFactor: number) =>
    client.send('Emulation.setPageScaleFactor', { pageScaleFactor });
  await zoom(3);
  // What was read before it was enlarged does not count after it was out of sight.
  await popup.evaluate(() => window.dispatchEvent(new Event('resize')));
  const input = popup.locator('input');
  await popup.getByText('Scroll to the end to approve.').waitFor();
  await input.pressSequentially(
    (await popup.locator('label').innerText()).match(/\d{4}/)?.[0] ?? '',
  );
  await input.press('Enter');
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
  await zoom(1);
  await popup.getByRole('button', { name: 'Freeze card', disabled: false }).waitFor();
});

it.each([true, false])(
  'a translator that heeds its mark: %s, leaves names and amounts, or nothing is approved',
  async (isHeeded) => {
    await person.isApprovable();
    await person.frame().evaluate(translate, isHeeded);
    const isEnabled = () => person.approve().isEnabled();
    await expect.poll(isEnabled, { timeout: PATIENCE }).toBe(isHeeded);
    await person.frame().locator('input').press('Enter');
    if (isHeeded) expect(await person.outcome()).toEqual(frozen);
    else {
      await person.frame().getByText('turn off the translation').waitFor();
      expect(await stage.cardState(cardId)).toBe('ACTIVE');
    }
  },
);

/** The window of the signer, which the person opens. */
async function openWindow(by = person): Promise<Page> {
  const opened = by.page.context().waitForEvent('page');
  // Unlike a click, Chromium does not drop a key on a frame that has just appeared.
  await by.frame().getByRole('button', { name: 'Open window' }).press('Enter');
  const popup = await opened;
  await popup.locator('label').filter({ hasText: /\d{4}/ }).waitFor();
  return popup;
}

async function choose(prompt: 'window' | 'default'): Promise<void> {
  await person.refuse().press('Escape');
  expect(await person.outcome()).toBe('REFUSED_BY_PERSON');
  await person.frame().evaluate((chosen) => localStorage.setItem('prompt', chosen), prompt);
  await person.open();
  await person.frame().evaluate(() => localStorage.removeItem('prompt'));
}

const freeze = () => person.begin('freezeCard', { cardId });
const pay = async () => {
  const quoteId = await stage.newPayment(person.account.accountId, 'Ada Lovelace');
  await person.begin('pay', { quoteId });
};

it.each([
  'border-radius:50%',
  'mask-image:radial-gradient(circle,#000 30%,transparent 31%)',
  'clip-path:none;mask-image:linear-gradient(transparent 40%,#000 41%)',
])('attack: by default, a frame that the page draws with %s approves nothing', async (css) => {
  await choose('default');
  await freeze();
  await person.refuse().waitFor();
  await style(css);
  // As a person does who types the code of whatever is shown.
  if ((await label().count()) > 0) {
    await person.isApprovable();
    await person.frame().locator('input').press('Enter');
    await person.outcome();
  }
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
});

it.each([
  ['if they like, from the frame', undefined, freeze, frozen],
  ['if the platform chose it', 'window', freeze, frozen],
  ['if the platform chose nothing', 'default', pay, paid],
] as const)('a person approves in a window, %s', async (_when, prompt, begin, expected) => {
  if (prompt !== undefined) {
    await choose(prompt);
    await begin();
    await person.frame().getByRole('button', { name: 'Open window' }).waitFor();
    // Nothing that a page could mask can be approved.
    expect(await person.frame().locator('label ~ .buttons').count()).toBe(0);
  }
  const popup = await openWindow();
  expect(popup.url()).toBe(`${stage.signer.origin}/`);
  await person.frame().getByText('Continue in the window.').waitFor();
  const approved = approve(popup, expected === paid ? 'Pay 150.00 USD' : 'Freeze card');
  expect(await person.outcome()).toEqual(expected);
  await approved;
  expect(popup.isClosed() || (await popup.waitForEvent('close'))).toBeTruthy();
});

it('a window that the policy of the page cuts off stays empty, and the frame says so', async () => {
  const allowed = stage.headers.app;
  stage.headers.app = { 'cross-origin-opener-policy': 'same-origin' };
  await using context = await browser.newContext();
  const other = await signedIn(await context.newPage(), stage);
  await other.begin('freezeCard', { cardId });
  const opened = context.waitForEvent('page');
  await other.frame().getByRole('button', { name: 'Open window' }).press('Enter');
  const popup = await opened;
  expect(await popup.evaluate(() => window.opener)).toBe(null);
  await other.frame().getByText('an empty window opened, this site cuts it off').waitFor();
  expect(await popup.locator('main').count()).toBe(0);
  stage.headers.app = allowed;
});

it('a window that is closed has refused', async () => {
  await (await openWindow()).close();
  expect(await person.outcome()).toBe('REFUSED_BY_PERSON');
  expect(await person.frame().locator('main').count()).toBe(0);
});

it('shows the prompt above a modal dialog of the application', async () => {
  await person.refuse().press('Escape');
  await person.open();
  await person.page.evaluate(() => {
    const dialog = document.createElement('dialog');
    document.body.style.cssText = 'pointer-events:none;transform:scale(.5);overflow:hidden';
    document.body.append(dialog);
    dialog.showModal();
  });
  await person.begin('freezeCard', { cardId });
  await person.isApprovable();
  await person.approve().click();
  expect(await person.outcome()).toEqual(frozen);
});

it('ends as hidden where nobody can see it', async () => {
  await person.refuse().waitFor();
  await style('display:none');
  expect(await person.outcome()).toBe('HIDDEN');
});

it('ends with its session, and nothing of it is left', async () => {
  await person.refuse().waitFor();
  await person.page.evaluate(() => window.test.wallet.signOut());
  expect(await person.outcome()).toBe('NOT_SIGNED_IN');
  expect(await person.frame().locator('main').count()).toBe(0);
  expect(await person.page.locator('dialog[open]').count()).toBe(0);
  person = await signedIn(person.page, stage);
});

it('in another tab, a call says that a question is open', async () => {
  await person.refuse().waitFor();
  const tab = await person.page.context().newPage();
  await tab.goto(stage.app.origin);
  const code = await tab.evaluate(
    async ([origin, account, card]) => {
      await window.test.open(origin, account);
      return window.test.attempt(() => window.test.wallet.run('freezeCard', { cardId: card }));
    },
    [stage.signer.origin, person.account.accountId, cardId] as const,
  );
  expect(code).toBe('BUSY_ELSEWHERE');
  await tab.close();
});
