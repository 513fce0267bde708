import { createMock, type ReasonName, reasons } from '@org/payments-mock';
import { createPaymentsClient, type UnauthorizedCause, UnauthorizedError } from '@org/payments-sdk';
import { expect, test } from 'vitest';

function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => {
      throw new Error(`The call succeeded: ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}

/** The reasons behind each cause; those of OIDC and passkeys are recognized by their names. */
const expected: Partial<Record<UnauthorizedCause, readonly ReasonName[]>> = {
  bad_credentials: [
    'missingCredentials',
    'wrongScheme',
    'malformedCredentials',
    'invalidCredentials',
    'invalidAccessToken',
  ],
  stamp_missing: ['missingSignature'],
  request_id: ['missingRequestId', 'unknownRequestId', 'foreignRequestId', 'usedRequestId'],
  challenge_expired: ['challengeExpired'],
  body_changed: ['bodyChanged'],
  stamp_mismatch: ['stampMismatch', 'literalRefused', 'otherKey'],
  wrong_otp: ['invalidOtp'],
  otp_not_requested: ['noOutstandingOtp', 'otpExpired'],
};
const byPrefix: Readonly<Record<string, UnauthorizedCause>> = {
  oidc: 'oidc_token',
  passkey: 'passkey',
  stamp: 'stamp_malformed',
};

function expectedCause(name: ReasonName): UnauthorizedCause {
  const [known] = Object.entries(expected).find(([, names]) => names.includes(name)) ?? [];
  const [, ofPrefix] = Object.entries(byPrefix).find(([prefix]) => name.startsWith(prefix)) ?? [];
  return (known as UnauthorizedCause | undefined) ?? ofPrefix ?? 'session_inactive';
}

test.each(Object.keys(reasons) as ReasonName[])(
  'the reason %s follows from its cause',
  async (name) => {
    const reason = reasons[name];
    const body = { status: 401, code: 'UNAUTHORIZED', message: 'Unauthorized.', reason };
    const { connection } = createMock();
    const payments = createPaymentsClient({
      ...connection,
      fetch: async () => Response.json(body, { status: 401 }),
    });
    const error = await failureOf(payments.documents.list());
    expect(error).toBeInstanceOf(UnauthorizedError);
    expect(error).toMatchObject({ reason: reasons[name], failedCheck: expectedCause(name) });
  },
);
