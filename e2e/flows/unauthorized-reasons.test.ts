import { createMock, type ReasonName, reasons } from '@org/payments-mock';
import { createPaymentsClient, type UnauthorizedCause, UnauthorizedError } from '@org/payments-sdk';
import { expect, test } from 'vitest';

/**
 * The cause behind each reason of the service; OIDC and passkey reasons are recognized by their
 * names.
 */
const expected: Partial<Record<ReasonName, UnauthorizedCause>> = {
  missingCredentials: 'bad_credentials',
  wrongScheme: 'bad_credentials',
  malformedCredentials: 'bad_credentials',
  invalidCredentials: 'bad_credentials',
  invalidAccessToken: 'bad_credentials',
  missingSignature: 'stamp_missing',
  missingRequestId: 'request_id',
  unknownRequestId: 'request_id',
  foreignRequestId: 'request_id',
  usedRequestId: 'request_id',
  challengeExpired: 'challenge_expired',
  bodyChanged: 'body_changed',
  stampNotBase64url: 'stamp_malformed',
  stampNotJson: 'stamp_malformed',
  stampWrongKeys: 'stamp_malformed',
  stampWrongScheme: 'stamp_malformed',
  stampBadPublicKey: 'stamp_malformed',
  stampBadEncoding: 'stamp_malformed',
  stampMismatch: 'stamp_mismatch',
  unknownSessionKey: 'session_inactive',
  foreignSession: 'session_inactive',
  otherSession: 'session_inactive',
  sessionExpired: 'session_inactive',
  sessionRevoked: 'session_inactive',
  ownCredential: 'session_inactive',
  literalRefused: 'stamp_mismatch',
  invalidOtp: 'wrong_otp',
  noOutstandingOtp: 'otp_not_requested',
  otpExpired: 'otp_not_requested',
};

function expectedCause(name: ReasonName): UnauthorizedCause {
  const known = expected[name];
  if (known !== undefined) return known;
  if (name.startsWith('oidc')) return 'oidc_token';
  return name.startsWith('passkey') || name.startsWith('webauthn') ? 'passkey' : 'unknown';
}

test.each(Object.keys(reasons) as ReasonName[])(
  'the reason %s follows from its cause',
  async (name) => {
    const body = {
      status: 401,
      code: 'UNAUTHORIZED',
      message: 'Unauthorized.',
      reason: reasons[name],
    };
    const { connection } = createMock();
    const payments = createPaymentsClient({
      ...connection,
      fetch: async () => Response.json(body, { status: 401 }),
    });
    const error = await payments.documents.list().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnauthorizedError);
    expect(error).toMatchObject({ reason: reasons[name], failedCheck: expectedCause(name) });
  },
);
