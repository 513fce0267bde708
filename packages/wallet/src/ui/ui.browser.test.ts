import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { manualClock } from '../../test/app/client.ts';
import { eventually } from '../../test/eventually.ts';
import { button, clearPage, hasFocus, show } from '../../test/ui/elements.ts';
import { createFakeWallet, exampleCredentials } from '../testing/index.ts';
import { defineElements, english, german, ReviewElement, SignInElement } from './index.ts';

beforeAll(() => defineElements());
afterEach(clearPage);

const [, provider] = exampleCredentials.map(({ id }) => id);

describe('<payments-sign-in>', () => {
  it('signs in with a code, by the keyboard alone', async () => {
    const { seen, wallet } = show('payments-sign-in', createFakeWallet());
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
    const code = page.getByLabelText('Code');
    await expect.element(code).toHaveAccessibleDescription(english.errors.WRONG_CODE);
    expect(code.element().getAttribute('aria-invalid')).toBe('true');
    await userEvent.clear(code);
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

  it('runs in the direction of its language, in a page of either direction', async () => {
    const { element } = show('payments-sign-in', createFakeWallet());
    const direction = () => {
      const heading = element.shadowRoot?.querySelector('h2');
      return heading && [heading.textContent, getComputedStyle(heading).direction];
    };
    const title = 'تسجيل الدخول إلى محفظتك';
    element.texts = { ...english, lang: 'ar', signIn: { ...english.signIn, title } };
    await eventually(() => expect(direction()).toEqual([title, 'rtl']));
    document.documentElement.dir = 'rtl';
    onTestFinished(() => document.documentElement.removeAttribute('dir'));
    element.texts = english;
    await eventually(() => expect(direction()).toEqual([english.signIn.title, 'ltr']));
  });

  it('signs in with a passkey, and with a provider if it has an address', async () => {
    const { element, wallet } = show('payments-sign-in', createFakeWallet());
    await button('Use passkey “Laptop”').click();
    await eventually(() => expect(wallet.state.session?.type).toBe('PASSKEY'));
    await wallet.signOut();
    expect(page.getByRole('button', { name: /^Continue as/ }).query()).toBeNull();
    element.providerUrl = (_credential, { nonce, state }) =>
      `https://id.example/?${nonce}&${state}`;
    await expect.element(button('Continue as ada@example.com')).toBeVisible();
    const mark = element.appendChild(document.createElement('img'));
    mark.slot = 'provider-sign-in-co-';
    element.providerName = () => 'Sign-in & Co.';
    await expect.element(button('Continue with Sign-in & Co.')).toBeVisible();
    expect(mark.assignedSlot).not.toBeNull();
    await button('Continue with Sign-in & Co.').click();
    await eventually(() => expect(wallet.state.session?.type).toBe('OAUTH'));
    const { input } = wallet.fake.calls.find(({ call }) => call === 'oauth.popup') ?? {};
    expect(input).toEqual([provider, expect.stringMatching(/\?[0-9a-f]{64}&fake-state$/)]);
  });

  it('signs in with a passkey among the suggestions of an input', async () => {
    const { element, seen, wallet } = show('payments-sign-in', createFakeWallet());
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

  it('offers one button for several passkeys', async () => {
    const [, , laptop] = exampleCredentials;
    if (laptop === undefined) throw new Error('No example.');
    const credentials = [laptop, { ...laptop, id: 'AuthMethod:phone', nickname: 'Phone' }];
    const { wallet } = show('payments-sign-in', createFakeWallet({ account: { credentials } }));
    await button('Use a passkey').click();
    await eventually(() => expect(wallet.state.session?.nickname).toBe('Phone'));
  });

  it('shows and offers nothing once its wallet is taken away', async () => {
    const { element, wallet } = show('payments-sign-in', createFakeWallet());
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
    const { element, wallet } = show('payments-sign-in', createFakeWallet());
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

  it('clears the field for another code, says that it was sent, and keeps the focus in the element', async () => {
    const clock = manualClock();
    const { element } = show('payments-sign-in', createFakeWallet({ clock }));
    const code = page.getByLabelText('Code');
    await button(/^Send a code/).click();
    await code.fill('999999');
    clock.advance(30_000);
    await button('Send another code').click();
    const words = english.signIn.codeSent('a•••@example.com');
    await expect.element(page.getByRole('status')).toHaveTextContent(words);
    await expect.element(code).toHaveValue('');
    await code.fill('123456');
    await button('Sign in').click();
    await expect.element(page.getByRole('status')).toHaveTextContent(english.signIn.done);
    const root = element.shadowRoot;
    expect(root?.activeElement).toBe(root?.querySelector('[role=status]'));
  });

  it('takes properties that were set before the elements were defined', async () => {
    const wallet = createFakeWallet();
    const early = document.createElement('payments-early') as SignInElement;
    Object.assign(early, { wallet, texts: german });
    document.body.append(early);
    const asking = document.createElement('payments-early-review') as ReviewElement;
    asking.texts = german;
    document.body.append(asking);
    customElements.define('payments-early', class extends SignInElement {});
    customElements.define('payments-early-review', class extends ReviewElement {});
    expect(asking.texts).toBe(german);
    await expect.element(button('Passkey „Laptop“ verwenden')).toBeVisible();
    expect(early.shadowRoot?.querySelector('[lang]')?.getAttribute('lang')).toBe('de');
  });

  it('shows nothing after a cancelled passkey, and keeps its challenge', async () => {
    const { wallet } = show('payments-sign-in', createFakeWallet());
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
    const { element, wallet } = show('payments-sign-in', createFakeWallet());
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
    const { element, wallet } = show('payments-sign-in', createFakeWallet());
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
});

/** Where two parts of a sentence are shown. */
