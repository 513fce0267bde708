import {
  type ErrorCode,
  errorCodes,
  errorCodesOf,
  type NamedOperation,
  operations,
} from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { createMock, type ReasonName, reasons } from '@org/payments-mock';
import {
  ApiError,
  BadRequestError,
  ConflictError,
  createAgentClient,
  createPaymentsClient,
  ForbiddenError,
  NotFoundError,
  OutcomeUnknownError,
  RateLimitError,
  type UnauthorizedCause,
  UnauthorizedError,
} from '@org/payments-sdk';
import { expect, test } from 'vitest';

type Method = (input: unknown, options?: object) => Promise<unknown>;

const stamper = { stamp: async () => 'stamp' };

/** A mock, and one of its operations as the SDK calls it. */
function start({ name, row }: NamedOperation) {
  const mock = createMock();
  const { tokenId, clientSecret } = mock.connection;
  const shared = { baseUrl: mock.connection.baseUrl, fetch: mock.fetch, retry: 0, stamper };
  const { id: customerId } = mock.add.customer();
  const policy = { permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'] };
  const { accessToken } = mock.add.agent({ customerId, policy });
  const client = {
    ...createPaymentsClient({ ...shared, tokenId, clientSecret }),
    agent: createAgentClient({ ...shared, accessToken }),
  };
  const method = name
    .split('.')
    .reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], client) as Method;
  /** Returns the example's input; what is signed inline needs a quote, which the SDK reads first. */
  const inputOf = async (): Promise<unknown> => {
    if (row.signing !== 'inline') return exampleOf(name).input;
    const { id } = mock.add.internalAccount({ customerId, available: 100_000 });
    const external = mock.add.externalAccount({ customerId, currency: 'EUR' });
    const { quotes } = name.startsWith('agent.') ? client.agent : client;
    const quote = await quotes.create({
      source: { sourceType: 'ACCOUNT', accountId: id },
      destination: { destinationType: 'ACCOUNT', accountId: external.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 100_00,
    });
    return { quoteId: quote.id };
  };
  return { mock, inputOf, method };
}

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

/** A write whose 5xx leaves open what happened is its own kind of error, caused by the response. */
function refusalIn(error: unknown): unknown {
  return error instanceof OutcomeUnknownError ? error.cause : error;
}

test.each(operations())(
  'rule 104: $name fails with a typed error for each code it declares',
  async (operation) => {
    for (const code of errorCodesOf(operation.row)) {
      const { status, action } = errorCodes[code];
      const { mock, inputOf, method } = start(operation);
      const input = await inputOf();
      mock.faults.add({ operation: operation.name, effect: { kind: 'answer', status, code } });
      const error = await failureOf(method(input));
      const refusal = refusalIn(error);
      expect(refusal, code).toBeInstanceOf(classes[status] ?? ApiError);
      expect(refusal, code).toMatchObject({ code, status, operation: operation.name });
      expect((refusal as ApiError).action.length, code).toBeGreaterThan(10);
      if (status !== 401) expect((refusal as ApiError).action, code).toBe(action);
      const isOpen = error instanceof OutcomeUnknownError;
      expect(isOpen, code).toBe(mayChange(operation) && leavesOpen(code));
    }
  },
);

/** The first leg of what must be signed changes nothing, so that nothing is open if it fails. */
function mayChange({ row }: NamedOperation): boolean {
  return row.method !== 'GET' && row.signing !== 'required';
}

/** Returns whether the contract's status of a code leaves open what happened. */
function leavesOpen(code: ErrorCode): boolean {
  const { status } = errorCodes[code];
  return status >= 500 && status !== 501 && status !== 503;
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
  stamp_mismatch: ['stampMismatch', 'literalRefused'],
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

test('what the contract lacks is reported as it is, and a failure leaves a write unknown', async () => {
  const mock = createMock();
  const payments = createPaymentsClient({ ...mock.connection, fetch: mock.fetch, retry: 0 });
  const failure = async (effect: Readonly<{ status: number; code?: string; body?: object }>) => {
    mock.faults.add({ effect: { kind: 'answer', ...effect } });
    return failureOf(payments.customers.create({ customerType: 'INDIVIDUAL' }));
  };
  const facts = { code: 'CODE_OF_TOMORROW', details: { limit: 5 } };
  const tomorrow = await failure({ status: 422, body: { status: 422, message: 'New', ...facts } });
  expect(tomorrow).toBeInstanceOf(ApiError);
  expect(tomorrow).toMatchObject({ status: 422, ...facts });
  expect(await failure({ status: 404, code: 'THING_NOT_FOUND' })).toMatchObject({
    name: 'NotFoundError',
    code: 'THING_NOT_FOUND',
  });
  expect(await failure({ status: 529, code: 'OVERLOADED' })).toBeInstanceOf(OutcomeUnknownError);
});
