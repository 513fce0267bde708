import type { PasskeysElement, SignInElement } from '@org/payments-wallet/ui';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { connectToBrowser } from '../support/one-browser.ts';
import { addAuthenticator } from '../wallet-login/support/authenticator.ts';
import type {} from './support/page.ts';
import { focusPopups, PATIENCE } from './support/person.ts';
import { type SignerStage, startSignerStage, type TestAccount } from './support/stage.ts';

let browser: Browser;
let stage: SignerStage;

beforeAll(async () => {
  [browser, stage] = await Promise.all([connectToBrowser(), startSignerStage()]);
}, 2 * PATIENCE);
afterAll(async () => {
  await browser.close();
  await stage.close();
});

/** What the page with its own key offers. */
interface PlainPage {
  showApp(accountId: string, cardId: string): void;
}

/** A person who has only the keyboard and a screen reader: what has the focus, and what is announced. */
function listener(page: Page) {
  const signer = (): Page | Frame =>
    page.frames().find((one) => one.url().startsWith(stage.signer.origin)) ?? page;
  /** Role, name and state of the element with the focus, as a screen reader has them. */
  const focused = async () => {
    const inFrame = await page.evaluate("document.activeElement?.tagName === 'IFRAME'");
    const found = (inFrame === true ? signer() : page).locator(':focus').last();
    return (await found.count()) === 0 ? '' : (await found.ariaSnapshot()).replace(' [active]', '');
  };
  /** What the live regions say now. */
  const announcements = async (at: Page | Frame = page) =>
    (await at.getByRole('status').or(at.getByRole('alert')).allInnerTexts()).join('\n');
  return {
    signer,
    hears: (words: string | RegExp) => expect.poll(focused, { timeout: PATIENCE }).toMatch(words),
    /** Waits for the words in a live region. */
    isTold: (words: string | RegExp, at = page as Page | Frame) =>
      expect.poll(() => announcements(at), { timeout: PATIENCE }).toMatch(words),
    /** Approves in the signer; again, if the prompt shows that something has covered it meanwhile. */
    async approves() {
      await page.keyboard.press('Enter');
      const again = async () => {
        if (/Something covers/.test(await announcements(signer())))
          await page.keyboard.press('Enter');
        return announcements();
      };
      await expect.poll(again, { timeout: PATIENCE }).toMatch('The card is frozen.');
    },
    press: (key: string) => page.keyboard.press(key),
    type: (text: string) => page.keyboard.type(text),
    async tabTo(words: RegExp) {
      for (let presses = 0; presses < 12; presses += 1) {
        if (words.test(await focused())) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`Tab does not lead to ${words}.`);
    },
  };
}

type Listener = ReturnType<typeof listener>;

/** Signs in with a code, which a wrong one precedes. */
async function signInByCode(page: Page, person: Listener): Promise<void> {
  await page.getByRole('button', { name: /^Send a code to/ }).waitFor();
  await person.tabTo(/^- button "Send a code to/);
  await person.press('Enter');
  await person.hears(/^- textbox "Code"/);
  await person.type('111111');
  await person.press('Enter');
  await person.isTold('That is not the code.');
  await person.hears(/^- textbox "Code"/);
  await person.press('Control+a');
  await person.type('000000');
  await person.press('Enter');
  await person.isTold('You are signed in.');
}

/** Signs in with a code, and starts freezing the card. */
async function signInAndFreeze(page: Page, person: Listener): Promise<void> {
  await signInByCode(page, person);
  await person.tabTo(/^- button "Freeze the card"/);
  await person.press('Enter');
}

/** What a screen reader reads of the dialog when it opens: name and description. */
async function dialogWords(dialog: ReturnType<Page['getByRole']>): Promise<string> {
  return dialog.evaluate((element) => {
    const scope = element.getRootNode() as Document | ShadowRoot;
    const ids = ['aria-labelledby', 'aria-describedby'].map((name) => element.getAttribute(name));
    const parts = ids.flatMap((id) => (id ?? '').split(' '));
    return parts.map((id) => scope.getElementById(id)?.innerText ?? '').join('\n');
  });
}

async function findings(page: Page, at: Page | Frame): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await axeFindings(at)).map((finding) => `${colorScheme}: ${finding}`));
  }
  return found;
}

async function start(): Promise<{
  page: Page;
  person: Listener;
  account: TestAccount;
  cardId: string;
}> {
  const page = await browser.newPage();
  const account = stage.newAccount();
  return { page, person: listener(page), account, cardId: stage.newCard(account.accountId) };
}

it('a person who cannot see the page signs in, reads and approves in the signer', async () => {
  const { page, person, account, cardId } = await start();
  await page.goto(stage.app.origin);
  await page.evaluate(
    async ([origin, id, card]) => {
      await window.test.open(origin, id);
      window.test.showApp(card);
    },
    [stage.signer.origin, account.accountId, cardId] as const,
  );
  await signInAndFreeze(page, person);
  await person.hears(/^- textbox "Type \d{4} to approve"/);
  const dialog = person.signer().getByRole('alertdialog');
  const words = await dialogWords(dialog);
  expect(words).toContain(`${stage.app.origin} asks you to sign`);
  expect(words).toContain(`Freeze card ending ${await stage.lastDigits(cardId)}`);
  expect(words).toContain('Only the service can read the text to sign.');
  expect(await findings(page, person.signer())).toEqual([]);
  await person.type('0000');
  await person.press('Enter');
  await person.isTold('That is not the code.', person.signer());
  expect(await findings(page, person.signer())).toEqual([]);
  await person.press('Control+a');
  const label = await dialog.locator('label').innerText();
  await person.type(label.match(/\d{4}/)?.[0] ?? '');
  await expect
    .poll(() => dialog.getByRole('button', { name: 'Approve' }).isEnabled(), { timeout: PATIENCE })
    .toBe(true);
  await person.approves();
  await person.hears(/^- button "Freeze the card"/);
  expect(await stage.cardState(cardId)).toBe('FROZEN');
  await page.close();
});

it('a person who cannot see the page signs in, reads and approves in the page', async () => {
  const { page, person, account, cardId } = await start();
  await page.goto(`${stage.signer.origin}/plain`);
  await page.waitForFunction('window.showApp !== undefined');
  await page.evaluate(`showApp(${JSON.stringify(account.accountId)}, ${JSON.stringify(cardId)})`);
  await signInAndFreeze(page, person);
  // The safe choice.
  await person.hears(/^- button "(?:Decline|Refuse|Cancel)"/);
  const words = await dialogWords(page.getByRole('dialog'));
  expect(words).toContain('Please check and sign');
  expect(words).toContain(`Freeze card ending ${await stage.lastDigits(cardId)}`);
  expect(words).toContain('Only the service can read the text to sign.');
  expect(await findings(page, page)).toEqual([]);
  await person.tabTo(/^- button "Approve"/);
  await person.press('Enter');
  await person.isTold('The card is frozen.');
  await person.hears(/^- button "Freeze the card"/);
  expect(await stage.cardState(cardId)).toBe('FROZEN');
  await page.close();
});

it('a person who cannot see the page adds a passkey, and signs in with it and with a provider', async () => {
  const page = await browser.newPage();
  const person = listener(page);
  await focusPopups(page);
  await addAuthenticator(page.context(), page);
  await page.goto(`${stage.signer.origin}/plain`);
  await page.waitForFunction('window.showApp !== undefined');
  await page.evaluate(
    ([account, card, authorize]) => {
      (window as unknown as PlainPage).showApp(account, card);
      const signIn = document.querySelector('payments-sign-in') as SignInElement;
      signIn.providerUrl = (_credential, { nonce, state }) =>
        `${authorize}?${new URLSearchParams({ nonce, state, wait: '0' })}`;
      // The authenticator would respond at once to what is offered among suggestions.
      signIn.autofill = false;
      const passkeys = document.createElement('payments-passkeys') as PasskeysElement;
      passkeys.wallet = signIn.wallet;
      document.querySelector('main')?.append(passkeys);
    },
    [stage.accountId, stage.cardId, `${stage.foreign.origin}/authorize`] as const,
  );
  const signOut = () =>
    page.evaluate(() => {
      const { wallet } = document.querySelector('payments-sign-in') as SignInElement;
      return wallet?.signOut();
    });
  /** The elements show that nobody is signed in, and the way can be used. */
  const isOffered = async (name: string | RegExp) => {
    await page
      .getByRole('textbox', { name: 'Name of the new passkey' })
      .waitFor({ state: 'detached' });
    const way = page.getByRole('button', { name });
    await expect.poll(() => way.isEnabled(), { timeout: PATIENCE }).toBe(true);
  };

  await signInByCode(page, person);
  await person.tabTo(/^- textbox "Name of the new passkey"/);
  await person.press('Control+a');
  await person.type('Phone');
  await person.press('Enter');
  await page.getByRole('dialog').waitFor();
  expect(await dialogWords(page.getByRole('dialog'))).toContain('Add the passkey “Phone”');
  await person.tabTo(/^- button "Approve"/);
  await person.press('Enter');
  await person.isTold('The passkey was added.');

  await signOut();
  await isOffered('Use passkey “Phone”');
  await person.tabTo(/^- button "Use passkey “Phone”"/);
  await person.press('Enter');
  await person.isTold('You are signed in.');

  await signOut();
  await isOffered(/^Continue as/);
  await person.tabTo(/^- button "Continue as/);
  await person.press('Enter');
  await person.isTold('You are signed in.');
  await page.close();
});
