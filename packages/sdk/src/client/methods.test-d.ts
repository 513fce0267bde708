import type {
  AgentAction,
  Card,
  PasskeyAuthChallenge,
  PaymentsDocument,
  Quote,
  Transaction,
} from '@org/payments-contract';
import { describe, expectTypeOf, test } from 'vitest';
import type { DriftReport, PaymentsClientOptions, Stamper } from '../call/options.ts';
import type { ApiCall } from '../call/result.ts';
import { isPaymentsError } from '../errors/payments-error.ts';
import type { ListCall } from '../list/list-call.ts';
import { createAgentClient } from './agent-client.ts';
import { createPaymentsClient } from './payments-client.ts';

declare const stamper: Stamper;
const payments = createPaymentsClient();
const bound = createPaymentsClient({ stamper });
const agent = createAgentClient({ accessToken: 'x' });

describe('inputs', () => {
  test('a call that must sign does not compile without a stamper, unless the client has one', () => {
    // @ts-expect-error no stamper
    payments.cards.update({ id: 'Card:1', state: 'FROZEN' });
    // @ts-expect-error options without a stamper
    payments.cards.update({ id: 'Card:1', state: 'FROZEN' }, { timeout: 1 });
    payments.cards.update({ id: 'Card:1', state: 'FROZEN' }, { stamper });
    bound.cards.update({ id: 'Card:1', state: 'FROZEN' });
    payments.withOptions({ stamper }).cards.update({ id: 'Card:1', state: 'FROZEN' });
    payments.customers.update({ customerId: 'Customer:1', email: 'a@example.com' });
  });

  test('an inline signature takes a stamper, and compiles without one', () => {
    payments.quotes.execute({ quoteId: 'Quote:1' });
    payments.quotes.execute({ quoteId: 'Quote:1' }, { stamper, idempotencyKey: 'k' });
    agent.quotes.execute({ quoteId: 'Quote:1' }, { stamper });
    // @ts-expect-error a stamper is an object with `stamp`
    payments.quotes.execute({ quoteId: 'Quote:1' }, { stamper: 'x' });
    expectTypeOf(payments.quotes.execute.begin).returns.resolves.toHaveProperty('status');
  });

  test('a client that has a stamper keeps it with other options', () => {
    bound.withOptions({ timeout: 1 }).cards.update({ id: 'Card:1', state: 'FROZEN' });
    // @ts-expect-error the options do not have a stamper
    payments.withOptions({ timeout: 1 }).cards.update({ id: 'Card:1', state: 'FROZEN' });
    const maybe = createPaymentsClient({} as PaymentsClientOptions);
    // @ts-expect-error options that may lack a stamper
    maybe.cards.update({ id: 'Card:1', state: 'FROZEN' });
  });

  test('a misspelt option does not compile', () => {
    // @ts-expect-error did you mean timeout
    createPaymentsClient({ timeOut: 1 });
    // @ts-expect-error did you mean timeout
    payments.withOptions({ timeOut: 1 });
    // @ts-expect-error did you mean timeout
    payments.cards.get({ id: 'Card:1' }, { timeOut: 1 });
  });

  test('only an operation that takes an idempotency key has the option', () => {
    payments.customers.createKycLink({ customerId: 'Customer:1' }, { idempotencyKey: 'k' });
    payments.request({ method: 'POST', path: '/x' }, { idempotencyKey: 'k' });
    // @ts-expect-error a read does not accept one
    payments.cards.get({ id: 'Card:1' }, { idempotencyKey: 'k' });
    // @ts-expect-error this write does not accept one
    payments.transactions.reject({ transactionId: 'x' }, { idempotencyKey: 'k' });
  });

  test('only an upload reports progress, and it takes each form of a file', () => {
    const details = {
      documentHolder: 'Customer:1',
      documentType: 'PASSPORT',
      country: 'GB',
    } as const;
    const options = {
      onProgress: ({ sent, total }: { sent: number; total: number | undefined }) => {
        expectTypeOf(sent).toBeNumber();
        expectTypeOf(total).toEqualTypeOf<number | undefined>();
      },
    };
    const name = { fileName: 'a.pdf', contentType: 'application/pdf' };
    const content = new Uint8Array(1);
    payments.documents.create({ ...details, file: new Blob() }, options);
    payments.documents.create({ ...details, file: new File([], 'a.pdf') }, options);
    payments.documents.create({ ...details, file: { path: 'a.pdf' } }, options);
    payments.documents.create({ ...details, file: { content, ...name } }, options);
    payments.documents.create({ ...details, file: { content: new Blob().stream(), ...name } });
    payments.documents.create({ ...details, file: { content: new Blob(), ...name } });
    // @ts-expect-error a string is neither a path nor content
    payments.documents.create({ ...details, file: 'a.pdf' });
    // @ts-expect-error content without name and type
    payments.documents.create({ ...details, file: { content } });
    // @ts-expect-error a read uploads nothing
    payments.documents.get({ documentId: 'Document:1' }, options);
  });

  test('a client whose options may lack a stamper is not bound to one', () => {
    const options: PaymentsClientOptions = { stamper };
    // @ts-expect-error the options may have no stamper
    createPaymentsClient(options).cards.update({ id: 'Card:1', state: 'FROZEN' });
    // @ts-expect-error the stamper may be undefined
    createPaymentsClient({ stamper: undefined }).cards.update({ id: 'Card:1', state: 'FROZEN' });
    // @ts-expect-error a misspelt option
    createPaymentsClient({ baseurl: 'https://api.example' });
    createPaymentsClient({
      stamper,
      onDrift: (report) => expectTypeOf(report).toEqualTypeOf<DriftReport>(),
    }).cards.update({ id: 'Card:1', state: 'FROZEN' });
  });

  test('wrong, missing and unknown fields do not compile', () => {
    // @ts-expect-error not a state one can ask for
    payments.cards.update({ id: 'Card:1', state: 'PENDING_KYC' }, { stamper });
    // @ts-expect-error no such field
    payments.cards.update({ id: 'Card:1', stat: 'FROZEN' }, { stamper });
    // @ts-expect-error no id
    payments.cards.update({ state: 'FROZEN' }, { stamper });
    // @ts-expect-error a number instead of a string
    payments.transactions.reject({ transactionId: 'Transaction:1', reason: 1 });
    // @ts-expect-error no input at all
    payments.verifications.create();
  });

  test('the variants of a body stay apart', () => {
    // @ts-expect-error a passkey registration without its attestation
    payments.credentials.create({ type: 'PASSKEY', accountId: 'InternalAccount:1' }, { stamper });
    payments.credentials.verify({
      id: 'x',
      type: 'EMAIL_OTP',
      otp: '1',
      clientPublicKey: 'k',
      // @ts-expect-error an e-mail code with an OIDC token
      oidcToken: 't',
    });
    payments.credentials.verify({ id: 'x', type: 'OAUTH', oidcToken: 't', clientPublicKey: 'k' });
    // @ts-expect-error a field of a business on an individual
    payments.customers.update({ customerId: 'x', customerType: 'INDIVIDUAL', businessInfo: {} });
  });

  test('an input whose fields are all optional may be left out', () => {
    payments.documents.list();
    agent.transactions.list();
    agent.transactions.list({ status: 'PENDING' });
    // @ts-expect-error no such status
    agent.transactions.list({ status: 'LOST' });
  });
});

describe('agents', () => {
  test('the client of an agent has the resources below /agents/me, and no others', () => {
    expectTypeOf<keyof typeof agent>().toEqualTypeOf<
      | 'actions'
      | 'baseUrl'
      | 'externalAccounts'
      | 'internalAccounts'
      | 'me'
      | 'observers'
      | 'quotes'
      | 'transactions'
      | 'transfers'
      | 'recover'
      | 'check'
      | 'request'
      | 'sentBefore'
      | 'journal'
      | 'supervise'
      | 'fingerprint'
      | 'waitFor'
      | 'withOptions'
    >();
  });

  test('a device code makes the same client, and no token is passed', () => {
    const connected = createAgentClient.fromDeviceCode('WXYZ-1234', { onRedeemed() {} });
    expectTypeOf(connected).toEqualTypeOf<Promise<typeof agent>>();
    // @ts-expect-error the code stands for the token
    createAgentClient.fromDeviceCode('WXYZ-1234', { accessToken: 'x' });
    // @ts-expect-error a client without a token or a code
    createAgentClient({});
  });

  test('a wait returns the kind of resource that it waits for', () => {
    expectTypeOf(agent.waitFor.action({ actionId: 'AgentAction:1' })).toEqualTypeOf<
      Promise<AgentAction>
    >();
    expectTypeOf(agent.waitFor({ quoteId: 'Quote:1' })).toEqualTypeOf<Promise<Quote>>();
    expectTypeOf(payments.waitFor.quote({ quoteId: 'Quote:1' })).toEqualTypeOf<Promise<Quote>>();
    // @ts-expect-error a platform cannot read an agent's action
    payments.waitFor.action;
    // @ts-expect-error an id of another kind
    agent.waitFor.action({ quoteId: 'Quote:1' });
  });
});

describe('operations', () => {
  test('unknown resources and operations do not compile', () => {
    // @ts-expect-error no such resource
    payments.wallets;
    // @ts-expect-error no such operation
    payments.cards.destroy;
    // @ts-expect-error a platform resource on an agent's client
    agent.cards;
    // @ts-expect-error the platform's side of agents on an agent's client
    agent.agents;
    agent.request({ method: 'GET', path: '/agents/me/x' });
    // @ts-expect-error an unsigned operation has no legs
    payments.documents.list.begin;
  });

  test('the parameters of a method are readable', () => {
    type Input = Parameters<typeof payments.cards.update>[0];
    expectTypeOf<Pick<Input, 'id' | 'state' | 'fundingSources'>>().toEqualTypeOf<{
      id: string;
      state?: 'ACTIVE' | 'FROZEN' | 'CLOSED' | undefined;
      fundingSources?: string[] | undefined;
    }>();
  });
});

describe('results', () => {
  test('are the named resources, never any', () => {
    const call = payments.cards.update({ id: 'Card:1', state: 'FROZEN' }, { stamper });
    expectTypeOf(call).toEqualTypeOf<ApiCall<Card>>();
    expectTypeOf(call).not.toBeAny();
    expectTypeOf<Awaited<typeof call>['state']>().not.toBeAny();
    expectTypeOf<Card['id']>().toEqualTypeOf<`Card:${string}`>();
    expectTypeOf(payments.sessions.revoke({ id: 'Session:1' }, { stamper })).toEqualTypeOf<
      ApiCall<undefined>
    >();
    expectTypeOf(payments.documents.list()).toEqualTypeOf<ListCall<PaymentsDocument>>();
    expectTypeOf(agent.transactions.list()).toEqualTypeOf<ListCall<Transaction>>();
    expectTypeOf(payments.request({ method: 'GET', path: '/x' })).toEqualTypeOf<ApiCall<unknown>>();
  });

  test('an enum is open and still offers its known values', () => {
    expectTypeOf<'ACTIVE'>().toExtend<Card['state']>();
    expectTypeOf<'SOMETHING_LATER'>().toExtend<Card['state']>();
    expectTypeOf<number>().not.toExtend<Card['state']>();
  });

  test('a challenge is narrowed by what it holds', async () => {
    const response = await payments.credentials.challenge({ id: 'AuthMethod:1' });
    if ('challenge' in response) expectTypeOf(response).toExtend<PasskeyAuthChallenge>();
    else expectTypeOf(response.nickname).toEqualTypeOf<string>();
  });

  test('a begun operation is done or a step', async () => {
    const step = await payments.cards.update.begin({ id: 'Card:1', state: 'FROZEN' });
    if (step.status === 'done') expectTypeOf(step.result).toEqualTypeOf<Card>();
    else expectTypeOf(step.payloadToSign).toEqualTypeOf<string>();
  });

  test('an error is narrowed by its guard', () => {
    const error: unknown = undefined;
    if (isPaymentsError(error)) expectTypeOf(error.action).toEqualTypeOf<string>();
  });
});
