import type { RelayAssertion, RequestOptionsJSON } from '@org/payments-relay/protocol';
import type { WalletContext } from '../context.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { ownOptions } from '../platform/page-input.ts';
import { challengeLifetime } from '../session/lifetime.ts';
import type { SessionInfo } from '../session/state.ts';
import { offerAssertion, requestAssertion, requestImmediateAssertion } from './assertion.ts';
import { type CeremonyOptions, runCeremony } from './ceremony.ts';
import { credentialFor, finishSignIn, hintOf } from './finish.ts';
import { isDenied } from './frame.ts';
import { hasImmediateGet, requirePasskeys } from './passkey-support.ts';

/** Sign-in with a passkey. */
export interface PasskeySignIn {
  /**
   * Fetches the challenge and loads the cryptography, ahead of the click.
   *
   * @throws WalletError `INSECURE_CONTEXT`, `PASSKEYS_UNSUPPORTED`; and as every call to the relay
   */
  prepare(): Promise<PreparedPasskey>;
}

/** The options of a sign-in with a passkey. */
export interface ConfirmOptions extends CeremonyOptions {
  /**
   * Shows a dialog only when this device holds a passkey, and rejects with `CANCELLED` at once when
   * it does not. If the browser cannot do that, the usual dialog is shown.
   */
  readonly immediate?: boolean | undefined;
}

/** A passkey sign-in that waits for the click. */
export interface PreparedPasskey {
  /** Milliseconds until the challenge expires; then prepare another. */
  timeLeft(): number;
  /**
   * Asks for the passkey and signs in. Call it first in the click handler: it opens the browser's
   * dialog before it awaits anything. After a cancel it may be called again.
   *
   * @throws WalletError `CANCELLED`, `ABORTED`, `CHALLENGE_EXPIRED`, `WRONG_PASSKEY`,
   * `CEREMONY_IN_PROGRESS`, `BLOCKED_IN_FRAME`, `PASSKEY_REJECTED`, `KEY_UNUSABLE`
   */
  confirm(options?: ConfirmOptions): Promise<SessionInfo>;
  /**
   * Offers the passkey among the suggestions of an `<input autocomplete="username webauthn">`, and
   * signs in when it is selected. `confirm()` aborts it. Not with a signer, whose frame does not have
   * the input: `PASSKEYS_UNSUPPORTED`.
   *
   * @throws WalletError as `confirm()`
   */
  autofill(options?: CeremonyOptions): Promise<SessionInfo>;
}

/** Fetches the challenge of one credential, or of the newest passkey, for a fresh client key. */
export async function createPasskeyChallenge(context: WalletContext, given: string | undefined) {
  await context.keeper.start();
  const { id, others } = await credentialFor(context, given, 'PASSKEY');
  const clientKey = await context.dialect.generateKey();
  const challenge = await context.transport.challenge({
    id,
    clientPublicKey: clientKey.publicKey,
    ...hintOf(context),
  });
  if (challenge.type !== 'PASSKEY') throw new WalletError('INVALID_INPUT');
  const { ticket } = challenge;
  const own = challenge.options.allowCredentials;
  const more = [...others.keys()].map((other = '') => ({ type: 'public-key', id: other }) as const);
  const options = { ...challenge.options, allowCredentials: [...own, ...more] };
  const lifetime = challengeLifetime(context.clock, challenge);
  /** Dropped once the service has seen an assertion: key and challenge are single use. */
  let key: typeof clientKey | undefined = clientKey;
  const timeLeft = () => (key === undefined ? 0 : lifetime.left());
  if (timeLeft() === 0) throw new WalletError('CHALLENGE_EXPIRED');

  async function finish(assertion: RelayAssertion): Promise<SessionInfo> {
    // Conditional UI offers every passkey of the site; the challenge belongs to one of them.
    const expected = own.map((credential) => credential.id);
    if (!expected.includes(assertion.credentialId)) throw new WalletError('WRONG_PASSKEY');
    const used = key;
    if (used === undefined) throw new WalletError('CHALLENGE_EXPIRED');
    key = undefined;
    return finishSignIn(context, { type: 'PASSKEY', id, ticket, assertion }, used);
  }

  return {
    options,
    /**
     * The account's other passkeys, which have challenges of their own: the ids of the credentials, by
     * the id in an assertion.
     */
    others,
    timeLeft,
    /** @throws WalletError `WRONG_PASSKEY`, `CHALLENGE_EXPIRED`, and as every sign-in */
    finish,
  };
}

/**
 * The options of a sign-in from the relay, and the function that completes it. The client key is
 * not exposed.
 */
export type PasskeyChallenge = Awaited<ReturnType<typeof createPasskeyChallenge>>;

/** Asks for a passkey; must reach the browser before anything is awaited. */
export type AssertionRequest = (
  options: RequestOptionsJSON,
  how: ConfirmOptions,
) => Promise<RelayAssertion>;

/** In the browser's dialog, on this page; `immediate` only in a browser that can do that. */
export const askHere: AssertionRequest = (options, { signal, immediate }) =>
  runCeremony('authentication', 'modal', { signal }, () =>
    (immediate === true ? requestImmediateAssertion : requestAssertion)(options),
  );

/**
 * Wraps a challenge in the browser's ceremonies. A plain object of functions, so that it works
 * behind the Proxy of a reactive framework as well.
 *
 * @param fetchChallenge fetches the challenge of another passkey of the account
 * @param request asks for the passkey; by default on this page
 */
export async function toPreparedPasskey(
  challenge: PasskeyChallenge,
  fetchChallenge: (id: string) => Promise<PasskeyChallenge>,
  request: AssertionRequest = askHere,
): Promise<PreparedPasskey> {
  requirePasskeys();
  let current = challenge;
  const timeLeft = () => current.timeLeft();
  const canBeImmediate = await hasImmediateGet();

  /** Signs in, after another dialog if another passkey than that of the challenge was used. */
  async function finish(
    assertion: RelayAssertion,
    { signal }: CeremonyOptions,
  ): Promise<SessionInfo> {
    const other = current.others.get(assertion.credentialId);
    if (other === undefined) return current.finish(assertion);
    current = await fetchChallenge(other);
    return current.finish(await request(current.options, { signal }));
  }

  /** Not an async function: the ceremony starts before this one returns. */
  function signIn(
    options: CeremonyOptions,
    ask: () => Promise<RelayAssertion>,
  ): Promise<SessionInfo> {
    if (timeLeft() === 0) return Promise.reject(new WalletError('CHALLENGE_EXPIRED'));
    return ask().then((assertion) => finish(assertion, options));
  }

  return {
    timeLeft,
    confirm: (options) => {
      const own = ownOptions(options);
      const immediate = own.immediate === true && canBeImmediate;
      return signIn(own, () => request(current.options, { ...own, immediate }));
    },
    autofill(options) {
      const own = ownOptions(options);
      return signIn(own, () =>
        runCeremony('authentication', 'conditional', own, (signal) =>
          offerAssertion(current.options, signal),
        ),
      );
    },
  };
}

/** Prepares a sign-in with the passkey of one credential, or with any of the account. */
export async function preparePasskey(
  context: WalletContext,
  given: string | undefined,
): Promise<PreparedPasskey> {
  requirePasskeys();
  // Known before the click: a button that cannot work is not offered.
  if (isDenied('authentication') === true) {
    throw new WalletError(window.top === window ? 'BLOCKED_BY_POLICY' : 'BLOCKED_IN_FRAME');
  }
  const fetchChallenge = (id?: string) => createPasskeyChallenge(context, id);
  return toPreparedPasskey(await fetchChallenge(given), fetchChallenge);
}
