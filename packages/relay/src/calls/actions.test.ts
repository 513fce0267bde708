import { describe, expect, it, test, vi } from 'vitest';
import * as z from 'zod';
import { quote } from '../../../sdk/test/any-operation.ts';
import { card, challenge, json } from '../../../sdk/test/scripted-service.ts';
import { callRelay, testRelay, textField } from '../../test/call-relay.ts';
import { type Answers, fakePlatform } from '../../test/fake-platform.ts';
import type { AnyAction } from '../options/actions.ts';

type Run = AnyAction['run'];

/** A relay with one unsigned action, and the arguments of its `run`. */
function relayWith(input: AnyAction['input'], options: Partial<AnyAction> = {}) {
  const inputs: unknown[] = [];
  const run: Run = async (context) => {
    inputs.push(context.input);
    return { status: 'done', result: null };
  };
  const setup = testRelay({}, { actions: { act: { input, run, ...options } } });
  const act = (given: unknown) =>
    callRelay(setup.relay, 'actionBegin', { action: 'act', input: given });
  return { ...setup, act, inputs };
}

const anything = z.unknown();

describe('an action that needs no signature', () => {
  it.each<[string, unknown]>([
    ["another user's card as a key", { 'Card:eve': 5 }],
    ["another user's card within a path", { path: '/cards/Card:eve' }],
    ["another user's card in JSON text", { text: '{"id":"Card:eve"}' }],
    ['a transaction', { transactionId: 'Transaction:1' }],
    ['an agent', { agentId: 'Agent:1' }],
    ['an agent in a list', { agents: ['Agent:1'] }],
    ['an unknown kind', { id: 'Unheard:1' }],
  ])('does not run with %s', async (_name, input) => {
    const { act, inputs } = relayWith(anything);
    const { status, body } = await act(input);
    expect([status, body.code, inputs]).toEqual([403, 'FORBIDDEN', []]);
  });

  it.each<[string, z.ZodType]>([
    ['a map', z.object({ id: z.string() }).transform(({ id }) => new Map([[`Card:${id}`, 1]]))],
    ['a set', z.object({ id: z.string() }).transform(({ id }) => new Set([`Card:${id}`]))],
    ['a string', z.object({ id: z.string() }).transform(({ id }) => `Card:${id}`)],
  ])('does not run when its schema makes %s of an id of another user', async (_name, schema) => {
    const { act, inputs } = relayWith(schema);
    const { status } = await act({ id: 'eve' });
    expect([status, inputs]).toEqual([403, []]);
    expect((await act({ id: 'ada' })).status).toBe(200);
  });

  it('does not run when its schema hides an id that the browser sent', async () => {
    const { act, inputs } = relayWith(anything.pipe(z.transform(() => ({ hidden: true }))));
    expect((await act({ id: 'Card:eve' })).status).toBe(403);
    expect(inputs).toEqual([]);
  });

  it('fails and calls onError with an input that cannot be searched for ids', async () => {
    class Hidden {}
    const { act, inputs, errors } = relayWith(anything.pipe(z.transform(() => new Hidden())));
    expect((await act({})).status).toBe(500);
    expect([inputs, String(errors[0])]).toEqual([[], expect.stringContaining('Hidden')]);
  });

  it("runs with the user's own ids, and with ids of allowed kinds", async () => {
    const { act, inputs } = relayWith(anything, { allowKinds: ['ExternalAccount'] });
    const input = { to: 'ExternalAccount:1', from: 'InternalAccount:ada', 'Card:ada': true };
    expect((await act(input)).status).toBe(200);
    expect(inputs).toEqual([input]);
    expect((await act({ to: 'Transaction:1' })).status).toBe(403);
    expect((await act({ to: 'ExternalAccount:1', from: 'InternalAccount:eve' })).status).toBe(403);
  });
});

describe('leg 1 of an action that may name others', () => {
  const begin = (path: string, body: object) => {
    const setup = testRelay(
      {},
      {
        actions: {
          act: {
            input: textField('id'),
            allowForeignIds: true,
            run: async () =>
              ({
                ...challenge,
                status: 'challenge',
                operation: 'cards.update',
                toJSON: () => ({
                  ...challenge,
                  operation: 'cards.update',
                  path,
                  search: '',
                  headers: {},
                  body: JSON.stringify(body),
                }),
              }) as never,
          },
        },
      },
    );
    const request = { action: 'act', input: { id: 'Card:eve' } };
    return callRelay(setup.relay, 'actionBegin', request);
  };

  it.each<[string, string, object]>([
    ['is about the card of another user', '/cards/Card:eve', {}],
    ['takes the money of another user', '/transfers-out', { accountId: 'InternalAccount:eve' }],
    [
      'is about a kind the relay cannot check',
      '/agents/Agent:1',
      { accountId: 'InternalAccount:ada' },
    ],
    ['is about nothing', '/transfers-out', {}],
  ])('is refused when it %s', async (_name, path, body) => {
    const response = await begin(path, body);
    expect([response.status, 'ticket' in response.body]).toEqual([403, false]);
  });

  it("is accepted for the user's own resources, whatever other ids its body has", async () => {
    const body = { fundingSources: ['InternalAccount:eve'] };
    expect((await begin('/cards/Card:ada', body)).status).toBe(200);
  });
});

test.each([
  undefined,
  () => ({ status: 'done' }),
  { ...card, status: 'ACTIVE' },
  (async function* () {})(),
])('an action that returned %o is not done: the outcome is unknown', async (returned) => {
  const onError = vi.fn();
  const act = { input: textField('id'), run: async () => returned as never };
  const { relay } = testRelay({}, { actions: { act }, onError });
  const { status, body } = await callRelay(relay, 'actionBegin', {
    action: 'act',
    input: { id: 'x' },
  });
  expect([status, body.code]).toEqual([502, 'OUTCOME_UNKNOWN']);
  expect(onError.mock.calls[0]?.[0].message).toContain('`.begin(...)`');
});

describe('leg 1 of an action that may not name others', () => {
  it.each([
    ['its body has', { id: 'Card:ada', fundingSources: ['InternalAccount:eve'] }],
    ['its path has', { id: 'Card:eve', state: 'FROZEN' }],
  ] as const)("is refused when %s another user's id, and gets no ticket", async (_what, input) => {
    const answer = { [`PATCH /cards/${input.id}`]: () => json(202, challenge) };
    const { relay } = testRelay(answer, {
      actions: {
        act: {
          input: textField('id'),
          run: () => fakePlatform(answer).payments.cards.update.begin(input as never),
        },
      },
    });
    const request = { action: 'act', input: { id: 'x' } };
    const { status, body } = await callRelay(relay, 'actionBegin', request);
    expect([status, body.code, 'ticket' in body]).toEqual([403, 'FORBIDDEN', false]);
  });
});

const payload = '{"quoteId":"Quote:ada"}';
const ofAda = {
  ...quote,
  id: 'Quote:ada',
  source: { ...quote.source, accountId: 'InternalAccount:ada' },
  paymentInstructions: [
    { accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign: payload } },
  ],
};

test("an action pays from the wallet: the browser stamps the quote's payload, and the payment is sent once", async () => {
  const { relay, writes, payments } = testRelay(
    {
      'GET /quotes/Quote:ada': () => json(200, ofAda),
      'POST /quotes/Quote:ada/execute': () => json(200, { ...ofAda, status: 'PROCESSING' }),
    },
    {
      actions: {
        pay: {
          input: textField('quoteId'),
          run: () => payments.quotes.execute.begin({ quoteId: 'Quote:ada' }),
        },
      },
    },
  );
  const input = { quoteId: 'Quote:ada' };
  const begun = await callRelay(relay, 'actionBegin', { action: 'pay', input });
  expect(begun).toMatchObject({
    status: 200,
    body: { status: 'challenge', payloadToSign: payload, requestId: '/quotes/Quote:ada/execute' },
  });
  expect(writes()).toEqual([]);
  const { ticket } = begun.body as unknown as { ticket: string };
  const done = await callRelay(relay, 'actionComplete', { ticket, stamp: 'the-stamp' });
  expect(done).toMatchObject({ status: 200, body: { result: { status: 'PROCESSING' } } });
  const [sent] = writes();
  expect(sent?.headers.get('service-wallet-signature')).toBe('the-stamp');
  expect(sent?.headers.has('request-id')).toBe(false);
  expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
});

const at = '2026-01-05T09:00:00Z';

const payment = {
  ...quote,
  source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:ada' },
  receivingCurrency: { code: 'EUR', decimals: 2 },
  totalSendingAmount: 15_000,
  totalReceivingAmount: 13_820,
  feesIncluded: 5,
};

function external(accountInfo: object) {
  return { id: 'ExternalAccount:1', status: 'ACTIVE', currency: 'EUR', accountInfo };
}

const iban = {
  accountType: 'EUR_ACCOUNT',
  iban: 'DE89370400440532016789',
  beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace', birthDate: '1990-01-01' },
};

const paying = (given: object = {}, account: object = iban): Answers => ({
  'GET /quotes/Quote:1': () => json(200, { ...payment, ...given }),
  'GET /customers/external-accounts/ExternalAccount:1': () => json(200, external(account)),
});

const describes = (id: string, answers: Answers = {}, user: 'ada' | 'eve' = 'ada') =>
  callRelay(testRelay(answers).relay, 'describe', { id }, { user });

describe('describe', () => {
  it('returns the last digits of a card, and nothing else of it', async () => {
    const { status, body } = await describes('Card:ada');
    expect([status, body]).toEqual([200, { id: 'Card:ada', kind: 'card', last4: '4242' }]);
  });

  it('returns type and name of a credential and of a session', async () => {
    expect((await describes('AuthMethod:ada-key')).body).toEqual({
      id: 'AuthMethod:ada-key',
      kind: 'credential',
      type: 'PASSKEY',
      nickname: 'Phone',
      createdAt: at,
    });
    expect((await describes('Session:ada-1')).body).toEqual({
      id: 'Session:ada-1',
      kind: 'session',
      type: 'EMAIL_OTP',
      nickname: 'ada@example.com',
      createdAt: at,
    });
  });

  it('returns amounts and receiver of a payment, without the account number', async () => {
    const { status, body } = await describes('Quote:1', paying());
    expect([status, body]).toEqual([
      200,
      {
        id: 'Quote:1',
        kind: 'payment',
        sends: { amount: '150.00', currency: 'USD' },
        receives: { amount: '138.20', currency: 'EUR' },
        fees: { amount: '0.05', currency: 'USD' },
        from: 'InternalAccount:ada',
        receiver: { name: 'Ada Lovelace', ending: '6789' },
      },
    ]);
  });

  it.each<[string, Answers, object]>([
    [
      'a payment address',
      paying({
        destination: { destinationType: 'UMA_ADDRESS', umaAddress: '$grace@example.com' },
        counterpartyInformation: { FULL_NAME: 'Grace Hopper' },
      }),
      { name: 'Grace Hopper', address: '$grace@example.com' },
    ],
    [
      'an alias that is not a number',
      paying({}, { accountType: 'BRL_ACCOUNT', pixKey: 'ada@example.com' }),
      { address: 'ada@example.com' },
    ],
    [
      'an address of a blockchain',
      paying({}, { accountType: 'ETHEREUM_WALLET', address: `0x${'5290840009'.repeat(4)}` }),
      { address: `0x${'5290840009'.repeat(4)}` },
    ],
    [
      "the user's own account",
      paying({ destination: { destinationType: 'ACCOUNT', accountId: 'InternalAccount:ada' } }),
      { isOwn: true },
    ],
  ])('names the receiver at %s', async (_what, answers, receiver) => {
    expect((await describes('Quote:1', answers)).body).toMatchObject({ receiver });
  });

  it.each([
    'ExternalAccount:1',
    'Customer:ada',
    'InternalAccount:ada',
    'Card:a/../b',
    'Card:ada?x',
    'card',
  ])('does not read %s', async (id) => {
    const { relay, received } = testRelay();
    const { status } = await callRelay(relay, 'describe', { id });
    expect([status, received]).toEqual([400, []]);
  });

  it('describes neither a payment to an account of somebody else without a name, nor an unknown currency', async () => {
    const account = { destinationType: 'ACCOUNT', accountId: 'InternalAccount:eve' };
    expect((await describes('Quote:1', paying({ destination: account }))).status).toBe(404);
    const odd = { sendingCurrency: { code: 'ODDCOIN' } };
    expect((await describes('Quote:1', paying(odd))).status).toBe(404);
  });
});
