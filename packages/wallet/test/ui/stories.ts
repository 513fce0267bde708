import type { Review, ReviewedAction, WalletErrorCode } from '../../src/index.ts';
import { createFakeWallet, exampleCredentials, type FakeWallet } from '../../src/testing/index.ts';
import {
  type ElementState,
  type ElementTexts,
  english,
  german,
  type ReviewElement,
  type SignInElement,
} from '../../src/ui/index.ts';

/** An element in one of its states. */
export interface Story {
  readonly name: string;
  readonly state: ElementState;
  /** Adds the element to the page, and brings it into its state. */
  readonly show: () => Promise<ShownElement>;
}

/** An element with a state and words. */
export type ShownElement = HTMLElement & Pick<ReviewElement, 'state' | 'texts'>;

type Shown = 'payments-sign-in' | 'payments-sessions' | 'payments-passkeys';

function place(name: Shown, wallet: FakeWallet, texts: ElementTexts = english) {
  const element = document.createElement(name);
  element.texts = texts;
  element.wallet = wallet;
  document.body.append(element);
  return element;
}

/** Waits for a part of an element, and clicks it if it is a button. */
async function part(element: HTMLElement, selector: string): Promise<HTMLElement> {
  // Not for ever: a test that has ended removes what it showed.
  while (element.isConnected) {
    const found = element.shadowRoot?.querySelector<HTMLElement>(selector);
    if (found) return found;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  throw new Error(`Nothing matched ${selector} before the element was removed.`);
}

async function press(element: HTMLElement, selector: string): Promise<void> {
  (await part(element, `${selector}:not([disabled])`)).click();
}

const [email, oauth, passkey] = exampleCredentials;
const other = {
  ...{ id: 'Session:other', accountId: 'InternalAccount:1', type: 'PASSKEY', nickname: 'Phone' },
  ...{ createdAt: '2026-01-05T09:00:00Z', updatedAt: '2026-01-05T09:00:00Z' },
  ...{ expiresAt: '2026-01-05T09:15:00Z', isCurrent: false },
};
const signedIn = { status: 'active', account: { otherSessions: [other] } } as const;

async function codeSent(texts: ElementTexts = english): Promise<[SignInElement, FakeWallet]> {
  const wallet = createFakeWallet();
  const element = place('payments-sign-in', wallet, texts) as SignInElement;
  await press(element, `[data-key="${email?.id}"]`);
  await part(element, 'input');
  return [element, wallet];
}

async function failed(code: WalletErrorCode): Promise<ShownElement> {
  const [element, wallet] = await codeSent();
  wallet.fake.fail('emailOtp.verify', code, { retryAfter: 60_000 });
  const input = await part(element, 'input');
  (input as HTMLInputElement).value = '000000';
  await press(element, '[data-key="submit"]');
  await part(element, '[role=alert]:not(:empty)');
  return element;
}

/** A sign-in whose step does not end, or ends with an error. */
async function step(
  call: 'emailOtp.send' | 'passkey.confirm' | 'oauth.popup' | 'account',
  code?: WalletErrorCode,
): Promise<ShownElement> {
  const wallet = createFakeWallet();
  if (code === undefined) wallet.fake.hold(call);
  else wallet.fake.fail(call, code, { retryAfter: code === 'RATE_LIMITED' ? 60_000 : undefined });
  const element = place('payments-sign-in', wallet) as SignInElement;
  element.providerUrl = () => 'https://id.example/';
  const keys = {
    'emailOtp.send': email?.id,
    'oauth.popup': oauth?.id,
    'passkey.confirm': 'passkey',
  };
  if (call !== 'account') await press(element, `[data-key="${keys[call]}"]`);
  return element;
}

/** What the relay says of the card of the stories. */
const describeCard = async () => ({ id: 'Card:1', kind: 'card', last4: '4242' }) as const;

function asked(
  action: ReviewedAction,
  texts: ElementTexts = english,
  describe: Parameters<Review>[2] = describeCard,
) {
  return async () => {
    const element = document.createElement('payments-review');
    element.texts = texts;
    document.body.append(element);
    // The next story removes it, which ends the question.
    void Promise.resolve(element.review('{"type":"ACTIVITY_TYPE_SIGN"}', action, describe)).catch(
      () => {},
    );
    await part(element, 'dialog');
    return element;
  };
}

const freeze = {
  kind: 'action',
  action: 'freezeCard',
  input: { cardId: 'Card:1' },
  change: { operation: 'cards.update', input: { id: 'Card:1', state: 'FROZEN' } },
} as const;

/** The elements in every state, in which axe looks at them too. */
export const stories: readonly Story[] = [
  { name: 'sign-in: loading', state: 'loading', show: () => step('account') },
  {
    name: 'sign-in: the account cannot be read',
    state: 'unreachable',
    show: () => step('account', 'NETWORK'),
  },
  {
    name: 'sign-in: every method',
    state: 'choose',
    show: async () => {
      const element = place('payments-sign-in', createFakeWallet()) as SignInElement;
      element.providerUrl = () => 'https://id.example/';
      await part(element, `[data-key="${oauth?.id}"]`);
      return element;
    },
  },
  {
    name: 'sign-in: several passkeys with long names',
    state: 'choose',
    show: async () => {
      const nickname = 'The telephone that I use for everything but work, and its twin';
      const more = { ...passkey, id: 'AuthMethod:4', nickname };
      const long = { ...email, nickname: `${'a'.repeat(40)}@an-address-without-a-break.example` };
      const account = { credentials: [passkey, more, long] as typeof exampleCredentials };
      const element = place('payments-sign-in', createFakeWallet({ account }));
      await part(element, '[data-key=passkey]');
      return element;
    },
  },
  {
    name: 'sign-in: no method',
    state: 'none',
    show: async () => {
      const element = place('payments-sign-in', createFakeWallet({ account: { credentials: [] } }));
      await part(element, 'h2 + p');
      return element;
    },
  },
  { name: 'sign-in: sending', state: 'sending', show: () => step('emailOtp.send') },
  { name: 'sign-in: a code was sent', state: 'code', show: async () => (await codeSent())[0] },
  {
    name: 'sign-in: a code was sent, in German',
    state: 'code',
    show: async () => (await codeSent(german))[0],
  },
  { name: 'sign-in: a wrong code', state: 'code-wrong', show: () => failed('WRONG_CODE') },
  { name: 'sign-in: an old code', state: 'code-expired', show: () => failed('CODE_EXPIRED') },
  { name: 'sign-in: too many codes', state: 'too-many', show: () => failed('RATE_LIMITED') },
  {
    name: 'sign-in: verifying',
    state: 'verifying',
    show: async () => {
      const [element, wallet] = await codeSent();
      wallet.fake.hold('emailOtp.verify');
      ((await part(element, 'input')) as HTMLInputElement).value = '123456';
      await press(element, '[data-key="submit"]');
      await part(element, '[aria-busy="true"]');
      return element;
    },
  },
  { name: 'sign-in: a passkey', state: 'passkey', show: () => step('passkey.confirm') },
  {
    name: 'sign-in: a dismissed passkey',
    state: 'refused',
    show: () => step('passkey.confirm', 'CANCELLED'),
  },
  {
    name: 'sign-in: a passkey that does not work here',
    state: 'unavailable',
    show: () => step('passkey.confirm', 'BLOCKED_IN_FRAME'),
  },
  { name: 'sign-in: a provider', state: 'provider', show: () => step('oauth.popup') },
  {
    name: 'sign-in: the login of the platform has ended',
    state: 'logged-out',
    show: () => step('account', 'PLATFORM_LOGIN_REQUIRED'),
  },
  {
    name: 'sign-in: a wrong set-up',
    state: 'failed',
    show: () => step('account', 'RP_MISMATCH'),
  },
  {
    name: 'sign-in: signed in',
    state: 'signed-in',
    show: async () => place('payments-sign-in', createFakeWallet({ status: 'active' })),
  },
  {
    name: 'sign-in: expired',
    state: 'expired',
    show: async () => place('payments-sign-in', createFakeWallet({ status: 'expired' })),
  },
  {
    name: 'sessions: one not opened here',
    state: 'list',
    show: async () => {
      const wallet = createFakeWallet(signedIn);
      const element = place('payments-sessions', wallet);
      await part(element, 'li');
      wallet.fake.emit({ type: 'unknown_session', sessionId: other.id });
      return element;
    },
  },
  {
    name: 'sessions: expiring',
    state: 'expiring',
    show: async () => place('payments-sessions', createFakeWallet({ status: 'expiring' })),
  },
  {
    name: 'sessions: an outcome that is not known',
    state: 'failed',
    show: async () => {
      const wallet = createFakeWallet(signedIn);
      wallet.fake.fail('sessions.end', 'OUTCOME_UNKNOWN');
      const element = place('payments-sessions', wallet);
      await press(element, `[data-key="${other.id}"]`);
      await part(element, '[role=alert]:not(:empty)');
      return element;
    },
  },
  {
    name: 'sessions: ending one',
    state: 'working',
    show: async () => {
      const wallet = createFakeWallet(signedIn);
      wallet.fake.hold('sessions.end');
      const element = place('payments-sessions', wallet);
      await press(element, `[data-key="${other.id}"]`);
      return element;
    },
  },
  {
    name: 'sessions: signed out',
    state: 'signed-out',
    show: async () => place('payments-sessions', createFakeWallet()),
  },
  {
    name: 'passkeys: one',
    state: 'list',
    show: async () => {
      const element = place('payments-passkeys', createFakeWallet(signedIn));
      await part(element, 'li');
      return element;
    },
  },
  {
    name: 'passkeys: none, in German',
    state: 'list',
    show: async () => {
      const credentials = email === undefined ? [] : [email];
      const wallet = createFakeWallet({ status: 'active', account: { credentials } });
      const element = place('payments-passkeys', wallet, german);
      await part(element, 'form');
      return element;
    },
  },
  {
    name: 'passkeys: adding',
    state: 'passkey',
    show: async () => {
      const wallet = createFakeWallet(signedIn);
      wallet.fake.hold('newPasskey.confirm');
      const element = place('payments-passkeys', wallet);
      await press(element, '[data-key="add"]');
      return element;
    },
  },
  { name: 'review: shown', state: 'answerable', show: asked({ ...freeze, strength: 'shown' }) },
  {
    name: 'review: kind, in German',
    state: 'answerable',
    show: asked({ ...freeze, strength: 'kind' }, german),
  },
  {
    name: 'review: unreadable',
    state: 'answerable',
    show: asked({ kind: 'revoke', sessionId: 'Session:1', strength: 'unreadable' }),
  },
  {
    name: 'review: the card could not be read',
    state: 'reading',
    show: asked({ ...freeze, strength: 'kind' }, english, () => Promise.reject(new Error('503'))),
  },
];
