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
  /** What the developer can do if the person cannot do anything. */
  readonly action?: string;
}

type StepOfPerson = Exclude<UserAction, 'none'>;

function facts(userAction: StepOfPerson, message: string) {
  return { userAction, message };
}

function silent(userAction: StepOfPerson, message: string) {
  return { userAction, message, silent: true } as const;
}

/** The facts about an error after which the person can do nothing. */
function forDeveloper(message: string, action: string) {
  return { userAction: 'none', message, action } as const;
}

/**
 * Every code with its meaning and next step, for docs and types. It is not part of the bundle; see
 * `wallet-error.ts`.
 */
export const errorFacts = {
  // Ceremonies
  CANCELLED: silent('retry', 'The ceremony was dismissed, refused or timed out.'),
  ABORTED: silent('retry', 'The page stopped the ceremony.'),
  CEREMONY_IN_PROGRESS: {
    ...forDeveloper(
      'Another ceremony is under way.',
      'Wait until it has ended, or stop it with its `signal`, before the next one.',
    ),
    silent: true,
  },
  WRONG_PASSKEY: facts('retry', 'A passkey other than the expected one was used.'),
  PASSKEY_EXISTS: forDeveloper(
    'This device already holds a passkey of the account.',
    'Do not register another one; offer to sign in with the passkey of this device.',
  ),
  PASSKEY_UNAVAILABLE: facts(
    'use_another_method',
    'The authenticator does not meet the requirements.',
  ),
  PASSKEY_FAILED: facts('retry', 'The authenticator failed.'),
  PASSKEY_REJECTED: facts('use_another_method', 'The service did not accept the passkey.'),
  PASSKEYS_UNSUPPORTED: facts('use_another_method', 'This browser does not offer passkeys here.'),
  BLOCKED_IN_FRAME: facts('open_in_browser', 'The embedding page does not allow passkeys.'),
  NO_CREDENTIAL: facts('use_another_method', 'The account has no credential of this type.'),
  BLOCKED_BY_POLICY: facts(
    'use_another_method',
    'The `Permissions-Policy` header of this page forbids passkeys.',
  ),
  CLICK_REQUIRED: facts(
    'retry',
    'In a frame of another origin a passkey can be created inside a click only, and this call was not in one.',
  ),
  INSECURE_CONTEXT: facts('open_in_browser', 'This page is not on https or localhost.'),
  RP_MISMATCH: forDeveloper(
    'The RP ID does not belong to this origin.',
    'Set `rpId` of the relay to the host of the page or to a parent domain of it.',
  ),
  INVALID_OPTIONS: forDeveloper(
    'The options of the ceremony are not valid.',
    'Read `cause`: it is the error of the browser, which names the option.',
  ),
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
  REFUSED_BY_PERSON: {
    ...forDeveloper(
      'The person refused, or `review` did not return `true`; nothing was applied.',
      'Show nothing: the person declined. The same change can be asked for again.',
    ),
    silent: true,
  },
  BUSY_ELSEWHERE: facts(
    'retry',
    'Another question is open, here or in another tab; it has to be decided first.',
  ),
  WAIT: facts('retry', 'The person has just refused; wait for `retryAfter` milliseconds.'),
  EXPIRED: facts('retry', 'The question was not decided before its challenge expired.'),
  HIDDEN: facts(
    'retry',
    'The question could not be seen; nothing was applied. Leave the frame of the signer, or `<payments-review>`, in the page, shown in full, not covered and not scaled.',
  ),
  UNSHOWN_FIELD: forDeveloper(
    'The change has a field that no question can show; it was not signed.',
    'Read the message, which names the field, and leave it out of what `changes` returns.',
  ),
  REVIEW_FAILED: forDeveloper(
    'The `review` threw an error; nothing was applied.',
    'Read `cause`: it is the error of your `review`.',
  ),
  PAYLOAD_MISMATCH: forDeveloper(
    'The payload does not match the requested change; it was not signed.',
    'Compare the change that the action of the relay begins with the input of the action.',
  ),
  PAYLOAD_UNCHECKED: forDeveloper(
    'The payload cannot be checked, and no `review` is set.',
    'Pass a `review` that shows the payload to the person and returns the decision.',
  ),
  STAMP_DISABLED: forDeveloper(
    'This wallet was made without `stamp: true`.',
    'Pass `stamp: true` to `createWallet` if your backend does not use the relay.',
  ),
  FRESH_SIGN_IN_REQUIRED: facts(
    'reauthenticate',
    'This needs a sign-in within the last two minutes.',
  ),
  ALREADY_STAMPED: forDeveloper(
    'This challenge has already been stamped.',
    'Read the resource; if it is unchanged, start the change again, which requests a new challenge.',
  ),
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
  OUTCOME_UNKNOWN: forDeveloper(
    'The response was lost; read the resource before repeating the call.',
    'Read the resource and show its present state, and only then offer to repeat the call.',
  ),
  SERVICE_UNAVAILABLE: facts('retry', 'The service could not be reached; nothing was applied.'),
  PLATFORM_LOGIN_REQUIRED: facts('reauthenticate', "The platform's own login has ended."),
  FORBIDDEN: forDeveloper(
    'The logged-in user is not allowed to do this.',
    'Pass ids that belong to the user, and list the origin of the page in `origins` of the relay.',
  ),
  INVALID_INPUT: forDeveloper(
    'The input is not valid, or `relay` is a path and the wallet was called outside a page, such as on a server. Nothing was sent.',
    'Change the input or the option that the message names; for an action, check its name and its schema.',
  ),
  REFUSED: forDeveloper(
    'The service refused; see `serviceCode`.',
    'Read `serviceCode`; `docs` is the address of the page that explains it.',
  ),
  UNEXPECTED: forDeveloper(
    'An unexpected response or error; see `cause`.',
    'Read `cause` and the log of the relay, whose `onError` is called with its own failures.',
  ),
} as const satisfies Record<string, Facts>;

/** The codes of the wallet's errors, a closed set. */
export type WalletErrorCode = keyof typeof errorFacts;
