import type { FailedProof } from '@org/payments-contract';

/**
 * What a 401 was about.
 *
 * - `bad_credentials`: the API token or the agent's token
 * - `stamp_missing`, `stamp_malformed`, `stamp_mismatch`: the stamp is missing, malformed, or not
 *   over this payload
 * - `session_inactive`: the stamping key does not belong to an active session that may sign this
 * - `request_id`: the request id is missing, unknown, used up or of another request
 * - `challenge_expired`: the signed retry arrived after the challenge's expiry
 * - `body_changed`: the second leg's body is not the first leg's
 * - `wrong_otp`, `otp_not_requested`: the one-time code is wrong, or none is outstanding
 * - `oidc_token`: a claim of the OIDC token
 * - `passkey`: a check of the WebAuthn ceremony
 * - `unknown`: none of these, or the service sent no `reason`
 */
export type UnauthorizedCause = 'bad_credentials' | FailedProof;

const byCode: Readonly<Record<string, UnauthorizedCause>> = {
  WALLET_SIGNATURE_MISSING: 'stamp_missing',
  WALLET_SIGNATURE_MALFORMED: 'stamp_malformed',
  WALLET_SIGNATURE_INVALID: 'stamp_mismatch',
  INVALID_SIGNATURE: 'stamp_mismatch',
  WALLET_SIGNATURE_BODY_MISMATCH: 'body_changed',
  REQUEST_ID_MISSING: 'request_id',
};

/** The first pattern that matches decides, so the narrower ones come first. */
const byText: readonly (readonly [RegExp, UnauthorizedCause])[] = [
  [
    /\b(?:otp|one-time (?:code|password))\b.*\b(?:outstanding|requested|challenge|expired|used)\b/i,
    'otp_not_requested',
  ],
  [/\botp\b|\bone-time (?:code|password)\b/i, 'wrong_otp'],
  [
    /\b(?:passkey|webauthn|assertion|attestation|authenticator|relying party|rp|rp id|user presence|origin|signature counter|counter)\b/i,
    'passkey',
  ],
  [/\boidc\b|\bid token\b|\b(?:iss|aud|sub|iat|exp|nonce|issuer|audience)\b/i, 'oidc_token'],
  [/\b(?:body|bound fields)\b|\bfields differ\b/i, 'body_changed'],
  [
    /\bexpired session\b|\bsession\b.*\b(?:expired|inactive|revoked|ended|unknown|not active)\b|\b(?:no|not an|inactive|unknown|revoked) (?:active )?session\b/i,
    'session_inactive',
  ],
  [
    /\b(?:challenge|request|request[- ]id)\b.*\bexpired\b|\bexpired\b.*\b(?:challenge|request|request[- ]id)\b/i,
    'challenge_expired',
  ],
  [
    /\brequest[- ]?id\b|\bpending challenge\b|\bno such challenge\b|\bchallenge\b.*\b(?:consumed|used)\b/i,
    'request_id',
  ],
  [/\bsessions?\b/i, 'session_inactive'],
  [
    /\b(?:signature|stamp)\b.*\b(?:missing|required)\b|\bmissing\b.*\b(?:signature|stamp)\b/i,
    'stamp_missing',
  ],
  [
    /\b(?:signature|stamp|scheme|encoding)\b.*\b(?:malformed|not valid base64|not valid base64url|encoding|scheme|format)\b|\bmalformed\b.*\b(?:signature|stamp)\b/i,
    'stamp_malformed',
  ],
  [/\b(?:signature|stamp)\b/i, 'stamp_mismatch'],
  [
    /\b(?:credentials?|basic|bearer|api token|access token|client secret|authorization|authentication)\b/i,
    'bad_credentials',
  ],
];

const actions: Readonly<Record<UnauthorizedCause, string>> = {
  bad_credentials:
    'Check the API token and its secret, or the agent token, and that they belong to the environment of the base URL.',
  stamp_missing: 'Send the stamp together with the request id, as the client does.',
  stamp_malformed: 'Make the stamp with `@org/payments-crypto`; it has its own encoding.',
  stamp_mismatch: 'Stamp the exact `payloadToSign`, unchanged, with the live session key.',
  session_inactive: 'Sign in again or refresh the session, and stamp with the new key.',
  request_id: 'Start the operation again: a challenge works once, for one operation.',
  challenge_expired: 'Start the operation again and sign before `expiresAt`.',
  body_changed: 'Send exactly the body of the first call, as `.complete` does.',
  wrong_otp: 'Ask the customer for the code again.',
  otp_not_requested: 'Request a fresh code first.',
  oidc_token: 'Get a fresh OIDC token with the right audience and nonce.',
  passkey: 'Start the passkey ceremony again with a fresh challenge.',
  unknown: 'Check the token, its secret, the base URL, and the stamp of a signed call.',
};

/**
 * Classifies a 401 by its code and reason, for people to read. Nothing is sent or signed because of
 * it: the text is prose and may change.
 */
export function unauthorizedCause(code: string, reason: string | undefined): UnauthorizedCause {
  if (Object.hasOwn(byCode, code)) return byCode[code] ?? 'unknown';
  if (reason === undefined) return 'unknown';
  return byText.find(([pattern]) => pattern.test(reason))?.[1] ?? 'unknown';
}

/** What the caller of a refused request can do. */
export function unauthorizedAction(cause: UnauthorizedCause): string {
  return actions[cause];
}
