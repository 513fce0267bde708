import { errorCodes, type FieldError } from '@org/payments-contract';
import { expect } from 'vitest';
import { open, test } from '../../test/support/api-test.ts';
import { expectInvalid, expectRefused, expectUnauthorized } from '../../test/support/open-mock.ts';
import { payer } from '../../test/support/payers.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('rule 1: every path is below a base that ends in the version', async (api) => {
  const { baseUrl } = api.connection;
  expect(baseUrl).toMatch(/\/2025-10-13$/);
  expect((await api.send('GET', '/documents')).status).toBe(200);
  for (const url of [
    `${baseUrl.replace('2025-10-13', '2024-01-01')}/documents`,
    `${new URL(baseUrl).origin}/documents`,
    `${baseUrl}/documents/extra/more`,
    `${baseUrl}/`,
    `${baseUrl}documents`,
  ]) {
    expect((await api.fetch(url, {})).status, url).toBe(404);
  }
  expect(api.mock.requests.at(-1)).toMatchObject({ status: 404, operation: undefined });
});

test('rule 1: a known path with another method is 405 and names the methods', async (api) => {
  const reply = await api.send('DELETE', '/documents');
  expectRefused(reply, 405, 'METHOD_NOT_ALLOWED');
  expect(reply.headers.get('allow')).toBe('GET, POST');
});

test('rule 2: errors, ids, times and money have the common form', async (api) => {
  const missing = await api.send('PATCH', '/agents/Agent:none', { isPaused: true });
  expect(missing.body).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(missing.body.message).toBeTypeOf('string');
  expect(missing.headers.get('content-type')).toContain('application/json');

  const { account, sessionKey } = await api.signIn();
  const path = `/internal-accounts/${account.id}`;
  const { body } = await api.signed('PATCH', path, { privateEnabled: true }, sessionKey);
  expect(body.id).toMatch(/^InternalAccount:.+/);
  expect(body.createdAt).toMatch(ISO);
  const usd = { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 };
  expect(body.balance).toEqual({ amount: 0, currency: usd });
});

test('rule 3: a 400 carries one of the listed codes', async (api) => {
  const path = `/cards/${api.mock.add.card().id}`;
  for (const body of [{}, '{']) {
    const { code } = (await api.send('PATCH', path, body)).body;
    expect(errorCodes).toHaveProperty([String(code), 'status'], 400);
  }
});

test('rule 4: all invalid fields are reported in one response, one entry each', async (api) => {
  const { id } = api.mock.add.customer();
  const update = {
    phoneNumber: '0123',
    birthDate: '5 May',
    pepStatus: 'SOMEWHAT',
    taxIdType: 'NON_US_TAX_ID',
    sourceOfFundsCategories: ['SALARY', 'GOLD', 'OTHER'],
    shoeSize: 44,
  };
  const reply = await api.send('PATCH', `/customers/${id}`, update);
  expectInvalid(
    reply,
    'phoneNumber',
    'birthDate',
    'pepStatus',
    'taxIdCountryOfIssuance',
    'sourceOfFundsCategories.1',
    'sourceOfFundsOtherDescription',
    'shoeSize',
  );
  const both = await api.send('PATCH', `/customers/${id}`, { phoneNumber: '0123', email: 'x' });
  expectInvalid(both, 'phoneNumber', 'email');
});

test('rule 4: an entry shows the form, the values or the length that a field must have', async (api) => {
  const { id } = api.mock.add.customer({ customerType: 'BUSINESS' });
  const businessInfo = { naicsCode: 'x', incorporatedOn: '5 May' };
  const customer = { taxIdType: 'VAT', customerType: 'PERSON', currencies: 'USD', businessInfo };
  const messages = { displayName: 'x'.repeat(256), logoUrl: 'x' };
  const requests = [
    ['PATCH', `/customers/${id}`, customer],
    ['PATCH', '/config', { cardTokenization2faConfig: messages }],
    ['GET', '/customers?umaAddress=', undefined],
  ] as const;
  const shown = [];
  for (const [method, path, body] of requests) {
    const { details } = (await api.send(method, path, body)).body;
    const { errors } = details as { readonly errors: readonly FieldError[] };
    shown.push(...errors.map(({ field, constraint }) => [field, constraint]));
  }
  expect(Object.fromEntries(shown)).toEqual({
    taxIdType: { enum: ['SSN', 'ITIN', 'EIN', 'NON_US_TAX_ID'] },
    customerType: { enum: ['INDIVIDUAL', 'BUSINESS'] },
    currencies: undefined,
    'businessInfo.naicsCode': { pattern: String.raw`^\d{2,6}$` },
    'businessInfo.incorporatedOn': { format: 'date' },
    'cardTokenization2faConfig.displayName': { maxLength: 255 },
    'cardTokenization2faConfig.logoUrl': { format: 'url' },
    umaAddress: { minLength: 1 },
  });
});

test('rule 4: a field of the query that is in the body has one entry, which names its place', async (api) => {
  const customerId = api.mock.add.customer().id;
  const reply = await api.send('POST', '/sca/login/start', { factor: 'TOTP', customerId });
  expect(reply.status).toBe(400);
  const message = 'belongs in the query, not in the body';
  const errors = [{ field: 'customerId', message }];
  expect(reply.body).toMatchObject({ details: { errors } });
});

test('rule 5: a 401 has the code UNAUTHORIZED and names the failed check at the top level', async (api) => {
  const reply = await api.send('GET', '/documents', undefined, { authorization: 'Basic eDp5' });
  expectUnauthorized(reply, 'invalidCredentials');
  expect(Object.keys(reply.body)).toContain('reason');
});

test('rule 6: an unexpected failure of the mock is 500, and names what failed', async (api) => {
  const { id } = api.mock.add.document();
  const broken = structuredClone(api.mock.snapshot());
  const [[sequence, document] = [0, undefined]] = broken.tables.documents.rows;
  Object.assign(broken.tables.documents, { rows: [[sequence, { ...document, size: 1n }]] });
  api.mock.restore(broken);
  const reply = await api.send('GET', '/documents');
  expectRefused(reply, 500, 'INTERNAL_ERROR');
  expect(reply.headers.get('mock-explanation')).toContain('BigInt');
  expect(JSON.stringify(api.mock.requests.at(-1)?.responseBody)).not.toContain(id);
});

test('rule 7: malformed JSON and another content type are 400', async (api) => {
  const path = `/cards/${api.mock.add.card().id}`;
  expectRefused(await api.send('PATCH', path, '{"state":'), 400, 'INVALID_REQUEST_FORMAT');
  const form = { 'content-type': 'text/plain' };
  const text = await api.send('PATCH', path, '{"state":"FROZEN"}', form);
  expectRefused(text, 400, 'INVALID_REQUEST_FORMAT');
  const charset = { 'content-type': 'application/json; charset=utf-8' };
  expect((await api.send('PATCH', path, '{"state":"FROZEN"}', charset)).status).toBe(202);
});

test('rule 7: a missing body counts as an empty one', async (api) => {
  const path = `/cards/${api.mock.add.card().id}`;
  expectInvalid(await api.send('PATCH', path), 'body');
  expectInvalid(await api.send('PATCH', path, '[]'), 'body');
});

test.each([
  ['none', undefined, 'missingCredentials'],
  ['another scheme', 'Digest abc', 'wrongScheme'],
  ['no base64', 'Basic !!!', 'malformedCredentials'],
  ['no colon', `Basic ${btoa('no-colon')}`, 'malformedCredentials'],
  ['a wrong secret', `Basic ${btoa('tok:wrong')}`, 'invalidCredentials'],
  ['a wrong token id', `Basic ${btoa('wrong:secret')}`, 'invalidCredentials'],
  ['a bearer token', 'Bearer abc', 'wrongScheme'],
] as const)('rule 8: Basic credentials are required: %s', async (_case, header, reason) => {
  const api = await open({ tokenId: 'tok', clientSecret: 'secret' });
  const headers = header === undefined ? {} : { authorization: header };
  const url = `${api.connection.baseUrl}/documents`;
  const response = await api.fetch(url, { headers });
  const body = (await response.json()) as Record<string, unknown>;
  expectUnauthorized({ status: response.status, headers: response.headers, body }, reason);
  expect(response.headers.get('mock-explanation')).not.toContain('secret"');
});

test('rule 8: the scheme is read in any letter case', async () => {
  const api = await open({ tokenId: 'tök', clientSecret: 'sécret' });
  const bytes = new TextEncoder().encode('tök:sécret');
  const encoded = btoa(String.fromCharCode(...bytes));
  for (const authorization of [`basic ${encoded}`, `Basic  ${encoded}`]) {
    const reply = await api.send('GET', '/documents', undefined, { authorization });
    expect(reply.status).toBe(200);
  }
});

test('rule 8: an option turns the check of credentials off', async () => {
  const wrong = { authorization: 'Basic eDp5' };
  const api = await open({ authentication: 'off' });
  expect((await api.send('GET', '/documents', undefined, wrong)).status).toBe(200);
});

test('rule 8: operations of agents take the bearer token of an agent, and only that', async (api) => {
  const { accessToken } = api.mock.add.agent();
  const path = '/agents/me/transactions';
  const send = (authorization: string) => api.send('GET', path, undefined, { authorization });
  expect((await send(`Bearer ${accessToken}`)).status).toBe(200);
  expectUnauthorized(await send('Bearer other'), 'invalidAccessToken');
  expectUnauthorized(await api.send('GET', path), 'wrongScheme');
  const elsewhere = await api.send('GET', '/documents', undefined, bearer(accessToken));
  expectUnauthorized(elsewhere, 'wrongScheme');
});

test.each([100, 100_000])('rule 99: a body of %d nested levels gets a response', async (depth) => {
  const api = await open();
  api.mock.onRequest(() => {});
  const path = `/cards/${api.mock.add.card().id}`;
  const list = `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const object = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  for (const nested of [list, object]) {
    for (const body of [nested, `{"state":${nested}}`, `{"state":"FROZEN","x":${nested}}`]) {
      expectRefused(await api.send('PATCH', path, body), 400, 'INVALID_INPUT');
    }
    expectRefused(await api.send('POST', '/nowhere', nested), 404, 'NOT_FOUND');
  }
});

interface AccountData {
  readonly id: string;
  readonly totalBalance: { readonly amount: number };
}

test('rule 93: each posting of a completion emits an event with the balance after it', async (api) => {
  const { quote, execute, account } = payer(api);
  const { id, totalSendingAmount, feesIncluded } = await quote();
  await execute(id);
  await api.send('GET', '/documents');
  const totals = api.mock.events
    .filter(({ type }) => type === 'INTERNAL_ACCOUNT.BALANCE_UPDATED')
    .map(({ data }) => data as AccountData)
    .filter((data) => data.id === account.id)
    .map(({ totalBalance }) => totalBalance.amount);
  // Funded by the fixture, held, charged the fee, paid out.
  const after = [100_000 - feesIncluded, 100_000 - totalSendingAmount];
  expect(totals).toEqual([100_000, 100_000, ...after]);
  const completed = api.mock.events.find(({ type }) => type === 'OUTGOING_PAYMENT.COMPLETED');
  expect(completed?.data).toMatchObject({ settledAt: expect.any(String) });
});
