import {
  agentPermissions,
  type ErrorCode,
  errorCodes,
  type OperationRow,
  operations,
} from '@org/payments-contract';
import { definition } from '@org/payments-contract/internal/schema';
import { expect, test } from 'vitest';
import type { PolicyFields } from '../../src/areas/agents/agents.ts';
import { createMock } from '../../src/index.ts';
import { sampleInfo } from '../support/account-samples.ts';
import { open } from '../support/api-test.ts';
import { exampleRequest, formOf } from '../support/example-request.ts';
import { between } from '../support/payers.ts';

/** The codes for a resource that does not exist, by area or operation, where it has its own. */
const unknown: Readonly<Record<string, ErrorCode>> = {
  contactVerification: 'USER_NOT_FOUND',
  customerImports: 'BULK_UPLOAD_JOB_NOT_FOUND',
  customers: 'USER_NOT_FOUND',
  invitations: 'INVITATION_NOT_FOUND',
  quotes: 'QUOTE_NOT_FOUND',
  'agent.quotes': 'QUOTE_NOT_FOUND',
  'receivers.lookUpUma': 'UMA_NOT_FOUND',
  scaFactors: 'USER_NOT_FOUND',
  scaLogin: 'USER_NOT_FOUND',
  stablecoinProviderAccounts: 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND',
  tokens: 'TOKEN_NOT_FOUND',
  transactions: 'TRANSACTION_NOT_FOUND',
  'agent.transactions': 'TRANSACTION_NOT_FOUND',
};

function requiredFields({ body }: OperationRow): string[] {
  const { shape = {} } = body === undefined ? {} : definition(body);
  return Object.entries(shape).flatMap(([name, field]) =>
    field.safeParse(undefined).success ? [] : [name],
  );
}

/** Codes that follow from a row: whoever sends the request of its example with one thing changed. */
test.each(operations())('rule 6: $name refuses what its row alone refuses', async (operation) => {
  const { name, row } = operation;
  const mock = createMock({ checkResponses: true });
  const { path, headers, body } = exampleRequest(operation, mock);
  const send = async (changed: Readonly<Record<string, string>>, sent = body, query = '') => {
    const init = {
      method: row.method,
      headers: changed,
      ...(sent === undefined ? {} : { body: sent }),
    };
    const response = await mock.fetch(`${mock.connection.baseUrl}${path}${query}`, init);
    const { operation: called, code } = mock.requests.at(-1) ?? {};
    expect(called).toBe(name);
    const { details } = response.status === 400 ? await response.json() : {};
    return { code, fields: details?.errors?.map(({ field }: { field: string }) => field) };
  };
  const codeOf = async (...request: Parameters<typeof send>) => (await send(...request)).code;
  const { authorization, ...anonymous } = headers;
  if (authorization !== undefined) expect(await codeOf(anonymous)).toBe('UNAUTHORIZED');
  if (row.body !== undefined) {
    const text = { ...headers, 'content-type': 'text/plain' };
    expect(await codeOf(text, 'text')).toBe('INVALID_REQUEST_FORMAT');
    const odd = row.media === 'multipart' ? formOf({ unheardOf: '1' }) : '{"unheardOf":1}';
    const { code, fields } = await send(headers, odd);
    const missing = requiredFields(row).filter(
      (field) => !(odd instanceof FormData && field === 'file'),
    );
    expect([code, fields]).toEqual([
      'INVALID_INPUT',
      expect.arrayContaining(definition(row.body).options ? [] : ['unheardOf', ...missing]),
    ]);
  }
  if (row.query !== undefined) {
    const odd = `${path.includes('?') ? '&' : '?'}unheardOf=1`;
    expect((await send(headers, body, odd)).fields).toEqual(['unheardOf']);
  }
  if (row.list === 'paged') {
    // The cursor of a list below a resource is looked at after the resource.
    for (const wrong of ['limit=101', ...(row.path.includes('{') ? [] : ['cursor=x'])]) {
      const query = `${path.includes('?') ? '&' : '?'}${wrong}`;
      expect((await send(headers, body, query)).fields).toEqual([wrong.split('=')[0]]);
    }
  }
  if (row.path.includes('{') || row.path.startsWith('/sca/')) {
    const [area = ''] = /^(?:agent\.)?\w+/.exec(name) ?? [];
    expect(await codeOf(headers)).toBe(unknown[name] ?? unknown[area] ?? 'NOT_FOUND');
  }
  const { status } = errorCodes.INTERNAL_ERROR;
  mock.faults.add({ operation: name, effect: { kind: 'answer', status, code: 'INTERNAL_ERROR' } });
  expect(await codeOf(headers)).toBe('INTERNAL_ERROR');
});

type Stage = Awaited<ReturnType<typeof openStage>>;

type Scenario = (stage: Stage) => Promise<unknown>;

async function openStage() {
  const { mock, send } = await open({ strongAuthenticationRegions: ['DE'] });
  return {
    mock,
    add: mock.add,
    async send(method: string, path: string, body?: unknown, more?: Record<string, string>) {
      const headers = { 'idempotency-key': crypto.randomUUID(), ...more };
      return (await send(method, path, body, headers)).body;
    },
  };
}

/** An agent of a customer with 1,000.00 USD and an account outside. */
function agentOf({ add, send }: Stage, policy: PolicyFields = {}) {
  const { id: customerId } = add.customer();
  const permissions = [...agentPermissions];
  const { accessToken } = add.agent({ customerId, policy: { permissions, ...policy } });
  const from = add.internalAccount({ customerId, available: 100_000 }).id;
  const to = (currency = 'USD') => add.externalAccount({ customerId, currency }).id;
  return {
    customerId,
    from,
    to,
    send: (method: string, path: string, body?: object) =>
      send(method, `/agents/me${path}`, body, { authorization: `Bearer ${accessToken}` }),
  };
}

const quoteTo = (destination: object, accountId: string, more: object = {}) =>
  between(accountId, '', 1_000, { destination, ...more });
const toAccount = (accountId: string) => ({ destinationType: 'ACCOUNT', accountId });
const limit = { spendingLimits: { currency: 'USD', perTransactionLimit: 1 } };

/** Asks for a quote as an agent; to an external account, if nothing else is said. */
const agentQuote =
  (policy: PolicyFields, more: object, to?: (from: string) => string): Scenario =>
  (stage) => {
    const agent = agentOf(stage, policy);
    const destination = toAccount(to?.(agent.from) ?? agent.to());
    return agent.send('POST', '/quotes', quoteTo(destination, agent.from, more));
  };

const agentScenarios: Readonly<Record<string, Scenario>> = {
  'agent.quotes.create SELF_PAYMENT': agentQuote({}, {}, (from) => from),
  'agent.quotes.create VELOCITY_LIMIT_EXCEEDED': agentQuote(limit, { immediatelyExecute: true }),
  'agent.quotes.execute AMOUNT_OUT_OF_RANGE': async (stage) => {
    const { from, to, send } = agentOf(stage);
    const more = { lockedCurrencyAmount: 100_001 };
    const { id } = await send('POST', '/quotes', quoteTo(toAccount(to()), from, more));
    await send('POST', `/quotes/${id}/execute`);
  },
  'agent.externalAccounts.create CONFLICT': async (stage) => {
    const { send } = agentOf(stage);
    const accountInfo = sampleInfo('USD_ACCOUNT');
    const body = { currency: 'USD', accountInfo, platformAccountId: 'mine' };
    for (const each of [body, body]) await send('POST', '/external-accounts', each);
  },
  'agent.externalAccounts.delete CONFLICT': async (stage) => {
    const { from, to, send } = agentOf(stage);
    const account = to();
    await send('POST', '/quotes', quoteTo(toAccount(account), from));
    await send('DELETE', `/external-accounts/${account}`);
  },
};

const transferIn =
  (policy: PolicyFields, currency?: string): Scenario =>
  (stage) => {
    const { from, to, send } = agentOf(stage, policy);
    const sides = { source: { accountId: to(currency) }, destination: { accountId: from } };
    return send('POST', '/transfer-in', { ...sides, amount: 2 });
  };

const announceCredit =
  (state: 'ACTIVE' | 'CLOSED', code: string): Scenario =>
  ({ add, send }) =>
    send('POST', `/sandbox/cards/${add.card({ state }).id}/simulate/credit_authorization`, {
      amount: 1,
      currency: { code },
      merchant: { descriptor: 'SHOP' },
    });

const moreScenarios: Readonly<Record<string, Scenario>> = {
  'agent.transfers.createIn FORBIDDEN': transferIn({ permissions: ['VIEW_TRANSACTIONS'] }),
  'agent.transfers.createIn VELOCITY_LIMIT_EXCEEDED': transferIn(limit),
  'agent.transfers.createIn INVALID_CURRENCY': transferIn({}, 'EUR'),
  'cardSimulations.simulateCreditAuthorization INVALID_CURRENCY': announceCredit('ACTIVE', 'EUR'),
  'cardSimulations.simulateCreditAuthorization CONFLICT': announceCredit('CLOSED', 'USD'),
  'documents.replace LOW_QUALITY'({ add, send }) {
    const form = formOf({ documentNumber: '002', documentType: 'PASSPORT', country: 'GB' });
    return send('PUT', `/documents/${add.document().id}`, form);
  },
};

const wallet = ({ add }: Stage, email: string) => {
  const { id: customerId } = add.customer({ email });
  add.wallet({ customerId });
  return `/customers/${customerId}`;
};
const umaAddress = '$ada@example.com';

const customerScenarios: Readonly<Record<string, Scenario>> = {
  'customers.create UMA_ADDRESS_EXISTS': ({ add, send }) => {
    add.customer({ umaAddress });
    return send('POST', '/customers', { customerType: 'INDIVIDUAL', umaAddress });
  },
  'customers.update UMA_ADDRESS_EXISTS': ({ add, send }) => {
    add.customer({ umaAddress });
    return send('PATCH', `/customers/${add.customer().id}`, { umaAddress });
  },
  'customers.update EMAIL_OTP_EMAIL_ALREADY_EXISTS': (stage) => {
    wallet(stage, 'taken@example.com');
    return stage.send('PATCH', wallet(stage, 'ada@example.com'), { email: 'taken@example.com' });
  },
};

const signature = 'sandbox-valid-signature';
const german = { region: 'DE', phoneNumber: '+4915112345678' };
const code = '123456';
const trustOf = ({ add }: Stage) => {
  const { id } = add.externalAccount({ customerId: add.customer(german).id });
  return `/customers/external-accounts/${id}`;
};
const passkey = (transports: readonly string[]) => ({
  ...{ type: 'PASSKEY', challenge: 'Y2g', nickname: 'Key' },
  attestation: { credentialId: 'a2V5', clientDataJson: 'e30', attestationObject: 'oA', transports },
});

const laterScenarios: Readonly<Record<string, Scenario>> = {
  'customers.update EMAIL_OTP_CREDENTIAL_SET_CHANGED': async (stage) => {
    const path = wallet(stage, 'ada@example.com');
    const body = { email: 'new@example.com' };
    const { requestId } = await stage.send('PATCH', path, body);
    stage.add.wallet({ customerId: path.slice('/customers/'.length) as `Customer:${string}` });
    const headers = { 'request-id': String(requestId), 'service-wallet-signature': signature };
    await stage.send('PATCH', path, body, headers);
  },
  'externalAccounts.confirmTrust CONFLICT': async (stage) => {
    const path = trustOf(stage);
    const { scaChallenge } = await stage.send('POST', `${path}/trust`);
    for (const challengeId of [(scaChallenge as { id: string }).id, 'x']) {
      await stage.send('POST', `${path}/trust/confirm`, { challengeId, code });
    }
  },
  'externalAccounts.confirmUntrust CONFLICT': (stage) =>
    stage.send('POST', `${trustOf(stage)}/untrust/confirm`, { challengeId: 'x', code }),
  'credentials.create INVALID_INPUT': ({ add, send }) => {
    const accountId = add.wallet().account.id;
    return send('POST', '/auth/credentials', { accountId, ...passkey(['usb', 'carrier-pigeon']) });
  },
};

const money = ({ add }: Stage, currency = 'USD') => {
  const { id: customerId } = add.customer();
  const from = add.internalAccount({ customerId, available: 100_000 }).id;
  return { from, to: add.externalAccount({ customerId, currency }).id };
};
const toUma = (umaAddress: string) => ({ destinationType: 'UMA_ADDRESS', umaAddress });
const quote = (stage: Stage, address: string, lookupId: unknown) => {
  const body = { ...quoteTo(toUma(address), money(stage).from), lookupId };
  return stage.send('POST', '/quotes', body);
};

const accountScenarios: Readonly<Record<string, Scenario>> = {
  'transfers.createIn INVALID_CURRENCY': (stage) => {
    const { from, to } = money(stage, 'EUR');
    const body = { source: { accountId: to }, destination: { accountId: from }, amount: 1 };
    return stage.send('POST', '/transfer-in', body);
  },
  'quotes.create UMA_NOT_FOUND': async (stage) => {
    const { id } = stage.add.customer({ umaAddress });
    const { lookupId } = await stage.send('GET', `/receiver/uma/${umaAddress}`);
    await stage.send('DELETE', `/customers/${id}`);
    return quote(stage, umaAddress, lookupId);
  },
  'quotes.create INVALID_UMA_ADDRESS': (stage) => quote(stage, 'none', 'Lookup:none'),
  'receivers.lookUpUma USER_NOT_FOUND': ({ send }) =>
    send('GET', '/receiver/uma/$success.usd@sandbox.example.com?customerId=Customer:none'),
  'receivers.lookUpExternalAccount INVALID_UMA_ADDRESS': (stage) =>
    stage.send('GET', `/receiver/external-account/${money(stage).to}?senderUmaAddress=none`),
};

const all: Readonly<Record<string, Scenario>> = {
  ...agentScenarios,
  ...moreScenarios,
  ...customerScenarios,
  ...laterScenarios,
  ...accountScenarios,
};

/** Refusals that one operation shares with another one, beside which its rule is tested. */
test.each(Object.keys(all))('rule 104: %s', async (key) => {
  const [operation, code] = key.split(' ');
  const stage = await openStage();
  await all[key]?.(stage);
  expect(stage.mock.requests.at(-1)).toMatchObject({ operation, code });
});
