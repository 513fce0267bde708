import { type ErrorCode, errorCodes, type FieldError } from '@org/payments-contract';

/** Every `reason` that a 401 of the mock can have, one for each failed check. A closed set. */
export const reasons = {
  missingCredentials: 'Missing API credentials',
  wrongScheme: 'Wrong authentication scheme',
  malformedCredentials: 'Malformed API credentials',
  invalidCredentials: 'Invalid API credentials',
  invalidAccessToken: 'Invalid access token',

  missingSignature: 'Service-Wallet-Signature header is missing',
  missingRequestId: 'Request-Id header is missing',
  unknownRequestId: 'Request-Id does not match a pending challenge',
  foreignRequestId: 'Request-Id belongs to another operation or resource',
  usedRequestId: 'Request-Id was already used',
  challengeExpired: 'Challenge expired',
  bodyChanged: 'Request body differs from the challenged body',

  stampNotBase64url: 'Malformed wallet signature: not base64url',
  stampNotJson: 'Malformed wallet signature: not JSON',
  stampWrongKeys: 'Malformed wallet signature: unexpected keys',
  stampWrongScheme: 'Malformed wallet signature: wrong scheme',
  stampBadPublicKey: 'Malformed wallet signature: bad public key',
  stampBadEncoding: 'Malformed wallet signature: bad signature encoding',
  stampMismatch: 'Wallet signature does not match payloadToSign',
  literalRefused: 'Wallet signature is a sandbox literal, refused in strict mode',

  unknownSessionKey: 'Signing key belongs to no session',
  otherKey: 'Signature is not by the key of the sealed code',
  foreignSession: 'Signing session belongs to another account',
  otherSession: 'Only the session itself may sign its refresh',
  ownCredential: 'Signing session belongs to the credential to be removed',
  sessionExpired: 'Session expired',
  sessionRevoked: 'Session revoked',

  invalidOtp: 'Invalid OTP code',
  noOutstandingOtp: 'No outstanding OTP challenge',
  otpExpired: 'OTP challenge expired',

  passkeyMalformed: 'Passkey response cannot be decoded',
  passkeyCredential: 'Passkey credential id does not match',
  passkeyType: 'Passkey ceremony type is wrong',
  passkeyChallenge: 'Passkey challenge does not match',
  passkeyOrigin: 'Passkey origin is not allowed',
  passkeyRelyingParty: 'Passkey relying party is not allowed',
  passkeyUserPresence: 'Passkey ceremony lacks user presence',
  passkeyCounter: 'Passkey signature counter did not increase',
  passkeySignature: 'Passkey signature is not valid',
  passkeyRejected: 'Passkey response is not valid',
  passkeyLiteral: 'Passkey signature is a sandbox literal, refused in strict mode',

  oidcIssuer: 'OIDC token issuer is not supported',
  oidcAudience: 'OIDC token audience is not valid',
  oidcSubject: 'OIDC token subject is missing',
  oidcIssuedAt: 'OIDC token iat is missing or not numeric',
  oidcTooOld: 'OIDC token is too old',
  oidcFromFuture: 'OIDC token was issued in the future',
  oidcExpiry: 'OIDC token exp is missing or not numeric',
  oidcExpired: 'OIDC token expired',
  oidcOtherIssuer: 'OIDC token issuer does not match the credential',
  oidcOtherAudience: 'OIDC token audience does not match the credential',
  oidcOtherSubject: 'OIDC token subject does not match the credential',
  oidcNonce: 'OIDC token nonce does not match clientPublicKey',
} as const;

/** The name of a failed check. */
export type ReasonName = keyof typeof reasons;

interface RefusalFacts {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  /** For the developer: the failed check, with the expected and the received value. Never a secret. */
  readonly explanation: string;
  readonly reason?: ReasonName;
  readonly errors?: readonly FieldError[];
  /** Facts for the caller that only this code has. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown to refuse a request; the engine turns it into the error body. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly facts: RefusalFacts;

  constructor(facts: RefusalFacts) {
    super(facts.message);
    this.facts = facts;
  }
}

export function refuse(code: ErrorCode, message: string, explanation = message): Refusal {
  return new Refusal({ status: errorCodes[code].status, code, message, explanation });
}

export function withHeaders(
  { facts }: Refusal,
  headers: Readonly<Record<string, string>>,
): Refusal {
  return new Refusal({ ...facts, headers });
}

export function withDetails(
  { facts }: Refusal,
  details: Readonly<Record<string, unknown>>,
): Refusal {
  return new Refusal({ ...facts, details });
}

/** Returns the refusal of a failed check of credentials or signatures: 401 `UNAUTHORIZED` with a reason. */
export function unauthorized(reason: ReasonName, explanation: string): Refusal {
  const { facts } = refuse('UNAUTHORIZED', reasons[reason], explanation);
  return new Refusal({ ...facts, reason });
}

/** Returns the refusal of a body that cannot be read, with its field: 400 `INVALID_REQUEST_FORMAT`. */
export function unreadable(field: string, message: string, explanation = message): Refusal {
  return ofField(refuse('INVALID_REQUEST_FORMAT', message, explanation), field);
}

export function ofField({ facts }: Refusal, field: string): Refusal {
  return new Refusal({ ...facts, errors: [{ field, message: facts.message }] });
}

/** Returns the refusal of one or more invalid fields, with one entry for each: 400 `INVALID_INPUT`. */
export function invalidInput(found: readonly FieldError[], message?: string): Refusal {
  const errors = found.filter((each) => found.find(({ field }) => field === each.field) === each);
  const summary = errors.map(({ field, message: text }) => `${field} ${text ?? ''}`.trim());
  const text = message ?? `Invalid input: ${errors.map(({ field }) => field).join(', ')}`;
  const { facts } = refuse('INVALID_INPUT', text, summary.join('; '));
  return new Refusal({ ...facts, errors });
}

export function invalidField(field: string, message: string): Refusal {
  return invalidInput([{ field, message }]);
}

/**
 * Makes all checks. What they find wrong with fields is one refusal, with an entry for each; the first
 * other refusal counts if there is none.
 */
export function checkAll(...checks: readonly (() => void)[]): void {
  const refusals = checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      if (error instanceof Refusal) return [error];
      throw error;
    }
  });
  const [first = refusals[0], ...others] = refusals.filter(({ facts }) => facts.errors);
  if (first === undefined) return;
  if (others.length === 0) throw first;
  throw invalidInput([first, ...others].flatMap(({ facts }) => facts.errors ?? []));
}

/** Returns the refusal of a missing resource: 404, with the resource's own code if it has one. */
export function notFound(what: string, id: string, code: ErrorCode = 'NOT_FOUND'): Refusal {
  return refuse(code, `${what} not found`, `${id} does not exist in the mock.`);
}

export function errorBody({ facts }: Refusal): Record<string, unknown> {
  const { status, code, message, reason, errors } = facts;
  const details = errors === undefined ? facts.details : { errors };
  return {
    status,
    code,
    message,
    ...(reason === undefined ? {} : { reason: reasons[reason] }),
    ...(details === undefined ? {} : { details }),
  };
}
