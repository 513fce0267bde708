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
