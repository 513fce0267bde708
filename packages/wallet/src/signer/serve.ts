import type { WalletCore } from '../core.ts';
import { WalletError } from '../errors/wallet-error.ts';
import type { SignOutOptions } from '../lifecycle/revoke.ts';
import type { RunOptions } from '../options.ts';
import {
  createRegistrationChallenge,
  type NewPasskey,
  type NewPasskeyOptions,
  type PreparedNewPasskey,
  toPreparedNewPasskey,
} from '../sign-in/add-passkey.ts';
import type { OAuthPrepareOptions, PreparedOAuth } from '../sign-in/oauth.ts';
import {
  type ConfirmOptions,
  createPasskeyChallenge,
  type PreparedPasskey,
  toPreparedPasskey,
} from '../sign-in/passkey.ts';
import type { Wallet } from '../wallet.ts';
import type { SignerCeremonies } from './ceremonies.ts';
import {
  type SignerCall,
  type SignerChallenge,
  type SignerMessage,
  toFailure,
} from './protocol.ts';

type Method = (...args: never[]) => Promise<unknown>;

/** An id that the page may leave out; its messages have null for it. */
type Given = string | null;

/** Prepared sign-ins stay here; the page gets numbers for them. */
const HANDLES = 20;

function createHandles() {
  const kept = new Map<number, unknown>();
  let last = 0;
  return {
    keep(value: unknown): number {
      last += 1;
      kept.set(last, value);
      const [oldest] = kept.keys();
      if (kept.size > HANDLES && oldest !== undefined) kept.delete(oldest);
      return last;
    },
    use<T>(handle: number): T {
      const found = kept.get(handle);
      if (found === undefined) throw new WalletError('PENDING_KEY_MISSING');
      return found as T;
    },
  };
}

/** The calls that a page may make, by name. */
function methodsOf(
  wallet: Wallet,
  core: () => Promise<WalletCore>,
  ceremonies: SignerCeremonies,
): ReadonlyMap<string, Method> {
  const handles = createHandles();
  const kept = (prepared: { timeLeft(): number }): SignerChallenge => ({
    handle: handles.keep(prepared),
    timeLeft: prepared.timeLeft(),
  });
  const prepared = (oauth: PreparedOAuth) => {
    const { nonce, state } = oauth;
    return { ...kept(oauth), nonce, state };
  };
  /** Stops the ceremony that was started last. */
  let ceremony = new AbortController();
  const newSignal = () => {
    ceremony = new AbortController();
    return ceremony.signal;
  };
  const methods = {
    ready: () => wallet.ready(),
    account: () => wallet.account(),
    sendCode: async (id: Given) => {
      const { nickname, resendIn } = await wallet.emailOtp(id ?? undefined).send();
      return { nickname, resendIn: resendIn() };
    },
    verifyCode: (id: Given, code: string) => wallet.emailOtp(id ?? undefined).verify(code),
    preparePasskey: async (id: Given) => {
      const { context } = await core();
      const fetchChallenge = (wanted?: string) => createPasskeyChallenge(context, wanted);
      const challenge = await fetchChallenge(id ?? undefined);
      return kept(await toPreparedPasskey(challenge, fetchChallenge, ceremonies.ask));
    },
    confirmPasskey: (handle: number, how: ConfirmOptions) =>
      handles.use<PreparedPasskey>(handle).confirm({ ...how, signal: newSignal() }),
    prepareNewPasskey: async (passkey: NewPasskey) => {
      const challenge = await createRegistrationChallenge((await core()).context, passkey);
      return kept(toPreparedNewPasskey(challenge, ceremonies.create));
    },
    confirmNewPasskey: (handle: number, how: NewPasskeyOptions) =>
      handles.use<PreparedNewPasskey>(handle).confirm({ ...how, signal: newSignal() }),
    stopCeremony: async () => ceremony.abort(new WalletError('ABORTED')),
    prepareOAuth: async (id: Given, how?: OAuthPrepareOptions) =>
      prepared(await wallet.oauth(id ?? undefined).prepare(how)),
    resumeOAuth: async (id: Given, state: string) =>
      prepared(await wallet.oauth(id ?? undefined).resume(state)),
    verifyOAuth: (handle: number, idToken: string) =>
      handles.use<PreparedOAuth>(handle).verify(idToken),
    removeCredential: (id: string) => wallet.removeCredential(id),
    run: (action: string, input: unknown, options?: RunOptions) =>
      wallet.run(action, input, options),
    refresh: () => wallet.refresh(),
    listSessions: () => wallet.sessions.list(),
    endSession: (id: string) => wallet.sessions.end(id),
    signOut: async (how?: SignOutOptions) => {
      const { cause, ...outcome } = await wallet.signOut(how);
      return { outcome, ...(cause === undefined ? {} : { failure: toFailure(cause) }) };
    },
  } as const;
  return new Map(Object.entries(methods) as [string, Method][]);
}

function isCall(data: unknown): data is SignerCall {
  const { id, method, args } = (data ?? {}) as Partial<SignerCall>;
  return Number.isSafeInteger(id) && typeof method === 'string' && Array.isArray(args);
}

/**
 * Handles a page's calls over its port, and sends it the state. A message that was sent before, or
 * that is not a call, is ignored.
 */
export function serve(
  wallet: Wallet,
  core: () => Promise<WalletCore>,
  ceremonies: SignerCeremonies,
  port: MessagePort,
  send: (message: SignerMessage) => void,
): void {
  const methods = methodsOf(wallet, core, ceremonies);
  let last = 0;
  const tell = () => send({ type: 'state', state: wallet.state, timeLeft: wallet.timeLeft() });
  wallet.subscribe((event) => {
    if (event.type === 'state') return tell();
    // Causes may hold anything, and may not even be clonable.
    const { cause: _, ...rest } = event as typeof event & { cause?: unknown };
    send({ type: 'event', event: rest as typeof event });
  });
  port.onmessage = async ({ data }: MessageEvent<unknown>) => {
    if (!isCall(data) || data.id <= last) return;
    last = data.id;
    const { id, method, args } = data;
    try {
      const found = methods.get(method);
      if (found === undefined) throw new WalletError('INVALID_INPUT');
      const value = await found(...(args as never[]));
      tell();
      send({ type: 'result', id, value });
    } catch (error) {
      tell();
      send({ type: 'failure', id, failure: toFailure(error) });
    }
  };
  void wallet.ready().then(tell);
}
