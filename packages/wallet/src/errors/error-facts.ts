/**
 * The next step of a person after a failure.
 *
 * - `retry`: the same again
 * - `use_another_method`: sign in another way
 * - `request_new_code`: ask for a new e-mail code
 * - `reauthenticate`: sign in again
 * - `open_in_browser`: leave the embedded view or the insecure page
 * - `none`: nothing; a developer has to look
 */
export type UserAction =
  | 'retry'
  | 'use_another_method'
  | 'request_new_code'
  | 'reauthenticate'
  | 'open_in_browser'
  | 'none';

interface Facts {
  readonly userAction: UserAction;
  readonly message: string;
  readonly silent?: true;
}

function facts(userAction: UserAction, message: string): Facts {
  return { userAction, message };
}

function silent(userAction: UserAction, message: string): Facts {
  return { userAction, message, silent: true };
}

/**
 * Every code with its meaning and next step, for docs and types. It is not part of the bundle; see
 * `next-step.ts`.
 */
export const errorFacts = {
  // Ceremonies
  CANCELLED: silent('retry', 'The ceremony was dismissed, refused or timed out.'),
  ABORTED: silent('retry', 'The page stopped the ceremony.'),
  CEREMONY_IN_PROGRESS: silent('none', 'Another ceremony is under way.'),
  WRONG_PASSKEY: facts('retry', 'A passkey other than the expected one was used.'),
  PASSKEY_EXISTS: facts('none', 'This device already holds a passkey of the account.'),
  PASSKEY_UNAVAILABLE: facts(
    'use_another_method',
    'The authenticator does not meet the requirements.',
  ),
  PASSKEY_FAILED: facts('retry', 'The authenticator failed.'),
  PASSKEY_REJECTED: facts('use_another_method', 'The service did not accept the passkey.'),
  PASSKEYS_UNSUPPORTED: facts('use_another_method', 'This browser does not offer passkeys here.'),
  BLOCKED_IN_FRAME: facts('open_in_browser', 'The embedding page does not allow passkeys.'),
  CLICK_REQUIRED: facts(
    'retry',
    'In a frame of another origin a passkey can only be made inside a click, and this was not in one.',
  ),
  INSECURE_CONTEXT: facts('open_in_browser', 'This page is not on https or localhost.'),
  RP_MISMATCH: facts('none', 'The RP ID does not belong to this origin.'),
  INVALID_OPTIONS: facts('none', 'The options of the ceremony are not valid.'),
  CHALLENGE_EXPIRED: facts('retry', 'The challenge has expired; prepare another.'),
  // E-mail codes
  WRONG_CODE: facts('retry', 'The code is wrong.'),
  CODE_EXPIRED: facts('request_new_code', 'The code has expired, or none is outstanding.'),
  RATE_LIMITED: facts('retry', 'Too many attempts; wait for `retryAfter` milliseconds.'),
  // OAuth
  POPUP_BLOCKED: facts('retry', 'The browser blocked the popup; open it inside a click.'),
  POPUP_CLOSED: silent('retry', 'The popup was closed before it responded.'),
  OAUTH_TOKEN_INVALID: facts('use_another_method', 'The identity token was not accepted.'),
  OAUTH_TOKEN_STALE: facts('retry', 'The identity token is older than a minute.'),
  OAUTH_NONCE_MISMATCH: facts('retry', 'The identity token was made for another sign-in.'),
  PENDING_KEY_MISSING: facts('retry', 'The key of this sign-in no longer exists; start again.'),
  // Sessions and signing
  NOT_SIGNED_IN: facts('reauthenticate', 'Nobody is signed in.'),
  SESSION_EXPIRED: facts('reauthenticate', 'The session has expired or is about to expire.'),
  SESSION_ENDED: facts('reauthenticate', 'The session was ended elsewhere.'),
  SESSION_CHANGED: facts('retry', 'The session changed meanwhile; nothing was applied.'),
  REVIEW_REFUSED: silent('none', 'The review refused to sign.'),
  PAYLOAD_MISMATCH: facts(
    'none',
    'The payload does not match the requested change; it was not signed.',
  ),
  PAYLOAD_UNCHECKED: facts('none', 'The payload cannot be checked, and no `review` is set.'),
  STAMP_DISABLED: facts('none', 'This wallet was made without `stamp: true`.'),
  FRESH_SIGN_IN_REQUIRED: facts(
    'reauthenticate',
    'This needs a sign-in within the last two minutes.',
  ),
  ALREADY_STAMPED: facts('none', 'This challenge has already been stamped.'),
  SIGNATURE_REJECTED: facts(
    'retry',
    'The service did not accept the signature; nothing was applied.',
  ),
  KEY_UNUSABLE: facts('retry', 'The session key could not be opened or used.'),
  STORAGE_UNAVAILABLE: facts(
    'use_another_method',
    'This browser cannot keep a key over a redirect.',
  ),
  SIGNER_UNAVAILABLE: facts('retry', 'The frame of the signer does not respond.'),
  // Relay and service
  NETWORK: facts('retry', 'The relay could not be reached.'),
  OUTCOME_UNKNOWN: facts(
    'none',
    'The response was lost; read the resource before repeating the call.',
  ),
  SERVICE_UNAVAILABLE: facts('retry', 'The service could not be reached; nothing was applied.'),
  PLATFORM_LOGIN_REQUIRED: facts('reauthenticate', "The platform's own login has ended."),
  FORBIDDEN: facts('none', 'The relay does not allow this user to do this.'),
  INVALID_INPUT: facts(
    'none',
    'The input is not valid, or `relay` is a path and the wallet was called outside a page, such as on a server. Nothing was sent.',
  ),
  REFUSED: facts('none', 'The service refused; see `serviceCode`.'),
  UNEXPECTED: facts('none', 'An unexpected response or error; see `cause`.'),
} as const satisfies Record<string, Facts>;

/** The codes of the wallet's errors, a closed set. */
export type WalletErrorCode = keyof typeof errorFacts;
