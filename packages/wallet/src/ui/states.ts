import type { WalletError } from '../errors/wallet-error.ts';
import type { AnyWallet } from '../flows/flow.ts';
import type { ElementTexts } from './texts/texts.ts';

/**
 * What a person can do in a state.
 *
 * - `wait`: it ends by itself; `device`: in the browser's dialog or the provider's window
 * - `methods`, `code`, `list`, `question`: what the element shows
 * - `resend`, `retry`, `stay`: a button of the element
 * - `page`: what is outside of the element
 */
export type ElementWay =
  | 'wait'
  | 'device'
  | 'methods'
  | 'code'
  | 'list'
  | 'question'
  | 'resend'
  | 'retry'
  | 'stay'
  | 'page';

/** A state of an element. */
interface StateFacts {
  /** What the element says; undefined where it shows nothing. */
  readonly words?: (texts: ElementTexts, error: WalletError | undefined) => string;
  /** At least one of them is there. */
  readonly ways: readonly ElementWay[];
}

const anyWay = ['methods', 'code', 'list', 'retry'] as const;
const ofError: StateFacts['words'] = (texts, error) => (error ? errorWords(error, texts) : '');
const expired: StateFacts['words'] = ({ errors }) => errors.SESSION_EXPIRED;
/** Words of the question's own language, which is not that of the elements. */
const question = { ways: ['question'] } as const;

const states = {
  /** It has no wallet, or no question. */
  idle: { ways: ['page'] },
  loading: { words: ({ loading }) => loading, ways: ['wait'] },
  /** The ways to sign in. */
  choose: { words: ({ signIn }) => signIn.title, ways: ['methods'] },
  /** The account has no way to sign in that works here. */
  none: { words: ({ signIn }) => signIn.none, ways: ['page'] },
  sending: { words: ({ progress }) => progress.sending, ways: ['wait'] },
  /** A code was sent, also before a reload of the page. */
  code: { words: ({ signIn }) => signIn.code, ways: ['code'] },
  verifying: { words: ({ progress }) => progress.verifying, ways: ['wait'] },
  'code-wrong': { words: ofError, ways: ['code'] },
  'code-expired': { words: ofError, ways: ['resend'] },
  /** The browser's dialog is open. */
  passkey: { words: ({ progress }) => progress.passkey, ways: ['device'] },
  /** The provider's window is open. */
  provider: { words: ({ progress }) => progress.provider, ways: ['device'] },
  /** The person closed a dialog or a window, or declined. */
  refused: { ways: anyWay },
  /** This way does not work on this device or page. */
  unavailable: { words: ofError, ways: anyWay },
  'signed-in': { ways: ['page'] },
  'signed-out': { ways: ['page'] },
  expired: { words: expired, ways: ['methods', 'page'] },
  /** What the account has, under the title of the element. */
  list: { ways: ['list'] },
  /** The session ends soon. */
  expiring: { words: ({ sessions }) => sessions.expiring, ways: ['stay', 'list'] },
  /** A change of the account is under way. */
  working: { words: ({ progress }) => progress.working, ways: ['wait'] },
  /** A step that takes long. */
  slow: { words: ({ slow }) => slow, ways: ['wait'] },
  'too-many': { words: ofError, ways: anyWay },
  offline: { words: ofError, ways: anyWay },
  /** The relay or the service does not respond. */
  unreachable: { words: ofError, ways: anyWay },
  /** The platform's own login has ended. */
  'logged-out': { words: ofError, ways: ['page', ...anyWay] },
  failed: { words: ofError, ways: anyWay },
  /** A question that is not shown yet. */
  asking: { ways: ['wait'] },
  /** A part of the question was not in sight. */
  reading: question,
  /** The question can be approved. */
  answerable: question,
  approved: { ways: ['page'] },
  /** The question ended because nothing of it could be seen. */
  hidden: { words: ofError, ways: ['page'] },
  /** The question ended with its challenge. */
  'timed-out': { words: ofError, ways: ['page'] },
} as const satisfies Record<string, StateFacts>;

/** The name of a state of an element. */
export type ElementState = keyof typeof states;

/** Every state of the elements, with its words and the way on. The elements are drawn by it. */
export const elementStates: Readonly<Record<ElementState, StateFacts>> = states;

/** A step that is under way. */
export type StepState = 'loading' | 'sending' | 'verifying' | 'passkey' | 'provider' | 'working';

const afterError: Partial<Record<WalletError['code'], ElementState>> = {
  WRONG_CODE: 'code-wrong',
  CODE_EXPIRED: 'code-expired',
  RATE_LIMITED: 'too-many',
  WAIT: 'too-many',
  NETWORK: 'unreachable',
  SERVICE_UNAVAILABLE: 'unreachable',
  PLATFORM_LOGIN_REQUIRED: 'logged-out',
  HIDDEN: 'hidden',
  EXPIRED: 'timed-out',
};

/** The state after an error. */
export function stateAfter(error: WalletError): ElementState {
  if (error.silent) return 'refused';
  if (isOffline(error)) return 'offline';
  const isHere = /^(?:use_another_method|open_in_browser)$/.test(error.userAction);
  return afterError[error.code] ?? (isHere ? 'unavailable' : 'failed');
}

const SECOND = 1_000;

/** Errors that are about what was typed. */
const aboutInput: readonly string[] = [
  'WRONG_CODE',
  'CODE_EXPIRED',
  'INVALID_INPUT',
  'RATE_LIMITED',
];

export function isAboutInput({ code }: WalletError): boolean {
  return aboutInput.includes(code);
}

/** Whether an error is that the browser has no network. */
function isOffline({ code }: WalletError): boolean {
  return code === 'NETWORK' && globalThis.navigator?.onLine === false;
}

/** What an error means for a person, and when another attempt is possible. */
export function errorWords(error: WalletError, { errors, wait, offline }: ElementTexts): string {
  const { code, retryAfter } = error;
  const words = isOffline(error) ? offline : (errors[code] ?? errors.UNEXPECTED);
  return retryAfter === undefined ? words : `${words} ${wait(Math.ceil(retryAfter / SECOND))}`;
}

/** What the elements need of a wallet; the type of its actions does not matter. */
export type ElementWallet = AnyWallet;

/** Whether the wallet can sign. */
export function isSignedIn({ state }: ElementWallet): boolean {
  return state.status === 'active' || state.status === 'expiring';
}

/** The state of a list of what the account has, between two steps. */
export function restOfList({ state }: ElementWallet, list: object | undefined): ElementState {
  if (state.status === 'expired' || state.status === 'signed-out') return state.status;
  if (list === undefined) return 'loading';
  return state.status === 'expiring' ? 'expiring' : 'list';
}

/** The account that is signed in. */
export function accountOf(wallet: ElementWallet): string | undefined {
  return isSignedIn(wallet) ? wallet.state.session?.accountId : undefined;
}
