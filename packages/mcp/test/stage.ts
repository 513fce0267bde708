import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { OperationName } from '@org/payments-contract';
import {
  createPaymentsMcp,
  memoryAuditLog,
  type PaymentsMcp,
  type PaymentsMcpOptions,
} from '@org/payments-mcp';
import { createMock, type FaultEffect, type Mock, type MockOptions } from '@org/payments-mock';
import {
  createAgentClient,
  createPaymentsClient,
  type PaymentsClientOptions,
} from '@org/payments-sdk';
import { memoryJournal } from '@org/payments-sdk/journal';
import { expect, onTestFinished } from 'vitest';

/** What a person does with a question. */
export type Person = (message: string) => Decision | Promise<Decision>;

interface Decision {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly confirm?: boolean;
  /** What the form comes back with, if not with the tick alone. */
  readonly content?: Record<string, string>;
}

/** The fields of a result that tests look at. */
export interface Seen {
  readonly isError: boolean;
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>> & {
    readonly error?: Readonly<Record<string, unknown>>;
  };
}

/** Adds a payee in Mexico, and returns the id of the account. */
export function addFrida(mock: Mock, customerId: `Customer:${string}`) {
  return mock.add.externalAccount({
    customerId,
    currency: 'MXN',
    accountInfo: {
      accountType: 'MXN_ACCOUNT',
      clabeNumber: '002010077777777771',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Frida Kahlo' },
    },
  }).id;
}

/** The bank account of somebody in dollars. */
export const dollars = (accountNumber: string, fullName: string) =>
  ({
    ...{ accountType: 'USD_ACCOUNT', accountNumber, routingNumber: '021000021' },
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName },
  }) as const;

/** Adds a payee to whom payments fail at once, and returns the id of the account. */
export const addFailing = (mock: Mock, customerId: `Customer:${string}`) =>
  mock.add.externalAccount({ customerId, accountNumber: '000123450002' }).id;

export const accept: Person = () => ({ action: 'accept' });
export const decline: Person = () => ({ action: 'decline' });

/** A mock with a customer of 1,000.00 USD, and an agent that may pay up to 500.00 at a time. */
export function stage(options: MockOptions = {}) {
  const mock = createMock({ seed: 'mcp', ...options });
  const { id: customerId } = mock.add.customer();
  const { id: accountId } = mock.add.internalAccount({ customerId, available: 1_000_00 });
  const accountInfo = dollars('000123456789', 'Grace Hopper');
  const { id: payTo } = mock.add.externalAccount({ customerId, accountInfo });
  const { agent, accessToken } = mock.add.agent({
    customerId,
    policy: {
      permissions: [
        'VIEW_TRANSACTIONS',
        'CREATE_TRANSFERS',
        'CREATE_QUOTES',
        'MANAGE_EXTERNAL_ACCOUNTS',
      ],
      spendingLimits: { currency: 'USD', perTransactionLimit: 500_00, dailyLimit: 700_00 },
    },
  });
  const { baseUrl, tokenId, clientSecret } = mock.connection;
  const shared = { baseUrl, fetch: mock.fetch, retry: 0, journal: memoryJournal() };
  const clientWith = (own: Partial<PaymentsClientOptions> = {}) =>
    createPaymentsClient({ ...shared, tokenId, clientSecret, ...own });
  const payments = clientWith();
  const transfer = { source: { accountId }, destination: { accountId: payTo } };
  return {
    mock,
    payments,
    /** The client of a process of its own, with other options. */
    clientWith,
    shared,
    customerId,
    accountId,
    payTo,
    agentId: agent.id,
    accessToken,
    agent: createAgentClient({ ...shared, accessToken }),
    transfer,
    /** Has every call of an operation end in a way, until what is returned is called. */
    failAll: (operation: OperationName, effect: FaultEffect = { kind: 'lose-reply' }) =>
      mock.faults.add({ operation, times: 'always', effect }),
    /** What asks for a quote. */
    quoteOf: (lockedCurrencyAmount: number, to: string = payTo, from = accountId) =>
      ({
        source: { sourceType: 'ACCOUNT', accountId: from },
        destination: { destinationType: 'ACCOUNT', accountId: to },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount,
      }) as const,
    /** What is left in the account. */
    async balance(): Promise<number | undefined> {
      const all = await payments.internalAccounts.list({ customerId }).toArray();
      return all.find(({ id }) => id === accountId)?.balance.amount;
    },
    /** How many requests for an operation the mock received. */
    sent: (name: string) => mock.requests.filter(({ operation }) => operation === name).length,
  };
}

/** Connects the official client; with a person it supports elicitation. */
export async function connect(transport: Transport, person?: Person): Promise<Client> {
  const capabilities = person === undefined ? {} : { elicitation: { form: {} } };
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities });
  if (person !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      const { action, confirm = true, content = { confirm } } = await person(params.message);
      return { action, ...(action === 'accept' && { content }) };
    });
  }
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

/** Connects the official client to a server in this process. */
export async function connectInMemory(mcp: PaymentsMcp, person?: Person): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await mcp.connect(far);
  return connect(near, person);
}

let keys = 0;

/** Every payment has a key of its own; a test that needs a certain one passes it. */
function withKey(name: string, input: object): object {
  if (!/transfers_create|quotes_(?:create|execute)/.test(name) || 'confirmationId' in input) {
    return input;
  }
  keys += 1;
  return { idempotencyKey: `payment-${keys}`, ...input };
}

/** A server whose operations are tools, and which accepts a second call. */
export function serverOf(options: PaymentsMcpOptions): PaymentsMcp {
  return createPaymentsMcp({ surface: 'all', secondCall: true, ...options });
}

/** Calls a tool, and reads its result. */
export async function call(client: Client, name: string, input: object = {}): Promise<Seen> {
  const given = { ...withKey(name, input) };
  const result = await client.callTool({ name, arguments: given }, undefined, { timeout: 100_000 });
  const content = result.content as { readonly text: string }[];
  return {
    isError: result.isError === true,
    text: content.map(({ text }) => text).join('\n'),
    value: result.structuredContent as Seen['value'],
  };
}

/** A client of a server, and the questions that its person was asked. */
export async function asking(mcp: PaymentsMcp, person = accept) {
  const asked: string[] = [];
  const client = await connectInMemory(mcp, (message) => {
    asked.push(message);
    return person(message);
  });
  return { client, asked };
}

/** A client whose person decides on the page of its server, and what is read and approved there. */
export async function onPage(options: PaymentsMcpOptions) {
  const mcp = serverOf({ ...options, pageOnly: true });
  const page = mcp.approvalPage({ authenticate: () => 'ada' });
  const origin = 'http://127.0.0.1';
  const read = async (path = '', init?: RequestInit) =>
    (await page.fetch(new Request(`${origin}/approvals${path}`, init))).text();
  const waiting = async (count: number) => {
    const ids = async () =>
      [...(await read()).matchAll(/<li><a href="\/approvals\/([^"]+)"/g)].map(([, id]) => id);
    await expect.poll(async () => (await ids()).length).toBe(count);
    return ids();
  };
  const approve = (id = '') => {
    const body = new URLSearchParams({ decision: 'approve' });
    return read(`/${id}`, { method: 'POST', body, headers: { origin } });
  };
  return { client: await connectInMemory(mcp), waiting, approve, read };
}

/** A platform's server, the questions its person was asked, and the records of its audit log. */
export async function askedPlatform(person = accept) {
  const setting = stage();
  const audit = memoryAuditLog();
  let now = Date.parse('2026-01-05T09:00:00Z');
  const mcp = serverOf({
    platform: setting.payments,
    allowWrites: true,
    permissions: ['VIEW', 'TRANSACT', 'MANAGE'],
    audit,
    clock: { now: () => now },
  });
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { ...setting, ...(await asking(mcp, person)), mcp, audit, pass };
}

/** An account outside the service, in another currency than the payments. */
export const euroAccount = {
  currency: 'EUR',
  accountInfo: {
    accountType: 'EUR_ACCOUNT',
    iban: 'DE89370400440532013000',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
  },
};

type Setting = Pick<ReturnType<typeof stage>, 'payments' | 'agent' | 'agentId' | 'transfer'>;

/** A payment of the agent that waits for the platform. */
export async function heldPayment({ payments, agent, agentId, transfer }: Setting) {
  await payments.agents.updatePolicy({ agentId, defaultExecutionMode: 'APPROVAL_REQUIRED' });
  const { id: actionId } = await agent.transfers.createOut({ ...transfer, amount: 45_00 });
  return { agentId, actionId };
}
