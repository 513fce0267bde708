import type { ClientKey } from '@org/payments-crypto/session';
import type { WalletContext } from '../context.ts';
import type { WalletErrorCode } from '../errors/error-facts.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { digestOf } from '../platform/digest.ts';
import { ownOptions } from '../platform/page-input.ts';
import { Lifetime } from '../session/lifetime.ts';
import type { SessionInfo } from '../session/state.ts';
import { lifeLeft } from '../vault/records.ts';
import type { CeremonyOptions } from './ceremony.ts';
import { credentialFor, finishSignIn } from './finish.ts';
import { openPopup } from './oauth-popup.ts';

/** The service takes tokens issued at most this long ago. Milliseconds. */
const MAX_AGE = 60_000;
/** The difference within which the device's and the provider's clocks count as equal. Milliseconds. */
const SKEW = 5_000;

interface Claims {
  readonly nonce?: unknown;
  readonly iat?: unknown;
}

/** The claims of a token; undefined for any other text. The service checks the signature. */
function claimsOf(idToken: string): Claims | undefined {
  try {
    const payload = (idToken.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const claims: unknown = JSON.parse(atob(payload));
    return typeof claims === 'object' && claims !== null ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** The values that the token must match. */
interface ExpectedToken {
  readonly nonce: string;
  /** The device's time in milliseconds when the nonce was created. */
  readonly preparedAt: number;
  /** The device's time in milliseconds. */
  readonly now: number;
}

/**
 * Returns what is wrong with a token before it is sent: not a token, issued for another client key,
 * or not fresh. The age is checked only if the token was issued between `preparedAt` and now:
 * otherwise the device's clock is wrong, and the service decides.
 */
function idTokenProblem(
  idToken: string,
  { nonce, preparedAt, now }: ExpectedToken,
): WalletErrorCode | undefined {
  const claims = claimsOf(idToken);
  if (typeof claims?.iat !== 'number') return 'OAUTH_TOKEN_INVALID';
  if (claims.nonce !== nonce) return 'OAUTH_NONCE_MISMATCH';
  const issuedAt = claims.iat * 1000;
  const clocksAgree = issuedAt >= preparedAt - SKEW && issuedAt <= now + SKEW;
  return clocksAgree && now - issuedAt > MAX_AGE ? 'OAUTH_TOKEN_STALE' : undefined;
}

/** The time limit for a person at the provider. Milliseconds. */
const PENDING_LIFE = 10 * 60_000;

/** The options of a sign-in with a provider. */
export interface OAuthPrepareOptions {
  /**
   * `redirect` keeps the client key in the vault while the page is away; `popup`, the default, and
   * providers with their own script need only memory.
   */
  readonly mode?: 'popup' | 'redirect' | undefined;
}

/** Sign-in with an identity provider. */
export interface OAuthSignIn {
  /**
   * Creates the client key and the nonce, before the provider's page opens.
   *
   * @throws WalletError `STORAGE_UNAVAILABLE` in redirect mode if keys are kept in memory
   */
  prepare(options?: OAuthPrepareOptions): Promise<PreparedOAuth>;
  /**
   * Resumes the sign-in after a redirect.
   *
   * @param state as the provider returned it; the value of `PreparedOAuth.state`
   * @throws WalletError `PENDING_KEY_MISSING` when it took too long or began in another browser
   */
  resume(state: string): Promise<PreparedOAuth>;
}

/** A sign-in that waits for the provider's token. */
export interface PreparedOAuth {
  /** Send it to the provider, which must put it into the token. 64 hex characters. */
  readonly nonce: string;
  /** Send it to the provider as `state`; the provider returns it. Random. */
  readonly state: string;
  /** Milliseconds until the key is dropped. */
  timeLeft(): number;
  /**
   * Opens the provider's page in a popup and signs in with its response. Call it inside the click.
   *
   * @param url the provider's page, with `nonce` and `state` in it
   * @throws WalletError `POPUP_BLOCKED`, `POPUP_CLOSED`, `ABORTED`, and as `verify()`
   */
  popup(url: string, options?: CeremonyOptions): Promise<SessionInfo>;
  /**
   * Signs in with the token. Call it at once: the service refuses tokens older than a minute.
   *
   * @throws WalletError `OAUTH_NONCE_MISMATCH`, `OAUTH_TOKEN_STALE`, `OAUTH_TOKEN_INVALID`,
   *   `PENDING_KEY_MISSING` when it took too long or the key was used, `KEY_UNUSABLE`
   */
  verify(idToken: string): Promise<SessionInfo>;
}

interface Pending {
  readonly id: string;
  readonly state: string;
  readonly nonce: string;
  readonly key: ClientKey;
  readonly lifetime: Lifetime;
  readonly preparedAt: number;
}

function createPrepared(context: WalletContext, pending: Pending): PreparedOAuth {
  const { id, state, nonce, lifetime, preparedAt } = pending;
  let key: ClientKey | undefined = pending.key;
  const timeLeft = () => (key === undefined ? 0 : lifetime.left());

  async function verify(idToken: string): Promise<SessionInfo> {
    const clientKey = timeLeft() > 0 ? key : undefined;
    if (clientKey === undefined) throw new WalletError('PENDING_KEY_MISSING');
    const expected = { nonce, preparedAt, now: context.clock.now() };
    const problem = idTokenProblem(idToken, expected);
    if (problem !== undefined) throw new WalletError(problem);
    key = undefined;
    await context.keys.deletePending(state);
    const { publicKey } = clientKey;
    const request = { type: 'OAUTH', id, oidcToken: idToken, clientPublicKey: publicKey } as const;
    return finishSignIn(context, request, clientKey);
  }

  return {
    nonce,
    state,
    timeLeft,
    verify,
    popup: (url, options) =>
      openPopup(url, state, context.clock, ownOptions(options).signal).then(verify),
  };
}

/** The nonce of a client key, as `oauthNonce` computes it, by the browser instead of a library. */
async function nonceOf({ publicKey }: ClientKey): Promise<string> {
  return (await digestOf(publicKey)) ?? '';
}

/** Sign-in with the identity of one credential, or of the account's newest one. */
export function createOAuthSignIn(context: WalletContext, given: string | undefined): OAuthSignIn {
  const { keeper, keys, clock, dialect } = context;

  async function prepare(options?: OAuthPrepareOptions): Promise<PreparedOAuth> {
    const { mode = 'popup' } = ownOptions(options);
    await keeper.start();
    const { id } = await credentialFor(context, given, 'OAUTH');
    const key = await dialect.generateKey();
    const state = crypto.randomUUID();
    const preparedAt = clock.now();
    if (mode === 'redirect') {
      const { keyPair } = key;
      const record = { credentialId: id, keyPair, life: PENDING_LIFE, anchoredAt: preparedAt };
      const isKept = await keys.savePending(state, { version: 1, ...record });
      if (!isKept) throw new WalletError('STORAGE_UNAVAILABLE');
    }
    const lifetime = new Lifetime(clock, PENDING_LIFE);
    const nonce = await nonceOf(key);
    return createPrepared(context, { id, state, nonce, key, lifetime, preparedAt });
  }

  async function resume(state: string): Promise<PreparedOAuth> {
    await keeper.start();
    const record = await keys.pending(state);
    const left = record === undefined ? 0 : lifeLeft(record, clock.now());
    const id = given ?? record?.credentialId;
    if (record === undefined || record.credentialId !== id || !(left > 0)) {
      throw new WalletError('PENDING_KEY_MISSING');
    }
    try {
      const key = await dialect.restoreKey(record.keyPair);
      const lifetime = new Lifetime(clock, left);
      const nonce = await nonceOf(key);
      const preparedAt = record.anchoredAt;
      return createPrepared(context, { id, state, nonce, key, lifetime, preparedAt });
    } catch (cause) {
      throw new WalletError('PENDING_KEY_MISSING', { cause });
    }
  }

  return { prepare, resume };
}
