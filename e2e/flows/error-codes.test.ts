import { type ErrorCode, errorCodes } from '@org/payments-contract';
import { createMock, type ReasonName, reasons } from '@org/payments-mock';
import {
  ApiError,
  BadRequestError,
  ConflictError,
  createPaymentsClient,
  ForbiddenError,
  NotFoundError,
  OutcomeUnknownError,
  RateLimitError,
  type UnauthorizedCause,
  UnauthorizedError,
} from '@org/payments-sdk';
import { expect, test } from 'vitest';

const classes: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => {
      throw new Error(`The call succeeded: ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}

test.each(Object.keys(errorCodes) as ErrorCode[])(
  '%s is a typed error with its action; after a write it may leave the outcome open',
  async (code) => {
    const { status, action } = errorCodes[code];
    const mock = createMock();
    const payments = createPaymentsClient({ ...mock.connection, fetch: mock.fetch, retry: 0 });
    mock.faults.add({ effect: { kind: 'answer', status, code }, times: 2 });
    const refused = await failureOf(payments.cards.list());
    expect(refused).toBeInstanceOf(classes[status] ?? ApiError);
    expect(refused).toMatchObject({ code, status, operation: 'cards.list' });
    if (status !== 401) expect(refused).toMatchObject({ action });
    const failed = await failureOf(payments.customers.create({ customerType: 'INDIVIDUAL' }));
    const isOpen = status >= 500 && status !== 501 && status !== 503;
    expect(failed instanceof OutcomeUnknownError).toBe(isOpen);
    expect(isOpen ? (failed as Error).cause : failed).toMatchObject({ code, status });
  },
);

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
