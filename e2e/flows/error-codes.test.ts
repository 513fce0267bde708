import {
  type ErrorCode,
  errorCodes,
  errorCodesOf,
  type NamedOperation,
  operations,
} from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { createMock, type ReasonName, reasons } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
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
import { expect, onTestFinished, test } from 'vitest';
import { quoteInput, signIn, startPlatform } from '../support/platform.ts';

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
    const quote = await quotes.create(quoteInput(id, external.id));
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

async function begun() {
  const platform = await startPlatform();
  const { sessionKey } = await signIn(platform);
  const step = await platform.payments.cards.update.begin({ id: platform.card, state: 'FROZEN' });
  if (step.status !== 'challenge') throw new Error('expected a challenge');
  platform.wire.forget();
  return { ...platform, sessionKey, step };
}

test('a stamp over other bytes is refused without effect, and the correct stamp still works', async () => {
  const { payments, wire, step, sessionKey } = await begun();
  const wrong = payments.cards.update.complete(
    step,
    await sessionKey.stamp(`${step.payloadToSign}\n`),
  );
  const error = await wrong.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnauthorizedError);
  expect(error).toMatchObject({ failedCheck: 'stamp_mismatch', requestId: step.requestId });
  expect(wire.requests).toHaveLength(1);
  const right = await sessionKey.stamp(step.payloadToSign);
  await expect(payments.cards.update.complete(step, right)).resolves.toMatchObject({
    state: 'FROZEN',
  });
  await expect(payments.cards.update.complete(step, right)).rejects.toMatchObject({
    failedCheck: 'request_id',
  });
});

test('a challenge is refused from the millisecond it expires, and not earlier', async () => {
  const { payments, mock, step, sessionKey } = await begun();
  const stamp = await sessionKey.stamp(step.payloadToSign);
  mock.clock.set(step.expiresAt);
  const late = payments.cards.update.complete(step, stamp);
  await expect(late).rejects.toMatchObject({ failedCheck: 'challenge_expired' });
  mock.clock.advance({ milliseconds: -1 });
  await expect(payments.cards.update.complete(step, stamp)).resolves.toMatchObject({
    state: 'FROZEN',
  });
});

test('a change of state that the card does not allow is refused on leg 1, before anything is signed', async () => {
  const platform = await startPlatform();
  const { sessionKey } = await signIn(platform);
  const { payments, wire, card } = platform;
  const closed = await payments.cards.update(
    { id: card, state: 'CLOSED' },
    { stamper: sessionKey },
  );
  expect(closed).toMatchObject({ state: 'CLOSED', stateReason: 'CLOSED_BY_PLATFORM' });
  wire.forget();
  const stamper = { stamp: () => Promise.reject(new Error('must not be asked')) };
  const call = payments.cards.update({ id: card, state: 'ACTIVE' }, { stamper });
  await expect(call).rejects.toMatchObject({
    name: 'ConflictError',
    code: 'INVALID_STATE_TRANSITION',
    retryable: false,
  });
  expect(wire.requests).toHaveLength(1);
});

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

/** A client of a mock over HTTP, whose next request gets a response that the contract lacks. */
async function meeting(effect: object) {
  const server = await listen(createMock());
  onTestFinished(() => server.close());
  const response = await fetch(`${server.url}/__mock/faults`, {
    method: 'POST',
    body: JSON.stringify({ effect: { kind: 'answer', ...effect } }),
  });
  expect(response.status).toBe(201);
  return createPaymentsClient({ ...server.connection, retry: 0 });
}

const input = { customerType: 'INDIVIDUAL', platformCustomerId: 'one' } as const;
const failure = (call: PromiseLike<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

test('the client reports a code that the contract lacks as it is', async () => {
  const body = { status: 422, code: 'CODE_OF_TOMORROW', message: 'New', details: { limit: 5 } };
  const payments = await meeting({ status: 422, body, headers: { 'X-Region': 'eu' } });
  const error = await failure(payments.customers.create(input));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 422, code: 'CODE_OF_TOMORROW', details: { limit: 5 } });
});

test('a status of the service with a code of tomorrow keeps its meaning', async () => {
  const payments = await meeting({ status: 404, code: 'THING_NOT_FOUND' });
  const error = await failure(payments.customers.get({ customerId: 'Customer:none' }));
  expect(error).toMatchObject({ status: 404, code: 'THING_NOT_FOUND' });
});

test('a failure of tomorrow leaves the outcome of a write unknown', async () => {
  const payments = await meeting({ status: 529, code: 'OVERLOADED' });
  const error = await failure(payments.customers.create(input));
  expect(error).toBeInstanceOf(OutcomeUnknownError);
});
