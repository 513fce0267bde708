import type { Decision } from './decision.ts';

/** Decisions on credentials, sessions and the signed retry. */
export const walletDecisions: readonly Decision[] = [
  {
    operations: ['credentials.verify'],
    decision: 'A code by e-mail is verified in one call, with `otp` and `clientPublicKey`.',
    reason:
      'The specification requires it; the newest reference sends a sealed bundle in two calls.',
    changes: [
      'POST /auth/credentials/{}/verify request encryptedOtpBundle: field added',
      'POST /auth/credentials/{}/verify request otp: field removed',
      'POST /auth/credentials/{}/verify 202: status added',
      'POST /auth/credentials/{}/verify parameter header service-wallet-signature: field added',
      'POST /auth/credentials/{}/verify request clientPublicKey: variant removed (type EMAIL_OTP)',
    ],
  },
  {
    operations: ['credentials.challenge'],
    decision:
      'The challenge of a code by e-mail returns the AuthMethod, and nothing to encrypt the code with.',
    reason: 'The specification has this result. The additional field of the reference is ignored.',
    changes: [
      'PasskeyAuthChallenge.otpEncryptionTargetBundle: field added',
      'AuthMethod.otpEncryptionTargetBundle: field added',
    ],
  },
  {
    operations: ['credentials.challenge', 'credentials.verify', 'sessions.refresh'],
    decision: 'A client key is an uncompressed point; a compressed one is refused.',
    reason: 'The pattern of the specification allows nothing else.',
    changes: [
      ...['POST /auth/credentials/{}/verify', 'POST /internal-accounts/{}/export'].map(
        (operation) =>
          `${operation} request clientPublicKey: limit changed (pattern ^04[0-9a-fA-F]{128}$ → none)`,
      ),
      'POST /auth/* request clientPublicKey: limit changed (*pattern ^04[0-9a-fA-F]{128}$ → ^(0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$)',
    ],
  },
  {
    operations: ['credentials.challenge'],
    decision:
      'The challenge of a passkey is base64url text. The fields of the AuthMethod beside it are optional.',
    reason: 'The specification has only the challenge, the request id and the expiry.',
  },
  {
    operations: ['credentials.verify', 'sessions.refresh'],
    decision: 'A session that is opened or refreshed has its sealed signing key.',
    reason:
      'The specification returns it once, here; in the reference it is absent with a compressed key, which the contract refuses.',
    changes: ['OpenedSession.encryptedSessionSigningKey: optional now'],
  },
  {
    operations: ['credentials.create', 'credentials.verify'],
    decision:
      'The parts of an attestation and an assertion are base64url. The client sends any transport; the mock accepts the five of the reference.',
    reason:
      'The specification has the form and leaves the transports open. Browsers know further transports, on which the service decides.',
    changes: [
      'POST /auth/credentials request attestation.*: limit changed (pattern ^[A-Za-z0-9_-]+$ → none)',
      'POST /auth/credentials/{}/verify request assertion.*: limit changed (pattern ^[A-Za-z0-9_-]+$ → none)',
      'POST /auth/credentials request attestation.transports[]: enum given (ble, hybrid, internal, nfc, usb)',
    ],
  },
  {
    operations: ['credentials.challenge'],
    decision: 'The credential in a challenge can be of any type.',
    reason: 'The contract has one shape for credentials; a challenge of `OAUTH` does not exist.',
    changes: ['PasskeyAuthChallenge.type: enum narrowed (OAUTH)'],
  },
  {
    operations: ['tokens.create'],
    decision: 'The response that creates a token has the secret.',
    reason: 'The reference returns it there alone, and has one shape for all responses.',
    changes: ['POST /tokens 201 clientSecret: optional now'],
  },
  {
    operations: ['credentials.create', 'credentials.verify'],
    decision: 'A request cannot name `SMS_OTP`; a response may.',
    reason: 'The specification has three types and names the fourth only in its limits and errors.',
    changes: [
      'POST /auth/credentials* request type: enum widened (SMS_OTP)',
      'POST /auth/credentials* request type: variant added (type SMS_OTP)',
      'POST /auth/credentials request accountId: variant added (type SMS_OTP)',
    ],
  },
  {
    operations: ['credentials.create', 'credentials.revoke', 'sessions.revoke'],
    decision: 'A challenge may carry the type of the credential; nothing depends on it.',
    reason: 'Only the reference has the field.',
    changes: [
      'SignedRequestChallenge.type: enum given (EMAIL_OTP, OAUTH, PASSKEY, SMS_OTP)',
      'SignedRequestChallenge.type: field removed',
    ],
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
  {
    operations: ['delegatedKeys.create', 'delegatedKeys.get', 'delegatedKeys.list'],
    decision:
      'A card has one live key for a wallet. Closing the card, or taking the wallet from it, revokes the key.',
    reason: 'The reference has a 409 and the status without their causes.',
  },
];
