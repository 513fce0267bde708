import type { ClientKey } from '@org/payments-crypto';
import type { WalletContext } from '../context.ts';
import { WalletError } from '../errors/wallet-error.ts';
import type { LazyChunk } from '../load-lazy.ts';
import type { PasskeyChallengeResponse, RelayAssertion } from '../relay-protocol.ts';
import { challengeLifetime, type Lifetime } from '../session/lifetime.ts';
import type { SessionInfo } from '../session/state.ts';
import { requestAssertion, requestConditionalAssertion } from './assertion.ts';
import { type CeremonyKind, type CeremonyOptions, runCeremony } from './ceremony.ts';
import { finishSignIn } from './finish.ts';
import { loadPasskeys } from './passkey-support.ts';

/** Sign-in with a passkey. */
export interface PasskeySignIn {
  /**
   * Fetches the challenge and loads the cryptography, ahead of the click.
   *
   * @throws WalletError `INSECURE_CONTEXT`, `PASSKEYS_UNSUPPORTED`; and as every call to the relay
   */
  prepare(): Promise<PreparedPasskey>;
}

/** A passkey sign-in that waits for the click. */
export interface PreparedPasskey {
  /** Milliseconds until the challenge expires; then prepare another. */
  timeLeft(): number;
  /**
   * Asks for the passkey and signs in. Call it inside the click handler, first thing: it reaches
   * the browser's dialog before it awaits anything. After a cancel it may be called again.
   *
   * @throws WalletError `CANCELLED`, `ABORTED`, `CHALLENGE_EXPIRED`, `WRONG_PASSKEY`,
   * `CEREMONY_IN_PROGRESS`, `PASSKEY_REJECTED`, `KEY_UNUSABLE`
   */
  confirm(options?: CeremonyOptions): Promise<SessionInfo>;
  /**
   * Offers the passkey among the suggestions of an `<input autocomplete="username webauthn">`, and
   * signs in when it is taken. Makes way for `confirm()`.
   *
   * @throws WalletError as `confirm()`
   */
  autofill(options?: CeremonyOptions): Promise<SessionInfo>;
}

class Prepared implements PreparedPasskey {
  readonly #context: WalletContext;
  readonly #lazy: LazyChunk;
  readonly #id: string;
  readonly #challenge: PasskeyChallengeResponse;
  readonly #lifetime: Lifetime;
  /** Dropped once the service has seen an assertion: key and challenge are single use. */
  #key: ClientKey | undefined;

  constructor(
    context: WalletContext,
    lazy: LazyChunk,
    id: string,
    challenge: PasskeyChallengeResponse,
    key: ClientKey,
  ) {
    this.#context = context;
    this.#lazy = lazy;
    this.#id = id;
    this.#challenge = challenge;
    this.#key = key;
    this.#lifetime = challengeLifetime(context.clock, challenge);
  }

  timeLeft(): number {
    return this.#key === undefined ? 0 : this.#lifetime.left();
  }

  confirm(options: CeremonyOptions = {}): Promise<SessionInfo> {
    return this.#signIn('modal', options);
  }

  autofill(options: CeremonyOptions = {}): Promise<SessionInfo> {
    return this.#signIn('conditional', options);
  }

  /** Not an async function: the ceremony starts before this one returns. */
  #signIn(kind: CeremonyKind, options: CeremonyOptions): Promise<SessionInfo> {
    if (this.timeLeft() === 0) return Promise.reject(new WalletError('CHALLENGE_EXPIRED'));
    const lazy = this.#lazy;
    const { options: request } = this.#challenge;
    const ceremony = runCeremony(lazy, 'authentication', kind, options, (signal) =>
      kind === 'modal'
        ? requestAssertion(lazy, request)
        : requestConditionalAssertion(lazy, request, signal),
    );
    return ceremony.then((assertion) => this.#finish(assertion));
  }

  #finish(assertion: RelayAssertion): Promise<SessionInfo> {
    // Conditional UI offers every passkey of the site; the challenge belongs to one of them.
    const expected = this.#challenge.options.allowCredentials.map(({ id }) => id);
    if (!expected.includes(assertion.credentialId)) throw new WalletError('WRONG_PASSKEY');
    const key = this.#key;
    if (key === undefined) throw new WalletError('CHALLENGE_EXPIRED');
    this.#key = undefined;
    const { ticket } = this.#challenge;
    return finishSignIn(this.#context, { type: 'PASSKEY', id: this.#id, ticket, assertion }, key);
  }
}

/** Sign-in with the passkey of one credential. */
export function createPasskeySignIn(context: WalletContext, id: string): PasskeySignIn {
  async function prepare(): Promise<PreparedPasskey> {
    const lazy = await loadPasskeys();
    await context.keeper.start();
    const key = await lazy.generateClientKey();
    const challenge = await context.transport.challenge({ id, clientPublicKey: key.publicKey });
    if (challenge.type !== 'PASSKEY') throw new WalletError('INVALID_INPUT');
    const prepared = new Prepared(context, lazy, id, challenge, key);
    if (prepared.timeLeft() === 0) throw new WalletError('CHALLENGE_EXPIRED');
    return prepared;
  }

  return { prepare };
}
