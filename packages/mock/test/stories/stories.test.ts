import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOperation } from '@org/payments-contract';
import { objectFields } from '@org/payments-contract/internal/schema';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Duration, Mock, MockOptions } from '../../src/index.ts';
import { basicOf, type OpenMock, openMock, type Reply } from '../support/open-mock.ts';
import { valuesOf } from '../support/samples.ts';
import { httpTransport } from '../support/served.ts';
import { expectTrueResult } from '../support/truths.ts';

/** One request, or a wait; see the head of the stories. */
interface Step {
  readonly do?: string;
  readonly send?: unknown;
  /** The content type of a body that is sent as it is, JSON when left out. */
  readonly media?: string;
  readonly as?: string;
  readonly key?: string;
  readonly signed?: boolean | 'once';
  readonly gives?: number;
  readonly shows?: unknown;
  /** Fields that the result does not have. */
  readonly lacks?: readonly string[];
  readonly keep?: Readonly<Record<string, string>>;
  readonly wait?: Duration;
  readonly emits?: readonly string[];
  /** The family of `emits`; those of its events when left out. */
  readonly of?: string;
  /** Options of the mock; the first step of a story. */
  readonly with?: MockOptions;
  /** Fixtures by kind, where a story tells of one moment of a life. */
  readonly add?: Readonly<Record<string, unknown>>;
  /** Fields that the records of a table get without a request. */
  readonly move?: Readonly<Record<string, object>>;
  /** The available and the total balance of the kept `account`. */
  readonly funds?: readonly number[];
  /** What moved in each currency. */
  readonly ledger?: readonly object[];
  /** What is known of the last use of a card, which no operation reads. */
  readonly uses?: unknown;
}

interface Money {
  readonly amount: number;
}

type Names = Map<string, unknown>;

/** Puts what a story kept into a value, and patterns in place of texts that begin with `~`. */
function filled(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((each) => filled(each, names));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, filled(part, names)]),
    );
  }
  if (typeof value !== 'string') return value;
  if (value.startsWith('~')) return expect.stringMatching(new RegExp(value.slice(1)));
  const whole = value.slice(1);
  if (value.startsWith('$') && names.has(whole)) return names.get(whole);
  return value.replaceAll(/\$(\w+)/g, (text, name) => String(names.get(name) ?? text));
}

async function take(api: OpenMock, step: Step, names: Names): Promise<void> {
  const { do: request = '', media, as, key, signed = false, gives = 200, shows, keep = {} } = step;
  const [method = '', path = ''] = String(filled(request, names)).split(' ');
  const headers = {
    ...(as === undefined ? {} : { authorization: `Bearer ${names.get(as)}` }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(media === undefined ? {} : { 'content-type': media }),
    ...(signed === 'once' ? { 'service-wallet-signature': 'sandbox-valid-signature' } : {}),
  };
  const body = filled(step.send, names);
  const world = api.mock.fork();
  const first = await api.send(method, path, body, headers);
  const second =
    signed === true
      ? await api.send(method, path, body, {
          ...headers,
          'request-id': String(first.body.requestId),
          'service-wallet-signature': 'sandbox-valid-signature',
        })
      : first;
  const { status, body: result } = second;
  expect({ request, status, result }).toMatchObject({
    request,
    status: gives,
    result: filled(shows ?? {}, names),
  });
  for (const name of step.lacks ?? []) expect(result).not.toHaveProperty(name);
  keepParts(result, keep, names);
  if (status >= 300) return;
  await readAgain(api, result, headers);
  const { operation = '' } = api.mock.requests.at(-1) ?? {};
  if (media !== undefined || method === 'GET' || varied.has(operation)) return;
  varied.add(operation);
  const sent = { method, path, body, headers };
  const repeated = await ask(api.mock.fork(), sent);
  if (repeated.status !== first.status) again.push(`${operation} ${repeated.status}`);
  await vary(world, operation, sent);
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: object;
}

const varied = new Set<string>();
const accepted = new Set<string>();
const needed: string[] = [];
const again: string[] = [];

function ask(world: Mock, { method, path, body, headers }: Sent): Promise<Response> {
  const authorization = basicOf(world.connection);
  const media = { 'content-type': 'application/json' };
  return world.fetch(`${world.connection.baseUrl}${path}`, {
    method,
    headers: { authorization, ...(body === undefined ? {} : media), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/**
 * Sends the first request of each operation with each of its other fields, each other value of an enum, and
 * without each field that may be left out: what is accepted is in the result (rule 192).
 */
async function vary(before: Mock, operation: string, request: Sent) {
  const { row } = findOperation(operation) ?? {};
  if (row?.body === undefined) return;
  const given = { ...(request.body as Readonly<Record<string, unknown>>) };
  for (const [name, [field]] of objectFields(row.body)) {
    const isOptional = name in given && field?.safeParse(undefined).success === true;
    const values = field === undefined ? [] : valuesOf(name, field);
    for (const value of isOptional ? [undefined, ...values] : values) {
      const world = before.fork();
      const sent = { ...given, [name]: value };
      const reply = await ask(world, { ...request, body: sent });
      if (!reply.ok && value === undefined) needed.push(`${operation} ${name}`);
      if (!reply.ok) continue;
      const result = JSON.parse((await reply.text()) || '{}');
      expectTrueResult(world, { sent, path: request.path, status: reply.status }, result);
      accepted.add(operation);
    }
  }
}

const shownOnce = new Set(['clientSecret']);

/** Checks that a read shows each field of what was written, and a list the same as a read (rule 139). */
async function readAgain({ mock }: OpenMock, written: Reply['body'], headers: object) {
  const { operation = '' } = mock.requests.at(-1) ?? {};
  const area = operation.slice(0, operation.lastIndexOf('.'));
  const { baseUrl } = mock.connection;
  const world = mock.fork();
  const read = async (name: string) => {
    const { path = '' } = findOperation(`${area}.${name}`)?.row ?? {};
    const own = path.replace(/\{\w+\}$/, String(written.id));
    if (path === '' || own.includes('{')) return undefined;
    const authorization = basicOf(mock.connection);
    const reply = await world.fetch(`${baseUrl}${own}`, { headers: { authorization, ...headers } });
    if (reply.status !== 200) return undefined;
    const body = (await reply.json()) as Reply['body'];
    expectTrueResult(world, { sent: undefined, path: own, status: 200 }, body);
    return body;
  };
  const shown = await read('get');
  if (shown?.id !== written.id || shown === undefined) return;
  const lost = Object.keys(written).filter((name) => !(name in shown) && !shownOnce.has(name));
  expect({ operation, lost }).toEqual({ operation, lost: [] });
  const { data = [] } = ((await read('list')) ?? {}) as { data?: readonly Reply['body'][] };
  const listed = data.find(({ id }) => id === shown.id);
  if (listed !== undefined) expect(listed).toEqual(shown);
}

function keepParts(result: unknown, keep: Step['keep'], names: Names): void {
  for (const [name, place] of Object.entries(keep ?? {})) {
    const found = place
      .split('.')
      .reduce<unknown>((value, part) => (value as Record<string, unknown>)?.[part], result);
    expect(found, place).toBeDefined();
    names.set(name, found);
  }
}

function add({ mock }: OpenMock, { add: kinds = {}, keep }: Step, names: Names): void {
  const fixtures = mock.add as unknown as Record<string, (fields: unknown) => unknown>;
  for (const [kind, fields] of Object.entries(kinds)) {
    keepParts(fixtures[kind]?.(filled(fields, names)), keep, names);
  }
}

function move({ mock }: OpenMock, { move: tables = {} }: Step): void {
  const snapshot = structuredClone(mock.snapshot());
  const rowsOf = snapshot.tables as unknown as Readonly<
    Record<string, { rows: [number, object][] }>
  >;
  for (const [table, fields] of Object.entries(tables)) {
    for (const [, row] of rowsOf[table]?.rows ?? []) Object.assign(row, fields);
  }
  mock.restore(snapshot);
}

async function look(api: OpenMock, { funds, ledger, uses }: Step, names: Names): Promise<void> {
  if (ledger !== undefined) expect(api.mock.ledger.balances()).toMatchObject(ledger);
  if (funds !== undefined) {
    const owner = names.get('customer');
    const { body } = await api.send('GET', `/customers/internal-accounts?customerId=${owner}`);
    const accounts = body.data as { id: string; balance: Money; totalBalance: Money }[];
    const own = accounts.find(({ id }) => id === names.get('account'));
    expect([own?.balance.amount, own?.totalBalance.amount]).toEqual(funds);
  }
  const last = recordsOf(api, 'cardTransactions').at(-1);
  if (uses !== undefined) expect(last).toMatchObject(filled(uses, names) as object);
}

function recordsOf({ mock }: OpenMock, name: string) {
  const panel = mock.panels().find((each) => each.name === name);
  return (panel?.records ?? []) as readonly Readonly<Record<string, unknown>>[];
}

/** Checks what holds after each step: events tell the balances (rule 90), payments how to reconcile them (rule 72), by references of their own or of the account they were paid into. */
function holds(api: OpenMock): void {
  const updates = api.mock.events.filter(({ type }) => type === 'INTERNAL_ACCOUNT.BALANCE_UPDATED');
  for (const { id, balance, totalBalance } of recordsOf(api, 'accounts')) {
    const told = updates.findLast(({ data }) => (data as { id: unknown }).id === id)?.data;
    if (told !== undefined) expect(told).toMatchObject({ balance, totalBalance });
  }
  for (const payment of recordsOf(api, 'transactions')) {
    if (payment.status !== 'CREATED') expect(payment).toHaveProperty('reconciliationInstructions');
  }
  const references = ['transactions', 'accounts', 'cardTransactions'].flatMap((name) =>
    recordsOf(api, name).flatMap((record) => {
      const { fundingPaymentInstructions, reconciliationInstructions, issuerTransactionToken } =
        record;
      const { accountId } = Object(record.destination);
      const paidInto = recordsOf(api, 'accounts').find(({ id }) => id === accountId);
      const named = [fundingPaymentInstructions, reconciliationInstructions];
      const [found = issuerTransactionToken] =
        JSON.stringify(named).match(/(?<="reference":")[^"]+/) ?? [];
      const isTold = JSON.stringify(paidInto ?? {}).includes(`"reference":"${found}"`);
      return found === undefined || isTold ? [] : [found];
    }),
  );
  expect(new Set(references).size).toBe(references.length);
}

const stories = parse(readFileSync(join(import.meta.dirname, 'stories.yaml'), 'utf8')) as Readonly<
  Record<string, readonly Step[]>
>;

const parts =
  'do send media as key signed gives shows lacks keep wait emits of with add move funds ledger uses';

test('a step has no part that nothing reads', () => {
  const steps = [Object.values(stories)].flat(9) as readonly object[];
  expect(new Set(steps.flatMap(Object.keys))).toEqual(new Set(parts.split(' ')));
});

const titles = Object.keys(stories).filter((title) => title !== 'scenes');
const told = new Map<string, OpenMock>();

/** Tells a story, once, and returns its world. */
async function tell(title: string): Promise<OpenMock> {
  const earlier = told.get(title);
  if (earlier !== undefined) return earlier;
  const steps = [stories[title] ?? []].flat(9) as readonly Step[];
  const api = await openMock(httpTransport, steps[0]?.with);
  told.set(title, api);
  const names: Names = new Map();
  let seen = 0;
  for (const step of steps) {
    if (step.wait !== undefined) api.mock.clock.advance(step.wait);
    if (step.move !== undefined) move(api, step);
    if (step.add !== undefined) add(api, step, names);
    if (step.do !== undefined) await take(api, step, names);
    await look(api, step, names);
    holds(api);
    const { emits, of } = step;
    if (emits === undefined) continue;
    const kinds = api.mock.events.slice(seen).map(({ type }) => type);
    seen += kinds.length;
    const families = of === undefined ? emits.map((kind) => kind.split('.')[0] ?? '') : [of];
    const meant = kinds.filter((kind) => families.some((each) => kind.startsWith(`${each}.`)));
    expect(meant).toEqual(emits);
  }
  return api;
}

test.each(titles)('%s', async (title) => {
  await tell(title);
});

test('rule 192: operations accept their further fields, need none that may be left out, and are done again or refused', async () => {
  for (const title of titles) await tell(title);
  expect(accepted.size).toBeGreaterThan(40);
  expect(needed.sort().join(', ')).toBe(
    'agent.transfers.createOut amount, agents.update isPaused, cardSimulations.simulateAuthorizationAdvice cardTransactionId, cardSimulations.simulateReturnReversal cardTransactionId, cards.update state, config.update umaDomain, credentials.verify clientPublicKey, externalAccounts.confirmTrust challengeId, externalAccounts.confirmTrust code, internalAccounts.update privateEnabled, quotes.authorize code, sandbox.receive customerId, sandbox.send quoteId, sandbox.simulateClearing cardTransactionId, sandbox.simulateReturn cardTransactionId, scaFactors.completeReset mobile, scaLogin.complete challengeId, scaLogin.complete code, transfers.createIn amount, transfers.createOut amount',
  );
  expect(again.sort().join(', ')).toBe(
    'agent.quotes.execute 409, agents.approveAction 409, agents.delete 404, agents.redeemDeviceCode 400, agents.rejectAction 409, cardSimulations.simulateReturnReversal 409, contactVerification.confirmEmail 409, contactVerification.confirmPhone 409, credentials.verify 401, customers.delete 410, externalAccounts.confirmTrust 409, externalAccounts.create 409, invitations.cancel 400, invitations.claim 400, platformAccounts.create 409, quotes.execute 409, sandbox.send 409, sandbox.simulateClearing 409, scaFactors.completeReset 400, scaFactors.confirmEnrollment 400, scaLogin.complete 400, sessions.revoke 404, transactions.approve 409, transactions.cancel 409, transactions.reject 409',
  );
});

type Shown = Readonly<Record<string, unknown>>;

/** Reads each record of a kind at the end of each story, with a function that finds others by their id. */
async function everyEnd(kind: string, read: (shown: Shown, find: (id: unknown) => Shown) => void) {
  let count = 0;
  for (const title of titles) {
    const { mock } = await tell(title);
    const all = mock.panels().flatMap(({ records }) => records) as readonly Shown[];
    const find = (id: unknown) => all.find((each) => each.id === id) ?? { id };
    for (const record of recordsOf({ mock } as OpenMock, kind)) {
      read(record, find);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(2);
}

test('rule 72: a payment shows its owner, both sides in the currencies of their accounts, its quote, and how it ended', async () => {
  await everyEnd('transactions', (payment, find) => {
    const { id, status, customerId, source, destination, sentAmount, quoteId, refund } = payment;
    const currencyOf = (amount: unknown) =>
      (amount as { currency: { code: string } } | undefined)?.currency.code;
    const [from, to] = [source as Shown | undefined, destination as Shown];
    for (const side of [from, to]) {
      const account = find(side?.accountId);
      if (side?.accountId === undefined || account.createdAt === undefined) continue;
      expect(side).toMatchObject({ currency: account.currency ?? currencyOf(account.balance) });
      if (account.customerId !== undefined && customerId !== 'Customer:platform') {
        expect(account).toMatchObject({ customerId });
      }
    }
    expect(from?.accountId ?? 'outside').not.toBe(to.accountId);
    if (from?.accountId !== undefined && sentAmount !== undefined) {
      expect(from.currency).toBe(currencyOf(sentAmount));
    }
    expect(to).toMatchObject({ currency: currencyOf(payment.receivedAmount) ?? to.currency });
    expect(payment).toMatchObject({
      platformCustomerId: find(customerId).platformCustomerId ?? 'platform',
      ...(status === 'COMPLETED' ? { settledAt: expect.any(String) } : {}),
    });
    const { sendingCurrency, totalSendingAmount, totalReceivingAmount, ...quote } = find(quoteId);
    if (quoteId !== undefined) {
      expect(quote).toMatchObject({ transactionId: id, feesIncluded: payment.fees });
      expect(payment).toMatchObject({
        sentAmount: { amount: totalSendingAmount, currency: sendingCurrency },
        receivedAmount: { amount: totalReceivingAmount, currency: quote.receivingCurrency },
        exchangeRate: quote.exchangeRate,
        rateDetails: quote.rateDetails,
      });
    }
    const isOver = (refund as Shown | undefined)?.status === 'COMPLETED';
    if (refund === undefined) return;
    const text = expect.any(String);
    expect(refund).toMatchObject({ reference: text, initiatedAt: text, reason: text });
    expect((refund as Shown).settledAt).toEqual(isOver ? text : undefined);
  });
});

test('rule 113: a quote shows both sides in its currencies, amounts in them, the parts of its rate, and 5 minutes', async () => {
  await everyEnd('quotes', (quote, find) => {
    const { source, destination, totalSendingAmount, totalReceivingAmount, createdAt } = quote;
    expect({ quote, source, destination }).toMatchObject({
      source: { currency: (quote.sendingCurrency as Shown).code },
      destination: { currency: (quote.receivingCurrency as Shown).code },
    });
    const { accountId } = destination as Shown;
    const { currency, balance } = find(accountId);
    const own = currency ?? (balance as Shown | undefined)?.currency;
    if (accountId !== undefined)
      expect([own, (own as Shown)?.code]).toContain((destination as Shown).currency);
    for (const amount of [totalSendingAmount, totalReceivingAmount])
      expect(amount).toBeGreaterThan(0);
    expect(Date.parse(String(quote.expiresAt)) - Date.parse(String(createdAt))).toBe(300_000);
    expect(find(quote.transactionId)).toMatchObject({ quoteId: quote.id });
    const { rateDetails, feesIncluded, platformFeesIncluded, exchangeRate } = quote;
    expect(rateDetails).toEqual({
      counterpartyMultiplier: exchangeRate,
      counterpartyFixedFee: 0,
      serviceApiMultiplier: exchangeRate,
      serviceApiFixedFee: 0,
      serviceApiVariableFeeRate: 0.005,
      serviceApiVariableFeeAmount: Number(feesIncluded) - Number(platformFeesIncluded),
    });
  });
});

test('rule 98: an action of an agent names its customer and shows the payment that it led to', async () => {
  await everyEnd('agentActions', (action, find) => {
    const { agentId, customerId, transaction, quote, transferDetails, type } = action;
    expect(find(agentId).customerId ?? customerId).toBe(customerId);
    expect(action.platformCustomerId).toBe(find(customerId).platformCustomerId);
    expect(quote === undefined).toBe(type !== 'EXECUTE_QUOTE');
    expect(transferDetails === undefined).toBe(type === 'EXECUTE_QUOTE');
    if (quote !== undefined)
      expect(find((quote as Shown).id)).toMatchObject({ source: { customerId } });
    if (transaction === undefined) return;
    const { status: _status, updatedAt: _at, settledAt: _settled, ...same } = transaction as Shown;
    expect(find(same.id)).toMatchObject({ ...same, agentId });
  });
});
