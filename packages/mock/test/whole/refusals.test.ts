import { type ErrorCode, errorCodes, operations } from '@org/payments-contract';
import { expect, test } from 'vitest';
import type { PolicyFields } from '../../src/areas/agents/agents.ts';
import { createMock, type Mock, type MockOptions } from '../../src/index.ts';
import { sampleInfo } from '../support/account-samples.ts';
import { exampleRequest } from '../support/example-request.ts';

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
  stablecoinProviderAccounts: 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND',
  tokens: 'TOKEN_NOT_FOUND',
  transactions: 'TRANSACTION_NOT_FOUND',
  'agent.transactions': 'TRANSACTION_NOT_FOUND',
};

/** Codes that follow from a row: whoever sends the request of its example with one thing changed. */
test.each(operations())('rule 6: $name refuses what its row alone refuses', async (operation) => {
  const { name, row } = operation;
  const mock = createMock({ checkResponses: true });
  const { path, headers, body } = exampleRequest(operation, mock);
  const codeOf = async (changed: Readonly<Record<string, string>>, sent = body) => {
    const init = {
      method: row.method,
      headers: changed,
      ...(sent === undefined ? {} : { body: sent }),
    };
    await mock.fetch(`${mock.connection.baseUrl}${path}`, init);
    const { operation: called, code } = mock.requests.at(-1) ?? {};
    return called === name ? code : `of ${called}`;
  };
  const { authorization, ...anonymous } = headers;
  if (authorization !== undefined) expect(await codeOf(anonymous)).toBe('UNAUTHORIZED');
  if (row.body !== undefined) {
    const text = { ...headers, 'content-type': 'text/plain' };
    expect(await codeOf(text, 'text')).toBe('INVALID_REQUEST_FORMAT');
  }
  if (row.path.includes('{')) {
    const [area = ''] = /^(?:agent\.)?\w+/.exec(name) ?? [];
    expect(await codeOf(headers)).toBe(unknown[name] ?? unknown[area] ?? 'NOT_FOUND');
  }
  const { status } = errorCodes.INTERNAL_ERROR;
  mock.faults.add({ operation: name, effect: { kind: 'answer', status, code: 'INTERNAL_ERROR' } });
  expect(await codeOf(headers)).toBe('INTERNAL_ERROR');
});

interface Stage {
  readonly mock: Mock;
  readonly add: Mock['add'];
  send(method: string, path: string, body?: unknown, more?: Headers): Promise<Reply>;
}

type Headers = Readonly<Record<string, string>>;

interface Reply {
  readonly id: string;
  readonly requestId: string;
  readonly scaChallenge?: { readonly id: string };
}

/** Sends requests whose last one is refused. */
type Scenario = (stage: Stage) => Promise<unknown>;

function openStage(options: MockOptions): Stage {
  const mock = createMock({ authentication: 'off', checkResponses: true, ...options });
  return {
    mock,
    add: mock.add,
    async send(method, path, body, more) {
      const isForm = body instanceof FormData;
      const response = await mock.fetch(`${mock.connection.baseUrl}${path}`, {
        method,
        headers: {
          'idempotency-key': crypto.randomUUID(),
          ...(isForm ? {} : { 'content-type': 'application/json' }),
          ...more,
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      });
      return response.status === 204 ? ({} as Reply) : response.json();
    },
  };
}

/** An agent of a customer with 1,000.00 USD and an account outside. */
function agentOf({ add, send }: Stage, policy: PolicyFields = {}, customer: object = {}) {
  const { id: customerId } = add.customer(customer);
  const permissions: PolicyFields['permissions'] = [
    ...(['CREATE_QUOTES', 'EXECUTE_QUOTES'] as const),
    ...(['CREATE_TRANSFERS', 'MANAGE_EXTERNAL_ACCOUNTS'] as const),
  ];
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

const quoteTo = (destination: object, accountId: string, more: object = {}) => ({
  source: { sourceType: 'ACCOUNT', accountId },
  destination,
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 1_000,
  ...more,
});
const toAccount = (accountId: string) => ({ destinationType: 'ACCOUNT', accountId });
const toUma = (umaAddress: string) => ({ destinationType: 'UMA_ADDRESS', umaAddress });
const testAddress = '$success.usd@sandbox.example.com';

interface QuoteCase {
  readonly policy?: PolicyFields;
  readonly customer?: object;
  readonly destination?: (stage: Stage, from: string) => object;
  readonly more?: object;
}

const agentQuote =
  ({ policy, customer, destination, more }: QuoteCase): Scenario =>
  (stage) => {
    const { from, to, send } = agentOf(stage, policy, customer);
    const target = destination?.(stage, from) ?? toAccount(to());
    return send('POST', '/quotes', quoteTo(target, from, more));
  };

const limit = { spendingLimits: { currency: 'USD', perTransactionLimit: 1 } };

const agentScenarios: Readonly<Record<string, Scenario>> = {
  'agent.quotes.create UMA_NOT_FOUND': agentQuote({
    destination: () => toUma('$none@example.com'),
  }),
  'agent.quotes.create INVALID_UMA_ADDRESS': agentQuote({ destination: () => toUma('none') }),
  'agent.quotes.create LOOKUP_REQUEST_NOT_FOUND': agentQuote({ more: { lookupId: 'Lookup:none' } }),
  'agent.quotes.create AMOUNT_OUT_OF_RANGE': agentQuote({ more: { lockedCurrencyAmount: 9e15 } }),
  'agent.quotes.create SELF_PAYMENT': agentQuote({ destination: (_, from) => toAccount(from) }),
  'agent.quotes.create INVALID_CURRENCY': (stage) => {
    const { from, customerId, send } = agentOf(stage);
    const accountInfo = { accountType: 'SWIFT_ACCOUNT' };
    const { id } = stage.add.externalAccount({ customerId, currency: 'XXX', accountInfo });
    return send('POST', '/quotes', quoteTo(toAccount(id), from));
  },
  'agent.quotes.create MISSING_MANDATORY_USER_INFO': agentQuote({
    customer: { customerType: 'BUSINESS', kybStatus: 'APPROVED' },
    destination: () => toUma(testAddress),
  }),
  'agent.quotes.create COUNTERPARTY_NOT_ALLOWED': agentQuote({
    destination: ({ add }) => {
      add.umaProvider({ domain: 'sandbox.example.com', allowListStatus: false });
      return toUma(testAddress);
    },
  }),
  'agent.quotes.create VELOCITY_LIMIT_EXCEEDED': agentQuote({
    policy: limit,
    more: { immediatelyExecute: true },
  }),
  'agent.quotes.execute AMOUNT_OUT_OF_RANGE': async (stage) => {
    const { from, to, send } = agentOf(stage);
    const body = quoteTo(toAccount(to()), from, { lockedCurrencyAmount: 60_000 });
    const quotes = [await send('POST', '/quotes', body), await send('POST', '/quotes', body)];
    for (const { id } of quotes) await send('POST', `/quotes/${id}/execute`);
  },
  'agent.externalAccounts.create CONFLICT': async (stage) => {
    const { send } = agentOf(stage);
    const accountInfo = sampleInfo('USD_ACCOUNT');
    const body = { currency: 'USD', accountInfo, platformAccountId: 'mine' };
    for (const each of [body, body]) await send('POST', '/external-accounts', each);
  },
  'agent.externalAccounts.create INVALID_BANK_ACCOUNT': (stage) =>
    agentOf(stage).send('POST', '/external-accounts', {
      currency: 'USD',
      accountInfo: sampleInfo('USD_ACCOUNT', '105'),
    }),
  'agent.externalAccounts.delete CONFLICT': async (stage) => {
    const { from, to, send } = agentOf(stage);
    const account = to();
    await send('POST', '/quotes', quoteTo(toAccount(account), from));
    await send('DELETE', `/external-accounts/${account}`);
  },
};

/** Both directions of an agent's transfer. */
const transferScenarios = (['In', 'Out'] as const).flatMap((direction) => {
  const isIn = direction === 'In';
  const ask =
    (policy: PolicyFields, amount: number, currency?: string): Scenario =>
    (stage) => {
      const { from, to, send } = agentOf(stage, policy);
      const [inside, outside] = [{ accountId: from }, { accountId: to(currency) }];
      const [source, destination] = isIn ? [outside, inside] : [inside, outside];
      return send('POST', `/transfer-${direction.toLowerCase()}`, { source, destination, amount });
    };
  return Object.entries({
    FORBIDDEN: ask({ permissions: ['VIEW_TRANSACTIONS'] }, 1),
    VELOCITY_LIMIT_EXCEEDED: ask(limit, 2),
    INVALID_CURRENCY: ask({}, 1, 'EUR'),
    ...(isIn ? {} : { AMOUNT_OUT_OF_RANGE: ask({}, 100_001) }),
  }).map(([code, scenario]) => [`agent.transfers.create${direction} ${code}`, scenario] as const);
});

/** Simulated uses of a card, by the last part of their paths. */
const simulations = {
  simulateCreditAuthorization: 'credit_authorization',
  simulateFinancialAuthorization: 'financial_authorization',
  simulateFinancialCreditAuthorization: 'financial_credit_authorization',
};
const cardScenarios = Object.entries(simulations).flatMap(([verb, path]) => {
  const on = ({ send }: Stage, id: string, code: string) =>
    send('POST', `/sandbox/cards/${id}/simulate/${path}`, {
      amount: 1,
      currency: { code },
      merchant: { descriptor: 'SHOP' },
    });
  return Object.entries<Scenario>({
    INVALID_CURRENCY: (stage) => on(stage, stage.add.card().id, 'EUR'),
    CONFLICT: (stage) => on(stage, stage.add.card({ state: 'CLOSED' }).id, 'USD'),
  }).map(([code, scenario]) => [`cardSimulations.${verb} ${code}`, scenario] as const);
});

/** The suffix of `documentNumber` behind each code of a document that replaces another one. */
const rejections = {
  ...{ LOW_QUALITY: '002', DATA_MISMATCH: '003', EXPIRED: '004' },
  ...{ SUSPECTED_FRAUD: '005', UNSUITABLE_DOCUMENT: '006', INCOMPLETE: '007' },
};
const documentScenarios = Object.entries(rejections).map(([code, documentNumber]) => {
  const scenario: Scenario = ({ add, send }) => {
    const form = new FormData();
    const fields = { documentNumber, documentType: 'PASSPORT', country: 'GB' };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
    form.set('file', new Blob([png], { type: 'image/png' }), 'passport.png');
    return send('PUT', `/documents/${add.document().id}`, form);
  };
  return [`documents.replace ${code}`, scenario] as const;
});

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
    const headers = { 'request-id': requestId, 'service-wallet-signature': signature };
    await stage.send('PATCH', path, body, headers);
  },
  'quotes.authorize AMOUNT_OUT_OF_RANGE': async ({ add, send }) => {
    const customerId = add.customer(german).id;
    const { id } = add.internalAccount({ customerId, available: 1_000 });
    const to = add.externalAccount({ customerId }).id;
    const more = { lockedCurrencyAmount: 600, immediatelyExecute: true };
    const quoted = await send('POST', '/quotes', quoteTo(toAccount(to), id, more));
    const parties = { source: { accountId: id }, destination: { accountId: to } };
    await send('POST', '/transfer-out', { ...parties, amount: 900 });
    await send('POST', `/quotes/${quoted.id}/authorize`, { code });
  },
  'externalAccounts.confirmTrust CONFLICT': async (stage) => {
    const path = trustOf(stage);
    const { scaChallenge } = await stage.send('POST', `${path}/trust`);
    for (const challengeId of [scaChallenge?.id, 'x']) {
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

/** Requests about strong authentication that name a customer. */
const strongRequests: Readonly<Record<string, readonly [string, string, object?]>> = {
  'scaFactors.list': ['GET', 'factors'],
  'scaFactors.startEnrollment': ['POST', 'factors', { type: 'TOTP' }],
  'scaFactors.confirmEnrollment': [
    ...(['POST', 'factors/confirm'] as const),
    { type: 'TOTP', secret: 'a', code: '123456' },
  ],
  'scaFactors.delete': ['DELETE', 'factors/totp-1'],
  'scaFactors.startReset': ['POST', 'factors/reset', { factor: 'TOTP' }],
  'scaFactors.getReset': ['GET', 'factors/reset/reset-1'],
  'scaFactors.completeReset': ['POST', 'factors/reset/reset-1/complete'],
  'scaLogin.start': ['POST', 'login/start', { factor: 'SMS_OTP' }],
  'scaLogin.complete': [
    ...(['POST', 'login/complete'] as const),
    {
      ...{ factor: 'SMS_OTP', challengeId: 'ScaChallenge:1', code: '123456' },
      endUserIpAddress: '203.0.113.7',
    },
  ],
  'scaLogin.recordEvent': ['POST', 'record-event', { eventType: 'FAILED_LOGIN_ATTEMPT' }],
};
const strongScenarios = Object.entries(strongRequests).flatMap(([name, [method, path, body]]) => {
  const ask = ({ send }: Stage, customerId: string) =>
    send(method, `/sca/${path}?customerId=${customerId}`, body);
  const needsLogin = name === 'scaFactors.confirmEnrollment';
  return Object.entries<Scenario>({
    USER_NOT_FOUND: (stage) => ask(stage, 'Customer:none'),
    CONFLICT: (stage) => ask(stage, stage.add.customer({ region: 'US' }).id),
    ...(needsLogin && {
      SCA_SESSION_REQUIRED: (stage: Stage) => ask(stage, stage.add.customer(german).id),
    }),
  }).map(([code, scenario]) => [`${name} ${code}`, scenario] as const);
});

/** Both directions in which stablecoins and money of their currency are exchanged. */
const exchangeScenarios = (['mint', 'burn'] as const).flatMap((kind) => {
  const ask =
    ({ amount = '10', currency = '', linked = '', isOff = false }): Scenario =>
    ({ add, send }) => {
      const { id } = add.stablecoin({
        symbol: 'ACMEUSD',
        ...(isOff && { serviceOperationsStatus: 'DISABLED' }),
        ...(linked !== '' && {
          stablecoinProviderAccountId: add.stablecoinProviderAccount({ status: linked }).id,
        }),
      });
      const usual = kind === 'mint' ? 'USD' : 'ACMEUSD';
      const funds = add.internalAccount({ currency: currency || usual, available: 50 });
      const source = { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: funds.id };
      const outside = { type: 'EXTERNAL_ACCOUNT', rail: 'WIRE' };
      return send('POST', `/stablecoins/${id}/${kind}s`, {
        amount,
        ...(kind === 'mint'
          ? {
              fundingSource: source,
              destination: { accountId: add.internalAccount({ currency: 'ACMEUSD' }).id },
            }
          : {
              source,
              destination: {
                ...outside,
                externalAccountId: add.externalAccount({ isPlatformAccount: true }).id,
              },
            }),
      });
    };
  return Object.entries({
    STABLECOIN_PROVIDER_ACCOUNT_INVALID: ask({ linked: 'INVALID' }),
    STABLECOIN_PROVIDER_ACCOUNT_REVOKED: ask({ linked: 'REVOKED' }),
    INVALID_AMOUNT: ask({ amount: '0' }),
    INVALID_CURRENCY: ask({ currency: 'EUR' }),
    CONFLICT: ask({ isOff: true }),
  }).map(([code, scenario]) => [`stablecoins.${kind} ${code}`, scenario] as const);
});

const platformWallet = ({ add }: Stage) => {
  const accountInfo = { accountType: 'SOLANA_WALLET', address: 'x' };
  const { id } = add.externalAccount({ isPlatformAccount: true, currency: 'USDC', accountInfo });
  return `/platform/external-accounts/${id}`;
};
const proof = { signature };
const money = ({ add }: Stage, currency = 'USD') => {
  const { id: customerId } = add.customer();
  const from = add.internalAccount({ customerId, available: 100_000 }).id;
  return { from, to: add.externalAccount({ customerId, currency }).id };
};
const quote =
  (umaAddress: string): Scenario =>
  (stage) =>
    stage.send('POST', '/quotes', quoteTo(toUma(umaAddress), money(stage).from));

const accountScenarios: Readonly<Record<string, Scenario>> = {
  'platformAccounts.create CONFLICT': async ({ send }) => {
    const accountInfo = sampleInfo('USD_ACCOUNT');
    const body = { currency: 'USD', accountInfo, platformAccountId: 'mine' };
    for (const each of [body, body]) await send('POST', '/platform/external-accounts', each);
  },
  'platformAccounts.create INVALID_BANK_ACCOUNT': ({ send }) =>
    send('POST', '/platform/external-accounts', {
      currency: 'USD',
      accountInfo: sampleInfo('USD_ACCOUNT', '105'),
    }),
  'platformAccounts.delete CONFLICT': async (stage) => {
    const { id } = stage.add.externalAccount({ isPlatformAccount: true });
    await stage.send('POST', '/quotes', quoteTo(toAccount(id), money(stage).from));
    await stage.send('DELETE', `/platform/external-accounts/${id}`);
  },
  'platformAccounts.challengeOwnership CONFLICT': async (stage) => {
    const path = platformWallet(stage);
    const method = 'WALLET_SIGNATURE';
    await stage.send('POST', `${path}/challenge`, { method });
    await stage.send('POST', `${path}/verify`, proof);
    await stage.send('POST', `${path}/challenge`, { method });
  },
  'transfers.createIn INVALID_CURRENCY': (stage) => {
    const { from, to } = money(stage, 'EUR');
    const body = { source: { accountId: to }, destination: { accountId: from }, amount: 1 };
    return stage.send('POST', '/transfer-in', body);
  },
  'quotes.create UMA_NOT_FOUND': quote('$none@example.com'),
  'quotes.create INVALID_UMA_ADDRESS': quote('none'),
  'receivers.lookUpUma USER_NOT_FOUND': ({ send }) =>
    send('GET', `/receiver/uma/${testAddress}?customerId=Customer:none`),
  'receivers.lookUpExternalAccount INVALID_UMA_ADDRESS': (stage) =>
    stage.send('GET', `/receiver/external-account/${money(stage).to}?senderUmaAddress=none`),
};

const all = new Map<string, Scenario>([
  ...Object.entries(agentScenarios),
  ...transferScenarios,
  ...cardScenarios,
  ...documentScenarios,
  ...Object.entries(customerScenarios),
  ...Object.entries(laterScenarios),
  ...strongScenarios,
  ...exchangeScenarios,
  ...Object.entries(accountScenarios),
]);

const options: Readonly<Record<string, MockOptions>> = {
  'cardSimulations.simulateFinancialAuthorization CONFLICT': { declinedAuthorization: 'conflict' },
};

/** Refusals that one operation shares with another one, beside which its rule is tested. */
test.each([...all.keys()])('rule 104: %s', async (key) => {
  const [operation, code] = key.split(' ');
  const stage = openStage({ strongAuthenticationRegions: ['DE'], ...options[key] });
  await all.get(key)?.(stage);
  expect(stage.mock.requests.at(-1)).toMatchObject({ operation, code });
});
