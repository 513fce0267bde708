import type { Decision } from './decision.ts';

/** Decisions on credentials, sessions and the signed retry. */
export const walletDecisions: readonly Decision[] = [
  {
    operations: ['credentials.verify'],
    decision: 'A code by e-mail is verified in one call, with `otp` and `clientPublicKey`.',
    reason:
      'The specification requires it; the newest reference sends a sealed bundle in two calls.',
    changes: [
      'POST /auth/credentials/{}/verify request encryptedOtpBundle*',
      'POST /auth/credentials/{}/verify request otp*',
      'POST /auth/credentials/{}/verify 202*',
      'POST /auth/credentials/{}/verify parameter header service-wallet-signature*',
    ],
  },
  {
    operations: ['credentials.challenge'],
    decision:
      'The challenge of a code by e-mail returns the AuthMethod, and nothing to encrypt the code with.',
    reason: 'The specification has this result. The additional field of the reference is ignored.',
    changes: ['POST /auth/credentials/{}/challenge 200 otpEncryptionTargetBundle*'],
  },
  {
    operations: ['credentials.challenge', 'credentials.verify', 'sessions.refresh'],
    decision: 'A client key is an uncompressed point; a compressed one is refused.',
    reason: 'The pattern of the specification allows nothing else.',
    changes: [
      'POST /auth/credentials/{}/* request clientPublicKey: limit changed',
      'POST /auth/sessions/{}/refresh request clientPublicKey: limit changed',
    ],
  },
  {
    operations: ['credentials.challenge'],
    decision:
      'The challenge of a passkey is base64url text. The fields of the AuthMethod beside it are optional.',
    reason: 'The specification has only the challenge, the request id and the expiry.',
  },
  {
    operations: ['credentials.create', 'credentials.verify'],
    decision: 'A request cannot name `SMS_OTP`; a response may.',
    reason: 'The specification has three types and names the fourth only in its limits and errors.',
    changes: [
      'POST /auth/credentials* request type: enum widened (SMS_OTP)',
      '* type: enum narrowed (SMS_OTP)',
      'POST /auth/credentials* request phoneNumber*',
    ],
  },
  {
    operations: ['credentials.create', 'credentials.revoke', 'sessions.revoke'],
    decision: 'A challenge may carry the type of the credential; nothing depends on it.',
    reason: 'Only the reference has the field.',
    changes: ['* /auth/* 202 type*'],
  },
  {
    operations: ['sessions.refresh'],
    decision: 'The first call is 202, the signed retry 201.',
    reason: 'The specification leaves both statuses open; the reference has these.',
  },
  {
    operations: 'all',
    decision:
      'A 401 has the code `UNAUTHORIZED` and a `reason` at the top level; further codes are accepted, not sent.',
    reason: 'The specification names one code and the field, but not its place.',
    changes: [
      'error 401 INVALID_SIGNATURE: code added',
      'error 401 WALLET_SIGNATURE_*: code added',
      'error 401 REQUEST_ID_MISSING: code added',
    ],
  },
  {
    operations: ['quotes.execute', 'agent.quotes.execute'],
    decision: 'The wallet stamps the payload that the quote carries, and the request is sent once.',
    reason: 'The reference has neither a 202 nor a request id here.',
  },
];
