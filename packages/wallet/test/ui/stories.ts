import type { Review, ReviewedAction, WalletErrorCode } from '../../src/index.ts';
import { createFakeWallet, exampleCredentials, type FakeCall } from '../../src/testing/index.ts';
import {
  type ElementState,
  type ElementTexts,
  english,
  french,
  german,
  portuguese,
  type ReviewElement,
  spanish,
} from '../../src/ui/index.ts';
import { freeze } from './question.ts';

/** An element in one of its states. */
export interface Story {
  readonly name: string;
  readonly state: ElementState;
  /** Adds the element to the page, and brings it into its state. */
  readonly show: () => Promise<ShownElement>;
}

/** An element with a state and words. */
export type ShownElement = HTMLElement & Pick<ReviewElement, 'state' | 'texts'>;

/** Waits for a part of an element. */
async function part(element: HTMLElement, selector: string): Promise<HTMLElement> {
  // Not for ever: a test that has ended removes what it showed.
  while (element.isConnected) {
    const found = element.shadowRoot?.querySelector<HTMLElement>(selector);
    if (found) return found;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  throw new Error(`Nothing matched ${selector} before the element was removed.`);
}

const [email, oauth, passkey] = exampleCredentials;
const other = {
  ...{ id: 'Session:other', accountId: 'InternalAccount:1', type: 'PASSKEY', nickname: 'Phone' },
  ...{ createdAt: '2026-01-05T09:00:00Z', updatedAt: '2026-01-05T09:00:00Z' },
  ...{ expiresAt: '2026-01-05T09:15:00Z', isCurrent: false },
};
const signedIn = { status: 'active', account: { otherSessions: [other] } } as const;

/** How an element comes into its state. */
interface Scene {
  readonly of?: Parameters<typeof createFakeWallet>[0];
  readonly texts?: ElementTexts;
  /** A step that does not end. */
  readonly hold?: FakeCall;
  /** A step that fails. */
  readonly fail?: readonly [FakeCall, WalletErrorCode];
  /** The buttons that are pressed, by their keys; a code is typed when its field is there. */
  readonly press?: readonly (string | undefined)[];
  readonly isOffline?: boolean;
  /** Lets the time pass after which a step is slow. */
  readonly isSlow?: boolean;
}

function scene(
  kind: 'sign-in' | 'sessions' | 'passkeys',
  { of = {}, texts = english, hold, fail, press = [], isOffline, isSlow }: Scene = {},
) {
  return async () => {
    const wallet = createFakeWallet(of);
    if (hold !== undefined) wallet.fake.hold(hold);
    if (fail !== undefined) {
      const [call, code] = fail;
      wallet.fake.fail(call, code, { retryAfter: code === 'RATE_LIMITED' ? 60_000 : undefined });
    }
    const element = document.createElement(`payments-${kind}` as const);
    const providerUrl = () => 'https://id.example/';
    Object.assign(element, { texts, wallet, ...(kind === 'sign-in' && { providerUrl }) });
    if (isOffline) Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    const { setTimeout: real } = window;
    if (isSlow) Object.assign(window, { setTimeout: (act: () => void) => real(act) });
    document.body.append(element);
    window.setTimeout = real;
    for (const key of press) {
      const pressed = await part(element, `[data-key="${key}"]:not([disabled])`);
      const code = element.shadowRoot?.querySelector<HTMLInputElement>('[data-key=code]');
      if (code != null) code.value = '123456';
      pressed.click();
    }
    wallet.fake.emit({ type: 'unknown_session', sessionId: other.id });
    return element;
  };
}

const signIn = (more?: Scene) => scene('sign-in', more);
const typed = (fail?: WalletErrorCode) =>
  signIn({
    press: [email?.id, 'submit'],
    ...(fail ? { fail: ['emailOtp.verify', fail] } : { hold: 'emailOtp.verify' }),
  });
const withCredentials = (...credentials: readonly (typeof email)[]) => ({
  account: { credentials: credentials as typeof exampleCredentials },
});
/** A language of a platform's own, which runs from right to left; some words were left in English. */
const arabic: ElementTexts = {
  ...english,
  lang: 'ar',
  signIn: {
    ...english.signIn,
    title: 'تسجيل الدخول إلى محفظتك',
    passkey: (name) => `استخدم مفتاح المرور «${name}»`,
    sendCode: (to) => `أرسل رمزًا إلى ${to}`,
  },
  review: { lang: 'ar', refuse: 'رفض', scroll: 'مرّر إلى النهاية للموافقة' },
};
const long = 'The telephone that I use for everything but work, and its twin';

/** What the relay says of the card of the stories. */
const describeCard = async () => ({ id: 'Card:1', kind: 'card', last4: '4242' }) as const;

const amount = { amount: '1250.00', currency: 'EUR' };
const pay: ReviewedAction = {
  ...{ kind: 'action', action: 'pay', input: {}, strength: 'shown' },
  change: { operation: 'quotes.execute', input: { quoteId: 'Quote:1' } },
};
const describePayment = async () =>
  ({
    ...({ id: 'Quote:1', kind: 'payment', sends: amount, receives: amount } as const),
    receiver: { name: 'ليلى الحسن', ending: '6789' },
  }) as const;

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

/** The elements in every state, in which axe looks at them too. */
export const stories: readonly Story[] = [
  { name: 'loading', state: 'loading', show: signIn({ hold: 'account' }) },
  { name: 'unreachable', state: 'unreachable', show: signIn({ fail: ['account', 'NETWORK'] }) },
  {
    name: 'offline',
    state: 'offline',
    show: signIn({ fail: ['account', 'NETWORK'], isOffline: true }),
  },
  { name: 'slow', state: 'slow', show: signIn({ hold: 'account', isSlow: true }) },
  { name: 'every method', state: 'choose', show: signIn() },
  { name: 'every method, in German', state: 'choose', show: signIn({ texts: german }) },
  { name: 'every method, in Arabic', state: 'choose', show: signIn({ texts: arabic }) },
  {
    name: 'several passkeys, long names',
    state: 'choose',
    show: signIn({
      of: withCredentials(
        passkey,
        passkey && { ...passkey, id: 'AuthMethod:4', nickname: long },
        email && { ...email, nickname: `${'a'.repeat(40)}@an-address-without-a-break.example` },
      ),
    }),
  },
  { name: 'no method', state: 'none', show: signIn({ of: withCredentials() }) },
  {
    name: 'sending',
    state: 'sending',
    show: signIn({ hold: 'emailOtp.send', press: [email?.id] }),
  },
  { name: 'a code was sent', state: 'code', show: signIn({ press: [email?.id] }) },
  {
    name: 'a code was sent, in Spanish',
    state: 'code',
    show: signIn({ press: [email?.id], texts: spanish }),
  },
  { name: 'verifying', state: 'verifying', show: typed() },
  { name: 'a wrong code', state: 'code-wrong', show: typed('WRONG_CODE') },
  { name: 'an old code', state: 'code-expired', show: typed('CODE_EXPIRED') },
  { name: 'too many codes', state: 'too-many', show: typed('RATE_LIMITED') },
  {
    name: 'a passkey',
    state: 'passkey',
    show: signIn({ hold: 'passkey.confirm', press: ['passkey'] }),
  },
  {
    name: 'a dismissed passkey',
    state: 'refused',
    show: signIn({ fail: ['passkey.confirm', 'CANCELLED'], press: ['passkey'] }),
  },
  {
    name: 'a passkey in a frame',
    state: 'unavailable',
    show: signIn({ fail: ['passkey.confirm', 'BLOCKED_IN_FRAME'], press: ['passkey'] }),
  },
  {
    name: 'a provider',
    state: 'provider',
    show: signIn({ hold: 'oauth.popup', press: [oauth?.id] }),
  },
  {
    name: 'logged out',
    state: 'logged-out',
    show: signIn({ fail: ['account', 'PLATFORM_LOGIN_REQUIRED'] }),
  },
  { name: 'a wrong set-up', state: 'failed', show: signIn({ fail: ['account', 'RP_MISMATCH'] }) },
  { name: 'signed in', state: 'signed-in', show: signIn({ of: signedIn }) },
  { name: 'expired', state: 'expired', show: signIn({ of: { status: 'expired' } }) },
  { name: 'devices, one unknown', state: 'list', show: scene('sessions', { of: signedIn }) },
  {
    name: 'devices, in French',
    state: 'expiring',
    show: scene('sessions', { of: { ...signedIn, status: 'expiring' }, texts: french }),
  },
  {
    name: 'an outcome that is not known',
    state: 'failed',
    show: scene('sessions', {
      ...{ of: signedIn, fail: ['sessions.end', 'OUTCOME_UNKNOWN'], press: [other.id] },
    }),
  },
  {
    name: 'ending a session',
    state: 'working',
    show: scene('sessions', { of: signedIn, hold: 'sessions.end', press: [other.id] }),
  },
  { name: 'signed out', state: 'signed-out', show: scene('sessions') },
  { name: 'passkeys', state: 'list', show: scene('passkeys', { of: signedIn }) },
  {
    name: 'no passkeys, in Portuguese',
    state: 'list',
    show: scene('passkeys', {
      of: { status: 'active', ...withCredentials(email) },
      texts: portuguese,
    }),
  },
  {
    name: 'adding a passkey',
    state: 'passkey',
    show: scene('passkeys', { of: signedIn, hold: 'newPasskey.confirm', press: ['add'] }),
  },
  {
    name: 'a passkey whose question nobody could see',
    state: 'hidden',
    show: scene('passkeys', {
      ...{ of: signedIn, fail: ['newPasskey.confirm', 'HIDDEN'], press: ['add'] },
    }),
  },
  {
    name: 'a passkey whose question took too long',
    state: 'timed-out',
    show: scene('passkeys', {
      ...{ of: signedIn, fail: ['newPasskey.confirm', 'EXPIRED'], press: ['add'] },
    }),
  },
  { name: 'a question', state: 'answerable', show: asked({ ...freeze, strength: 'shown' }) },
  {
    name: 'a question of a kind, in German',
    state: 'answerable',
    show: asked({ ...freeze, strength: 'kind' }, german),
  },
  {
    name: 'a payment, in Arabic',
    state: 'answerable',
    show: asked(pay, arabic, describePayment),
  },
  { name: 'a payment, in German', state: 'answerable', show: asked(pay, german, describePayment) },
  {
    name: 'a question with an unreadable text',
    state: 'answerable',
    show: asked(
      { kind: 'revoke', sessionId: 'Session:1', strength: 'unreadable' },
      english,
      async () => ({ id: 'Session:1', kind: 'session', type: 'PASSKEY', nickname: 'Phone' }),
    ),
  },
  {
    name: 'a question about a card that could not be read',
    state: 'reading',
    show: asked({ ...freeze, strength: 'kind' }, english, () => Promise.reject(new Error('503'))),
  },
];
