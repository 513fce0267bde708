import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../../test/eventually.ts';
import { button, clearPage, show, text } from '../../test/ui/elements.ts';
import { createFakeWallet } from '../testing/index.ts';
import { defineElements, english } from './index.ts';

beforeAll(() => defineElements());
afterEach(() => {
  clearPage();
  vi.restoreAllMocks();
});

/** The states that an element was in, in order. */
function statesOf(element: HTMLElement): string[] {
  const states: string[] = [];
  element.addEventListener('statechange', (event) => {
    const { state, from } = (event as CustomEvent<{ state: string; from: string }>).detail;
    expect(from).toBe(states.at(-1) ?? from);
    states.push(state);
  });
  return states;
}

it('emits each state of a sign-in by name, after it is shown', async () => {
  const { element } = show('payments-sign-in', createFakeWallet());
  const states = statesOf(element);
  await button(/^Send a code/).click();
  await page.getByLabelText('Code').fill('999999');
  await button('Sign in').click();
  await expect.element(page.getByLabelText('Code')).toHaveAttribute('aria-invalid');
  await page.getByLabelText('Code').fill('123456');
  await button('Sign in').click();
  await eventually(() => expect(element.state).toBe('signed-in'));
  const sent = ['choose', 'sending', 'code', 'verifying', 'code-wrong', 'verifying'];
  expect(states.slice(0, 6)).toEqual(sent);
  element.wallet = undefined;
  expect(element.state).toBe('idle');
});

it('goes on after a reload with the code that was sent, and not once it was used or left', async () => {
  const credentials = createFakeWallet();
  const first = show('payments-sign-in', credentials).element;
  await button(/^Send a code/).click();
  await eventually(() => expect(first.state).toBe('code'));
  // As a reload: nothing but the storage of the tab is left.
  document.body.replaceChildren();
  const { element, wallet } = show('payments-sign-in', createFakeWallet());
  await expect.element(text(english.signIn.codeSent('a•••@example.com'))).toBeVisible();
  await page.getByLabelText('Code').fill('123456');
  await button('Sign in').click();
  await eventually(() => expect(element.state).toBe('signed-in'));
  expect({ ...sessionStorage }).not.toHaveProperty('payments-sign-in.code');
  await wallet.signOut();
  await button(/^Send a code/).click();
  await button(english.signIn.back).click();
  document.body.replaceChildren();
  const { element: again } = show('payments-sign-in', createFakeWallet());
  await eventually(() => expect(again.state).toBe('choose'));
});

it('shows nothing of a code that was sent to another account', async () => {
  show('payments-sign-in', createFakeWallet());
  await button(/^Send a code/).click();
  await expect.element(page.getByLabelText('Code')).toBeVisible();
  document.body.replaceChildren();
  const credentials = createFakeWallet({ account: { credentials: [] } });
  const { element } = show('payments-sign-in', credentials);
  await eventually(() => expect(element.state).toBe('none'));
});

it('goes on by itself when the network is back, and when a wait is over', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const wallet = createFakeWallet();
  wallet.fake.fail('account', 'NETWORK');
  const { element } = show('payments-sign-in', wallet);
  await expect.element(page.getByRole('alert')).toHaveTextContent(english.offline);
  expect(element.state).toBe('offline');
  isOnline.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await eventually(() => expect(element.state).toBe('choose'));
  wallet.fake.fail('emailOtp.send', 'RATE_LIMITED', { retryAfter: 50 });
  const states = statesOf(element);
  await button(/^Send a code/).click();
  await eventually(() => expect(states).toEqual(['sending', 'too-many', 'choose']));
  expect(page.getByRole('alert').element().textContent).toBe('');
});

it('says that a step is slow, and nothing of it afterwards', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const wallet = createFakeWallet();
  const release = wallet.fake.hold('account');
  const { element } = show('payments-sign-in', wallet);
  vi.advanceTimersByTime(4_000);
  expect(element.state).toBe('slow');
  expect(page.getByRole('status').element().textContent).toBe(english.slow);
  release();
  vi.useRealTimers();
  await eventually(() => expect(element.state).toBe('choose'));
  expect(page.getByRole('status').element().textContent).toBe('');
});

it('shows a developer what to change, and that no wallet was set', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const element = document.createElement('payments-sign-in');
  document.body.append(element);
  vi.advanceTimersByTime(3_000);
  vi.useRealTimers();
  const note = () => element.shadowRoot?.querySelector('[part=developer]')?.textContent;
  await eventually(() => expect(note()).toContain('createWallet({ relay })'));
  const wallet = createFakeWallet();
  wallet.fake.fail('account', 'FORBIDDEN', {
    message: "The request comes from http://other, which is not one of the relay's `origins`.",
  });
  element.wallet = wallet;
  await eventually(() => expect(note()).toContain(`'${location.origin}' to \`origins\``));
  expect(page.getByRole('alert').element().textContent).toBe(english.errors.FORBIDDEN);
  expect(warn.mock.calls.join()).toContain('<payments-sign-in> FORBIDDEN: Add');
  wallet.fake.fail('account', 'REFUSED', { serviceCode: 'HTTP_404' });
  await button(english.retry).click();
  await eventually(() => expect(note()).toContain('No relay responds'));
  await button(english.retry).click();
  await eventually(() => expect(note()).toBeUndefined());
});
