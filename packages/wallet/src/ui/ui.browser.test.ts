import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../../test/eventually.ts';
import { button, hasFocus, show, text } from '../../test/ui/elements.ts';
import { errorFacts, type WalletErrorCode } from '../errors/error-facts.ts';
import type { ReviewedAction } from '../signing/review.ts';
import { createFakeWallet, exampleCredentials } from '../testing/index.ts';
import { defineElements, english, german, SignInElement } from './index.ts';

beforeAll(() => defineElements());
afterEach(() => document.body.replaceChildren());

const [, provider] = exampleCredentials.map(({ id }) => id);

describe('<payments-sign-in>', () => {
  it('signs in with a code, by the keyboard alone', async () => {
    const wallet = createFakeWallet();
    const { seen } = show('payments-sign-in', wallet);
    await expect.element(button('Use passkey “Laptop”')).toBeVisible();
    const send = button('Send a code to a•••@example.com');
    await expect.element(send).toBeEnabled();
    await userEvent.tab();
    await hasFocus(button('Use passkey “Laptop”'));
    await userEvent.tab();
    await hasFocus(send);
    await userEvent.keyboard('{Enter}');
    // The focus is on the code.
    await hasFocus(page.getByLabelText('Code'));
    await userEvent.keyboard('000000{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent(english.errors.WRONG_CODE);
    await hasFocus(page.getByLabelText('Code'));
    await expect.element(button(/^Another code in/)).toBeDisabled();
    await userEvent.clear(page.getByLabelText('Code'));
    await userEvent.keyboard('123456{Enter}');
    await eventually(() => expect(seen).toEqual(['wallet-error', 'signed-in']));
    expect(wallet.state.status).toBe('active');
    await expect.element(page.getByRole('status')).toHaveTextContent(english.signIn.done);
    await expect.element(page.getByLabelText('Code')).not.toBeInTheDocument();
    // Words stay when the element is drawn again for another reason.
    const { id = '' } = wallet.state.session ?? {};
    wallet.fake.emit({ type: 'adopted', sessionId: id });
    await wallet.ready();
    await expect.element(page.getByRole('status')).toHaveTextContent(english.signIn.done);
    wallet.fake.setState({ status: 'expired' });
    await expect.element(page.getByRole('status')).toBeEmptyDOMElement();
  });

  it('signs in with a passkey, and with a provider if it has an address', async () => {
    const wallet = createFakeWallet();
    const { element } = show('payments-sign-in', wallet);
    await button('Use passkey “Laptop”').click();
    await eventually(() => expect(wallet.state.session?.type).toBe('PASSKEY'));
    await wallet.signOut();
    expect(page.getByRole('button', { name: /^Continue as/ }).query()).toBeNull();
    element.providerUrl = (_credential, { nonce, state }) =>
      `https://id.example/?${nonce}&${state}`;
    await button('Continue as ada@example.com').click();
    await eventually(() => expect(wallet.state.session?.type).toBe('OAUTH'));
    const { input } = wallet.fake.calls.find(({ call }) => call === 'oauth.popup') ?? {};
    expect(input).toEqual([provider, expect.stringMatching(/\?[0-9a-f]{64}&fake-state$/)]);
  });

  it('signs in with a passkey among the suggestions of an input', async () => {
    const wallet = createFakeWallet();
    const { element, seen } = show('payments-sign-in', wallet);
    await button('Send a code to a•••@example.com').click();
    const code = page.getByLabelText('Code').element();
    expect(code.getAttribute('autocomplete')).toBe('one-time-code webauthn');
    wallet.fake.pickSuggestion();
    await eventually(() => expect(seen).toEqual(['signed-in']));
    expect(wallet.state.session?.type).toBe('PASSKEY');
    // Nothing is offered any more once the element has left the page.
    await wallet.signOut();
    await expect.element(button('Use passkey “Laptop”')).toBeVisible();
    element.remove();
    wallet.fake.pickSuggestion();
    await wallet.ready();
    expect(wallet.state.status).toBe('signed-out');
  });

  it.each(['WRONG_PASSKEY', 'NETWORK'] as const)(
    'shows that a suggestion which was picked did not sign in, and offers another: %s',
    async (code) => {
      const wallet = createFakeWallet();
      wallet.fake.fail('passkey.autofill', code);
      show('payments-sign-in', wallet);
      await expect.element(page.getByRole('alert')).toHaveTextContent(english.errors[code]);
      await expect.element(button('Use passkey “Laptop”')).toBeEnabled();
      wallet.fake.pickSuggestion();
      await eventually(() => expect(wallet.state.session?.type).toBe('PASSKEY'));
    },
  );

  it('does not show why no passkey can be suggested', async () => {
    const wallet = createFakeWallet();
    wallet.fake.fail('passkey.autofill', 'PASSKEYS_UNSUPPORTED');
    const { seen } = show('payments-sign-in', wallet);
    await expect.element(button('Use passkey “Laptop”')).toBeEnabled();
    expect(seen).toEqual([]);
  });

  it('offers no passkey among suggestions if the page does not want that', async () => {
    const wallet = createFakeWallet();
    const element = document.createElement('payments-sign-in');
    Object.assign(element, { wallet, autofill: false });
    document.body.append(element);
    await expect.element(button('Use passkey “Laptop”')).toBeVisible();
    expect(wallet.fake.calls.map(({ call }) => call)).not.toContain('passkey.autofill');
  });

  it('offers one button for several passkeys', async () => {
    const [, , laptop] = exampleCredentials;
    if (laptop === undefined) throw new Error('No example.');
    const credentials = [laptop, { ...laptop, id: 'AuthMethod:phone', nickname: 'Phone' }];
    const wallet = createFakeWallet({ account: { credentials } });
    show('payments-sign-in', wallet);
    await button('Use a passkey').click();
    await eventually(() => expect(wallet.state.session?.nickname).toBe('Phone'));
  });

  it('shows and offers nothing once its wallet is taken away', async () => {
    const wallet = createFakeWallet();
    const { element } = show('payments-sign-in', wallet);
    await expect.element(button('Use passkey “Laptop”')).toBeVisible();
    element.wallet = undefined;
    expect(page.getByRole('button').elements()).toEqual([]);
    wallet.fake.pickSuggestion();
    await wallet.ready();
    expect(wallet.state.status).toBe('signed-out');
    element.wallet = wallet;
    await expect.element(button('Use passkey “Laptop”')).toBeVisible();
  });

  it('shows the wallet it has now, whenever another one responds', async () => {
    const slow = createFakeWallet();
    const release = slow.fake.hold('account');
    const { element } = show('payments-sign-in', slow);
    await eventually(() => expect(slow.fake.calls).toHaveLength(1));
    const credentials = exampleCredentials.map((one) => ({ ...one, nickname: 'Phone' }));
    element.wallet = createFakeWallet({ account: { credentials } });
    await expect.element(button('Use passkey “Phone”')).toBeEnabled();
    release();
    await slow.account();
    await eventually(() => expect(element.shadowRoot?.querySelector('[disabled]')).toBeNull());
    await expect.element(button('Use passkey “Phone”')).toBeVisible();
    expect(slow.fake.calls.map(({ call }) => call)).not.toContain('passkey.prepare');
  });

  it('does not ask for a code that another wallet has sent', async () => {
    const slow = createFakeWallet();
    const release = slow.fake.hold('emailOtp.send');
    const { element } = show('payments-sign-in', slow);
    const send = button(/^Send a code/);
    await send.click();
    element.wallet = createFakeWallet();
    await expect.element(send).toBeEnabled();
    release();
    const [email] = exampleCredentials;
    await eventually(() => expect(slow.emailOtp(email?.id).resendIn()).toBeGreaterThan(0));
    await expect.element(send).toBeVisible();
    expect(page.getByLabelText('Code').query()).toBeNull();
  });

  it('keeps its step when a page sets the same again, as frameworks do with each drawing', async () => {
    const wallet = createFakeWallet();
    const { element } = show('payments-sign-in', wallet);
    element.providerUrl = () => 'https://id.example/first';
    await button(/^Send a code/).click();
    await expect.element(page.getByLabelText('Code')).toBeVisible();
    const { length } = wallet.fake.calls;
    Object.assign(element, { autofill: true, providerUrl: () => 'https://id.example/second' });
    await wallet.ready();
    await expect.element(page.getByLabelText('Code')).toBeVisible();
    expect(wallet.fake.calls).toHaveLength(length);
    await button(english.signIn.back).click();
    await button('Continue as ada@example.com').click();
    await eventually(() => expect(wallet.state.session?.type).toBe('OAUTH'));
    const { input = [] } = wallet.fake.calls.find(({ call }) => call === 'oauth.popup') ?? {};
    expect(input[1]).toBe('https://id.example/second');
  });

  it('links an error to the code that it is about', async () => {
    show('payments-sign-in', createFakeWallet());
    await button(/^Send a code/).click();
    const code = page.getByLabelText('Code');
    expect(code.element().hasAttribute('aria-invalid')).toBe(false);
    await code.fill('999999');
    await button('Sign in').click();
    await expect.element(code).toHaveAccessibleDescription(english.errors.WRONG_CODE);
    expect(code.element().getAttribute('aria-invalid')).toBe('true');
  });

  it('takes properties that were set before the elements were defined', async () => {
    const wallet = createFakeWallet();
    const early = document.createElement('payments-early') as SignInElement;
    Object.assign(early, { wallet, texts: german });
    document.body.append(early);
    customElements.define('payments-early', class extends SignInElement {});
    await expect.element(button('Passkey „Laptop“ verwenden')).toBeVisible();
  });

  it('shows nothing after a cancelled passkey, and keeps its challenge', async () => {
    const wallet = createFakeWallet();
    show('payments-sign-in', wallet);
    const use = button('Use passkey “Laptop”');
    wallet.fake.fail('passkey.confirm', 'CANCELLED');
    await use.click();
    await expect.element(use).toBeEnabled();
    expect(page.getByRole('alert').element().textContent).toBe('');
    await use.click();
    await eventually(() => expect(wallet.state.status).toBe('active'));
    const count = (name: string) => wallet.fake.calls.filter(({ call }) => call === name).length;
    // The challenge of a cancelled dialog is still good, and is offered again.
    const counts = ['passkey.prepare', 'passkey.confirm', 'passkey.autofill'].map(count);
    expect(counts).toEqual([1, 2, 2]);
  });

  it('prepares a provider again after a sign-in that has used its key, and only then', async () => {
    const wallet = createFakeWallet();
    const { element } = show('payments-sign-in', wallet);
    const nonces: string[] = [];
    element.providerUrl = (_credential, { nonce }) => {
      nonces.push(nonce);
      return 'https://id.example/';
    };
    const use = button('Continue as ada@example.com');
    for (const code of ['POPUP_CLOSED', 'NETWORK'] as const) {
      wallet.fake.fail('oauth.popup', code);
      await use.click();
      await expect.element(use).toBeEnabled();
    }
    await expect.element(page.getByRole('alert')).toHaveTextContent(english.errors.NETWORK);
    await use.click();
    await eventually(() => expect(wallet.state.session?.type).toBe('OAUTH'));
    expect(nonces[1]).toBe(nonces[0]);
    expect(nonces[2]).not.toBe(nonces[1]);
  });

  it("can be used after an address of a provider that the page's function fails to build", async () => {
    const wallet = createFakeWallet();
    const { element } = show('payments-sign-in', wallet);
    element.providerUrl = () => {
      throw new Error('no address');
    };
    const use = button('Continue as ada@example.com');
    await use.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(english.errors.UNEXPECTED);
    element.providerUrl = () => 'https://id.example/';
    await use.click();
    await eventually(() => expect(wallet.state.session?.type).toBe('OAUTH'));
  });

  it('offers to try again when the account cannot be read', async () => {
    const wallet = createFakeWallet();
    wallet.fake.fail('account', 'NETWORK');
    show('payments-sign-in', wallet);
    await expect.element(page.getByRole('alert')).toHaveTextContent(english.errors.NETWORK);
    await button(english.retry).click();
    await expect.element(button('Use passkey “Laptop”')).toBeVisible();
  });

  it('has words for every error, and for the wait', async () => {
    const wallet = createFakeWallet();
    show('payments-sign-in', wallet);
    const send = button(/^Send a code/);
    await expect.element(send).toBeEnabled();
    for (const [code, facts] of Object.entries(errorFacts)) {
      wallet.fake.fail('emailOtp.send', code as WalletErrorCode, { retryAfter: 120_000 });
      await send.click();
      const words = `${english.errors[code as WalletErrorCode]} Try again in 2 minutes.`;
      const expected = 'silent' in facts ? '' : words;
      await eventually(() =>
        expect([code, page.getByRole('alert').element().textContent]).toEqual([code, expected]),
      );
    }
  });

  it('speaks German', async () => {
    const { element } = show('payments-sign-in', createFakeWallet());
    element.texts = german;
    await expect.element(button('Passkey „Laptop“ verwenden')).toBeVisible();
    expect(element.shadowRoot?.querySelector('[lang]')?.getAttribute('lang')).toBe('de');
  });
});

it('has words for each error in both languages', () => {
  const codes = Object.keys(errorFacts).sort();
  for (const { errors } of [english, german]) {
    expect(Object.keys(errors).sort()).toEqual(codes);
    expect(new Set(Object.values(errors)).size).toBe(codes.length);
  }
});

/** Where two parts of a sentence are shown. */
function edgesOf(element: Element, ...parts: readonly [string, string]): [DOMRect, DOMRect] {
  const [node] = element.childNodes;
  const rect = (part: string) => {
    const start = node?.textContent?.indexOf(part) ?? -1;
    const range = document.createRange();
    range.setStart(node as Node, start);
    range.setEnd(node as Node, start + part.length);
    return range.getBoundingClientRect();
  };
  return [rect(parts[0]), rect(parts[1])];
}

describe('<payments-review>', () => {
  const freeze: ReviewedAction = {
    kind: 'action',
    action: 'freezeCard',
    input: { cardId: 'Card:1' },
    change: { operation: 'cards.update', input: { id: 'Card:1', state: 'FROZEN' } },
    strength: 'shown',
  };

  const describeCard = async () => ({ id: 'Card:1', kind: 'card', last4: '4242' }) as const;
  const nothing = async () => undefined;

  function reviewer() {
    const element = document.createElement('payments-review');
    document.body.append(element);
    return element;
  }

  it('names the change and what the text proves, and signs what is approved', async () => {
    const { review } = reviewer();
    const decided = review('{"exact":"\u202Etext"}', freeze, describeCard);
    const dialog = page.getByRole('dialog', { name: english.review.title });
    await expect.element(dialog).toBeVisible();
    await expect.element(text('Freeze card ending 4242')).toBeVisible();
    await expect.element(text(english.review.proof.shown)).toBeVisible();
    await hasFocus(button(english.review.refuse));
    await text(english.review.details).click();
    await expect.element(text('{"exact":"[U+202E]text"}')).toBeVisible();
    await page.viewport(320, 600);
    dialog.element().style.width = '100vw';
    expect(dialog.element().getBoundingClientRect().width).toBeLessThanOrEqual(320 - 32);
    await button(english.review.approve).click();
    expect(await decided).toBe(true);
  });

  it('cannot approve a change whose resource could not be read', async () => {
    const { review } = reviewer();
    const decided = review('', freeze, () => Promise.reject(new Error('offline')));
    await expect.element(text('Freeze a card (Card:1)')).toBeVisible();
    await expect.element(text(english.review.unread)).toBeVisible();
    await expect.element(button(english.review.approve)).toBeDisabled();
    await button(english.review.refuse).click();
    expect(await decided).toBe(false);
  });

  const amount = { amount: '150.00', currency: 'USD' };
  const pay: ReviewedAction = {
    kind: 'action',
    action: 'pay',
    input: { memo: 'words of the page' },
    change: { operation: 'quotes.execute', input: { quoteId: 'Quote:1' } },
    strength: 'unreadable',
  };

  it('attack: a name written from right to left keeps its place before the amount', async () => {
    const { review } = reviewer();
    const described = { id: 'Quote:1', kind: 'payment', sends: amount } as const;
    const receives = { amount: '138.20', currency: 'EUR' };
    const decided = review('', pay, async () => ({
      ...described,
      receives,
      receiver: { name: 'עדה' },
    }));
    const sentence = text(/138\.20 EUR will arrive$/);
    await expect.element(sentence).toBeVisible();
    const [name, arrives] = edgesOf(sentence.element(), 'עדה', '138.20');
    expect(name.top < arrives.top || name.right < arrives.left).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(await decided).toBe(false);
  });

  it('attack: no name moves the rest of the sentence out of place or sight', async () => {
    const { review } = reviewer();
    for (const name of ['עדה 1111 ', `\u202e${'A'.repeat(5_000)}`, 'Ada, account ending 1111']) {
      const receiver = { name, ending: '6789' };
      const described = { id: 'Quote:1', kind: 'payment', receives: amount, receiver } as const;
      const decided = review('', pay, async () => ({ ...described, sends: amount }));
      const sentence = text(/^Send 150\.00 USD to .*, account ending 6789$/);
      await expect.element(sentence).toBeVisible();
      const [first, last] = edgesOf(sentence.element(), 'Send 150.00 USD', 'account ending 6789');
      expect(first.top < last.top || first.right < last.left, name).toBe(true);
      // In sight without scrolling, also on a small screen.
      expect(last.bottom - first.top).toBeLessThan(200);
      expect(document.body.innerText).not.toContain('words of the page');
      await userEvent.keyboard('{Escape}');
      expect(await decided).toBe(false);
    }
  });

  it('shows one payload at a time, and Escape refuses it', async () => {
    const { review } = reviewer();
    const first = review('1', freeze, describeCard);
    const passkey = { kind: 'add_passkey', nickname: 'Phone', strength: 'kind' } as const;
    const second = review('2', passkey, nothing);
    await expect.element(text('Freeze card ending 4242')).toBeVisible();
    expect(page.getByRole('dialog').elements()).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    expect(await first).toBe(false);
    await expect.element(text('Add the passkey “Phone”')).toBeVisible();
    await button(english.review.approve).click();
    expect(await second).toBe(true);
  });

  it('refuses when own words fail, and asks for what waits behind', async () => {
    const element = reviewer();
    const cause = new Error('no words for it');
    const failing = { ...english.review, action: () => Promise.reject(cause) };
    element.texts = { ...english, review: failing };
    const first = element.review('1', freeze, describeCard);
    const second = element.review('2', freeze, describeCard);
    element.texts = english;
    await expect(first).rejects.toBe(cause);
    await button(english.review.refuse).click();
    expect(await second).toBe(false);
  });

  it('asks for a refresh only if nobody can read it, and refuses what nobody can see', async () => {
    const element = reviewer();
    const refresh = { kind: 'refresh', sessionId: 'Session:1' } as const;
    expect(await element.review('', { ...refresh, strength: 'shown' }, nothing)).toBe(true);
    const asked = element.review('', { ...refresh, strength: 'unreadable' }, nothing);
    await expect.element(page.getByRole('dialog')).toBeVisible();
    element.remove();
    expect(await asked).toBe(false);
    expect(await element.review('', freeze, describeCard)).toBe(false);
  });
});
