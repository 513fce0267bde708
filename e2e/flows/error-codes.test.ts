import {
  type ErrorCode,
  errorCodes,
  errorCodesOf,
  type NamedOperation,
  operations,
} from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { createMock } from '@org/payments-mock';
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
  UnauthorizedError,
} from '@org/payments-sdk';
import { expect, test } from 'vitest';
import { quoteInput } from '../support/payer.ts';

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
