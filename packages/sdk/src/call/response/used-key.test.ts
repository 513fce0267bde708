import { exampleOf } from '@org/payments-contract/examples';
import { describe, expect, test } from 'vitest';
import { json, type Reply, scriptedClient } from '../../../test/scripted-service.ts';
import { thrown } from '../../../test/thrown.ts';
import { createAgentClient } from '../../client/agent-client.ts';
import { InvalidRequestError } from '../../errors/caller-errors.ts';
import { IdempotencyKeyReusedError } from '../../errors/idempotency-key-error.ts';
import { OutcomeUnknownError } from '../../errors/network-errors.ts';

type Fields = Readonly<Record<string, unknown>>;
type Method = (input: unknown, options?: object) => Promise<unknown>;

const KEY = 'order-1';

/** Calls an operation with the caller's key, or one of the client, against a script. */
function call(name: string, input: unknown, script: Reply[], options: object = {}) {
  const { payments, fetch, received } = scriptedClient(script, { retry: 0 });
  const isAgent = name.startsWith('agent.');
  const agent = createAgentClient({
    baseUrl: 'https://api.example.com/payments/2025-10-13',
    accessToken: 'token',
    fetch,
    retry: 0,
  });
  const [resource = '', verb = ''] = name.replace('agent.', '').split('.');
  const client = (isAgent ? agent : payments) as unknown as Record<string, Record<string, Method>>;
  const promise = client[resource]?.[verb]?.(input, options) as Promise<unknown>;
  return { received, end: promise.catch((thrown: unknown) => thrown) };
}

/** Calls an operation with the key of these tests. */
const keyed = (name: string, input: unknown, script: Reply[], more: object = {}) =>
  call(name, input, script, { idempotencyKey: KEY, ...more });

const out = exampleOf('transfers.createOut') as { readonly input: Fields; readonly result: Fields };
const quote = exampleOf('quotes.create') as { readonly input: Fields; readonly result: Fields };
const usd = { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 };
const money = (amount: number, currency: object = usd) => ({ amount, currency });
const party = (accountId: string, currency = 'USD') => ({
  destinationType: 'ACCOUNT',
  accountId,
  currency,
});

/** The results of other requests, and the field by which each is seen. */
const others: readonly (readonly [what: string, result: Fields, field: string, at: string])[] = [
  ['another amount', { ...out.result, sentAmount: money(100) }, 'amount', 'sentAmount.amount'],
  [
    'another payee',
    { ...out.result, destination: party('ExternalAccount:other') },
    'destination.accountId',
    'destination.accountId',
  ],
  [
    'another account to pay from',
    { ...out.result, source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:other' } },
    'source.accountId',
    'source.accountId',
  ],
];

describe.each(others)('a result with %s', (_what, result, field, shownAt) => {
  test("is the first one under the caller's key", async () => {
    const { end, received } = keyed('transfers.createOut', out.input, [json(201, result)]);
    const error = (await end) as IdempotencyKeyReusedError;
    expect(error).toBeInstanceOf(IdempotencyKeyReusedError);
    expect(error).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
      retryable: false,
      outcome: 'unknown',
      idempotencyKey: KEY,
      status: 201,
      resourceId: result.id,
      firstResult: result,
      differences: [{ field, shownAt }],
    });
    expect(error.message).toContain(field);
    expect(error.action).toContain('Do not call again with this key.');
    expect(error.rawText()).toBe(JSON.stringify(result));
    expect(JSON.stringify(error)).not.toContain('platformCustomerId');
    expect(received).toHaveLength(1);
  });

  test('shows nothing under a key of the client, which no other request has', async () => {
    const { end } = call('transfers.createOut', out.input, [json(201, result)]);
    const error = await end;
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({ retryable: true });
    expect(String((error as Error).cause)).toContain(`its ${shownAt} is not the one`);
  });
});

test('the message names the values of both requests, amounts first', async () => {
  const first = {
    ...out.result,
    sentAmount: money(100),
    destination: party('ExternalAccount:other'),
  };
  const { end } = keyed('transfers.createOut', out.input, [json(201, first)]);
  expect((await end) as Error).toHaveProperty(
    'message',
    'The result belongs to another request with the same idempotency key, whose result is Transaction:b0c5: ' +
      'amount (in the result sentAmount.amount) is 1000 in this request and 100 in the first one; ' +
      'destination.accountId is "ExternalAccount:9d2f" in this request and "ExternalAccount:other" in the first one.',
  );
});

test.each<[string, string, unknown, unknown, string[]]>([
  [
    'a quote with another amount',
    'quotes.create',
    { ...quote.input, lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 77 },
    quote.result,
    ['lockedCurrencyAmount'],
  ],
  [
    "a quote without the platform's fee",
    'quotes.create',
    {
      ...quote.input,
      platformFeeOverride: {
        platformFixedFee: { amount: 5, currency: 'USD' },
        platformVariableFeeBps: 0,
      },
    },
    { ...quote.result, platformFeesIncluded: 0, feesIncluded: 5 },
    ['platformFeeOverride.platformFixedFee.amount'],
  ],
  [
    'a quote with another received amount',
    'quotes.create',
    { ...quote.input, lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: 77 },
    quote.result,
    ['lockedCurrencyAmount'],
  ],
  [
    'the transfer of an agent',
    'agent.transfers.createOut',
    { ...(exampleOf('agent.transfers.createOut').input as object), amount: 7 },
    exampleOf('agent.transfers.createOut').result,
    ['amount'],
  ],
  ['a transfer as a quote', 'quotes.create', quote.input, out.result, []],
  ['a quote as a transfer', 'transfers.createOut', out.input, quote.result, []],
  [
    'a transfer in the other direction',
    'transfers.createOut',
    out.input,
    exampleOf('transfers.createIn').result,
    ['source.accountId', 'destination.accountId'],
  ],
])('%s is the result of another request', async (_what, name, input, result, fields) => {
  const { end } = keyed(name, input, [json(201, result)]);
  const error = (await end) as IdempotencyKeyReusedError;
  expect(error.code).toBe('IDEMPOTENCY_KEY_REUSED');
  expect(error.differences?.map(({ field }) => field) ?? []).toEqual(fields);
  expect(error.firstResult).toEqual(result);
});

test.each([
  ['with another amount', { ...out.result, sentAmount: money(100) }, ['amount']],
  ['of another operation', quote.result, []],
])('a raw request is judged by the row of its method and path: a result %s', async (...given) => {
  const [, result, fields] = given;
  const { payments } = scriptedClient([json(201, result)], { retry: 0 });
  const raw = { method: 'POST', path: '/transfer-out', body: out.input } as const;
  const call = payments.request(raw, { idempotencyKey: KEY });
  const error = (await thrown(call)) as IdempotencyKeyReusedError;
  expect(error).toBeInstanceOf(IdempotencyKeyReusedError);
  expect(error).toMatchObject({ outcome: 'unknown', firstResult: result });
  expect(error.differences?.map(({ field }) => field) ?? []).toEqual(fields);
});

test.each([
  ['the result of it', '/transfer-out', out.result],
  ['a result that the contract does not know', '/transfer-out', { sentAmount: money(100) }],
  ['a path that the contract does not know', '/transfer-soon', { ...out.result, id: 'Soon:1' }],
])('a raw request has %s as it is', async (_what, path, result) => {
  const { payments } = scriptedClient([json(201, result)], { retry: 0 });
  const raw = { method: 'POST', path, body: out.input } as const;
  expect(await payments.request(raw, { idempotencyKey: KEY })).toEqual(result);
});

test('another quote is the result of another execution', async () => {
  const unsigned = { ...quote.result, id: 'Quote:2', paymentInstructions: [] };
  const script = [json(200, unsigned), json(200, { ...unsigned, id: 'Quote:1' })];
  const { end } = keyed('quotes.execute', { quoteId: 'Quote:2' }, script);
  expect(await end).toMatchObject({
    code: 'IDEMPOTENCY_KEY_REUSED',
    resourceId: 'Quote:1',
    differences: [{ field: 'quoteId', shownAt: 'id', sent: 'Quote:2', shown: 'Quote:1' }],
  });
});

test('a key that the client generated for a step is not one that its other process chose', async () => {
  const instructions = [
    { accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign: 'payload' } },
  ];
  const signed = { ...quote.result, id: 'Quote:2', paymentInstructions: instructions };
  const other = json(200, { ...signed, id: 'Quote:1' });
  const complete = async (options: object) => {
    const { payments } = scriptedClient([json(200, signed), other.clone()], { retry: 0 });
    const step = await payments.quotes.execute.begin({ quoteId: 'Quote:2' }, options);
    const text = JSON.stringify(step);
    return payments.quotes.execute.complete(text, 'stamp').catch((thrown: unknown) => thrown);
  };
  expect(await complete({})).toBeInstanceOf(OutcomeUnknownError);
  expect(await complete({ idempotencyKey: KEY })).toBeInstanceOf(IdempotencyKeyReusedError);
});

test.each<[string, Fields]>([
  ['only an id', { id: 'Other:1', sentAmount: money(1) }],
  ['a failure', { success: false, amount: 7 }],
  ['a copy of the request with another amount', { ...out.input, amount: 7 }],
])('%s is not the result of any request', async (_what, body) => {
  const error = await keyed('transfers.createOut', out.input, [json(201, body)]).end;
  expect(error).toBeInstanceOf(OutcomeUnknownError);
  expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', retryable: true });
});

test.each<[string, Fields, Fields]>([
  ['fees on top', {}, { sentAmount: money(1025), fees: 25 }],
  ['fees taken out', {}, { sentAmount: money(975), fees: 25 }],
  ['no amount', { amount: undefined }, { sentAmount: money(5) }],
  ['a currency in another case', {}, { destination: party('ExternalAccount:9d2f', 'usd') }],
])('a result with %s is that of its request', async (_what, input, result) => {
  const body = { ...out.result, ...result };
  const given = { ...out.input, ...input };
  const { end } = keyed('transfers.createOut', given, [json(201, body)]);
  expect(await end).toMatchObject({ id: body.id });
});

const refusal = (status: number, code: string, message: string) =>
  json(status, { status, code, message });

describe('a refusal of the key', () => {
  test.each([
    [409, 'CONFLICT', 'The idempotency key was used with another request.'],
    [409, 'IDEMPOTENCY_KEY_REUSED', 'no'],
    [422, 'IDEMPOTENCY_KEY_MISMATCH', 'The parameters differ.'],
    [
      400,
      'IDEMPOTENCY_ERROR',
      'Keys for idempotent requests can only be used with the same parameters: this key was already used.',
    ],
  ])('of %i %s is final', async (status, code, message) => {
    const script = [refusal(status, code, message)];
    const { end, received } = keyed('transfers.createOut', out.input, script, { retry: 2 });
    expect(await end).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
      retryable: false,
      outcome: 'not-applied',
      status,
      cause: { code, message },
    });
    expect(received).toHaveLength(1);
  });

  test('is not a conflict, a request in progress, or that of a key of the client', async () => {
    const used = refusal(409, 'CONFLICT', 'The idempotency key was used with another request.');
    for (const [reply, options] of [
      [refusal(409, 'CONFLICT', 'The quote is EXPIRED.'), {}],
      [refusal(409, 'CONFLICT', 'A request with this idempotency key is in progress.'), {}],
      [used, { idempotencyKey: undefined }],
    ] as const) {
      const { end } = keyed('transfers.createOut', out.input, [reply], options);
      expect(await end).toMatchObject({ code: 'CONFLICT', name: 'ConflictError' });
    }
  });

  test('after a lost response is final too, and leaves the outcome open', async () => {
    const script = [
      Object.assign(new Error('gone'), { code: 'ECONNRESET' }),
      refusal(409, 'CONFLICT', 'The idempotency key was used with another request.'),
    ];
    const { end } = keyed('transfers.createOut', out.input, script, { retry: 1 });
    const found = { code: 'IDEMPOTENCY_KEY_REUSED', retryable: false, outcome: 'unknown' };
    expect(await end).toMatchObject(found);
  });
});

test('a call has one key', async () => {
  const input = { ...out.input, idempotencyKey: KEY };
  const same = keyed('transfers.createOut', input, [json(201, out.result)]);
  expect(await same.end).toMatchObject({ id: out.result.id });
  const { end, received } = call('transfers.createOut', input, [], { idempotencyKey: 'order-2' });
  const error = await end;
  expect(error).toBeInstanceOf(InvalidRequestError);
  expect(error).toMatchObject({ issues: [{ path: 'options.idempotencyKey' }] });
  expect(received).toEqual([]);
});

test.each(['pay undefined', 'pay:null', '[object Object]'])(
  'the key %j is made of a missing value, and would be that of every payment',
  async (idempotencyKey) => {
    const { end, received } = call('transfers.createOut', out.input, [], { idempotencyKey });
    const message = expect.stringContaining('a value was missing');
    expect(await end).toMatchObject({ issues: [{ path: 'options.idempotencyKey', message }] });
    expect(received).toEqual([]);
  },
);

/** A result that was last written to an hour before the calls of these tests, and one that was not. */
const earlier = { updatedAt: '2026-01-05T08:00:00Z' };
const later = { updatedAt: '2026-01-05T09:00:01Z' };
const agent = { ...(exampleOf('agents.get').result as object), id: 'Agent:1' };
const customer = { ...(exampleOf('customers.get').result as object), id: 'Customer:1' };

const pause = (result: object, headers = {}) => {
  const { payments } = scriptedClient([json(200, result, headers)]);
  return payments.agents.update({ agentId: 'Agent:1', isPaused: true });
};

const remove = (result: object) => {
  const { payments } = scriptedClient([json(200, result)]);
  return payments.customers.delete({ customerId: 'Customer:1' });
};

describe('a result that is older than its change', () => {
  test('shows nothing if it shows another value than the change', async () => {
    const error = await pause({ ...agent, isPaused: false, ...earlier }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(String(error.cause)).toContain('as it was before the change');
    const active = { ...customer, isDeleted: false, ...earlier };
    await expect(remove(active)).rejects.toThrow(OutcomeUnknownError);
  });

  test('is the result if it shows the change, which changed nothing', async () => {
    const paused = { ...agent, isPaused: true, ...earlier };
    await expect(pause(paused)).resolves.toEqual(paused);
  });

  test('is the result if it may show the change in another form', async () => {
    const { updatedAt: _time, ...untimed } = { ...agent, isPaused: false, ...later };
    for (const result of [{ ...agent, isPaused: false, ...later }, untimed]) {
      await expect(pause(result)).resolves.toEqual(result);
    }
    const { isDeleted: _flag, ...unmarked } = { isDeleted: false, ...customer, ...earlier };
    await expect(remove(unmarked)).resolves.toEqual(unmarked);
  });

  test("is older by the service's clock", async () => {
    const result = { ...agent, isPaused: false, ...earlier };
    const behind = { date: 'Mon, 05 Jan 2026 08:00:00 GMT' };
    const { payments } = scriptedClient([json(200, agent, behind), json(200, result, behind)]);
    await payments.agents.get({ agentId: 'Agent:1' });
    const paused = payments.agents.update({ agentId: 'Agent:1', isPaused: true });
    await expect(paused).resolves.toEqual(result);
    const ahead = { date: 'Mon, 05 Jan 2026 10:00:00 GMT' };
    await expect(pause({ ...result, ...later }, ahead)).rejects.toThrow(OutcomeUnknownError);
  });
});
