import type { Review, ReviewedAction, WalletErrorCode } from '../../src/index.ts';
import { createFakeWallet, exampleCredentials, type FakeWallet } from '../../src/testing/index.ts';
import { type ElementTexts, english, german, type SignInElement } from '../../src/ui/index.ts';

/** An element in one of its states. */
export interface Story {
  readonly name: string;
  /** Adds the element to the page, and brings it into its state. */
  readonly show: () => Promise<void>;
}

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
  for (;;) {
    const found = element.shadowRoot?.querySelector<HTMLElement>(selector);
    if (found) return found;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
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

async function failed(code: WalletErrorCode): Promise<void> {
  const [element, wallet] = await codeSent();
  wallet.fake.fail('emailOtp.verify', code, { retryAfter: 60_000 });
  const input = await part(element, 'input');
  (input as HTMLInputElement).value = '000000';
  await press(element, '[data-key="submit"]');
  await part(element, '[role=alert]:not(:empty)');
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
  };
}

const freeze = {
  kind: 'action',
  action: 'freezeCard',
  input: { cardId: 'Card:1' },
  change: { operation: 'cards.update', input: { id: 'Card:1', state: 'FROZEN' } },
} as const;

/** Every state of the elements. */
export const stories: readonly Story[] = [
  {
    name: 'sign-in: loading',
    show: async () => {
      const wallet = createFakeWallet();
      wallet.fake.hold('account');
      await part(place('payments-sign-in', wallet), 'p');
    },
  },
  {
    name: 'sign-in: the account cannot be read',
    show: async () => {
      const wallet = createFakeWallet();
      wallet.fake.fail('account', 'NETWORK');
      await part(place('payments-sign-in', wallet), '[data-key="retry"]');
    },
  },
  {
    name: 'sign-in: every method',
    show: async () => {
      const element = place('payments-sign-in', createFakeWallet()) as SignInElement;
      element.providerUrl = () => 'https://id.example/';
      await part(element, `[data-key="${oauth?.id}"]`);
    },
  },
  {
    name: 'sign-in: several passkeys',
    show: async () => {
      const credentials = [passkey, { ...passkey, id: 'AuthMethod:4', nickname: 'Phone' }];
      const account = { credentials: credentials as typeof exampleCredentials };
      const wallet = createFakeWallet({ account });
      wallet.fake.hold('passkey.confirm');
      await part(place('payments-sign-in', wallet), 'h2');
    },
  },
  {
    name: 'sign-in: no method',
    show: async () => {
      const wallet = createFakeWallet({ account: { credentials: [] } });
      await part(place('payments-sign-in', wallet), 'h2 + p');
    },
  },
  { name: 'sign-in: a code was sent', show: async () => void (await codeSent()) },
  { name: 'sign-in: a code was sent, in German', show: async () => void (await codeSent(german)) },
  { name: 'sign-in: a wrong code', show: () => failed('WRONG_CODE') },
  { name: 'sign-in: too many attempts', show: () => failed('RATE_LIMITED') },
  {
    name: 'sign-in: verifying',
    show: async () => {
      const [element, wallet] = await codeSent();
      wallet.fake.hold('emailOtp.verify');
      ((await part(element, 'input')) as HTMLInputElement).value = '123456';
      await press(element, '[data-key="submit"]');
      await part(element, '[aria-busy="true"]');
    },
  },
  {
    name: 'sign-in: signed in',
    show: async () => {
      await part(place('payments-sign-in', createFakeWallet({ status: 'active' })), '.stack');
    },
  },
  {
    name: 'sessions: one not opened here',
    show: async () => {
      const wallet = createFakeWallet(signedIn);
      const element = place('payments-sessions', wallet);
      await part(element, 'li');
      wallet.fake.emit({ type: 'unknown_session', sessionId: other.id });
    },
  },
  {
    name: 'sessions: an outcome that is not known',
    show: async () => {
      const wallet = createFakeWallet(signedIn);
      wallet.fake.fail('sessions.end', 'OUTCOME_UNKNOWN');
      const element = place('payments-sessions', wallet);
      await press(element, `[data-key="${other.id}"]`);
      await part(element, '[role=alert]:not(:empty)');
    },
  },
  {
    name: 'sessions: signed out',
    show: async () => {
      await part(place('payments-sessions', createFakeWallet()), '.stack');
    },
  },
  {
    name: 'passkeys: one',
    show: async () => {
      await part(place('payments-passkeys', createFakeWallet(signedIn)), 'li');
    },
  },
  {
    name: 'passkeys: none, in German',
    show: async () => {
      const credentials = email === undefined ? [] : [email];
      const wallet = createFakeWallet({ status: 'active', account: { credentials } });
      await part(place('payments-passkeys', wallet, german), 'form');
    },
  },
  {
    name: 'passkeys: adding',
    show: async () => {
      const wallet = createFakeWallet(signedIn);
      wallet.fake.hold('newPasskey.confirm');
      const element = place('payments-passkeys', wallet);
      await press(element, '[data-key="add"]');
    },
  },
  { name: 'review: shown', show: asked({ ...freeze, strength: 'shown' }) },
  { name: 'review: kind, in German', show: asked({ ...freeze, strength: 'kind' }, german) },
  {
    name: 'review: unreadable',
    show: asked({ kind: 'revoke', sessionId: 'Session:1', strength: 'unreadable' }),
  },
  {
    name: 'review: the card could not be read',
    show: asked({ ...freeze, strength: 'kind' }, english, () => Promise.reject(new Error('503'))),
  },
];
