import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { type ErrorCode, errorCodes } from '@org/payments-contract';
import { DOCS_ADDRESS, errorAddress } from '@org/payments-contract/internal';
import { describe, expect, onTestFinished, test } from 'vitest';
import { card, json, networkError, refusal, scriptedClient } from '../../test/scripted-service.ts';
import { listenOn, tcpServer } from '../../test/servers.ts';
import { thrown } from '../../test/thrown.ts';
import { createPaymentsClient } from '../client/payments-client.ts';
import type { ApiError } from './api-error.ts';
import { connectionProblem } from './connection-problem.ts';
import { unauthorizedCause } from './unauthorized-reason.ts';

async function refusedWith(
  body: unknown,
  headers: Record<string, string> = {},
  status = 400,
): Promise<ApiError> {
  const { payments } = scriptedClient([json(status, body, headers)], { retry: 0 });
  return (await thrown(payments.documents.list())) as ApiError;
}

const body = { status: 400, code: 'INVALID_INPUT', message: 'no' };

const codes = Object.keys(errorCodes) as ErrorCode[];

test.each(codes)('a write that ends with %s is open, or certainly not applied', async (code) => {
  const { status } = errorCodes[code];
  const { payments } = scriptedClient([refusal(status, code)], { retry: 0 });
  const failed = await payments.customers.create({ customerType: 'INDIVIDUAL' }).catch(Object);
  const isOpen = status >= 500 && status !== 501 && status !== 503;
  expect(failed.outcome).toBe(isOpen ? 'unknown' : 'not-applied');
  expect(isOpen ? failed.cause : failed).toMatchObject({ code, status });
});

test.each(codes)('%s is an error of its class', async (code) => {
  const { status, action } = errorCodes[code];
  const classes: Readonly<Record<number, string>> = {
    ...{ 400: 'BadRequestError', 401: 'UnauthorizedError', 403: 'ForbiddenError' },
    ...{ 404: 'NotFoundError', 409: 'ConflictError', 429: 'RateLimitError' },
  };
  const error = await refusedWith({ status, code, message: 'no' }, {}, status);
  const name = classes[status] ?? (status >= 500 ? 'ServiceError' : 'ApiError');
  expect(error).toMatchObject({ name, code, status, operation: 'documents.list' });
  if (status !== 401) expect(error).toMatchObject({ action });
});

describe('an error body of any shape', () => {
  test.each([
    ['details of null', { details: null }],
    ['a reason of null', { reason: null }],
    ['details of text', { details: 'more' }],
    ['errors of null', { details: { errors: null } }],
    ['a status of text', { status: '400' }],
    ['no status', { status: undefined }],
    ['a message of null', { message: null }],
  ])('keeps its code with %s', async (_what, change) => {
    const error = await refusedWith({ ...body, ...change });
    expect(error).toMatchObject({ name: 'BadRequestError', code: 'INVALID_INPUT', status: 400 });
  });

  test.each([
    ['field and message', { field: 'a.b', message: 'is bad' }, { path: 'a.b', message: 'is bad' }],
    ['path and message', { path: 'a.b', message: 'is bad' }, { path: 'a.b', message: 'is bad' }],
    ['a path of segments', { path: ['a', 0, 'b'] }, { path: 'a.0.b', message: 'is not valid' }],
    ['a string', 'a.b is bad', { path: '', message: 'a.b is bad' }],
  ])('lists issues given as %s', async (_what, item, expected) => {
    const error = await refusedWith({ ...body, details: { errors: [item] } });
    expect(error.issues).toEqual([expected]);
  });

  test('prefers the top-level reason to the one in details', async () => {
    const both = { ...body, reason: 'on top', details: { reason: 'below' } };
    expect((await refusedWith(both)).reason).toBe('on top');
    expect((await refusedWith({ ...both, reason: null })).reason).toBe('below');
  });

  test('shows details and headers, without cookies', async () => {
    const details = { limit: 5, errors: [] };
    const headers = { 'x-region': 'eu', 'set-cookie': 'hidden=1', 'retry-after': '3' };
    const error = await refusedWith({ ...body, details }, headers);
    expect(error).toMatchObject({ details, retryAfter: 3_000, headers: { 'x-region': 'eu' } });
    expect(error.toJSON()).toMatchObject({ details });
    expect(inspect(error)).not.toContain('hidden');
  });

  test('of a gateway has no code and is classified by its status', async () => {
    const { payments } = scriptedClient([json(403, { message: 'Forbidden' })]);
    await expect(payments.documents.list()).rejects.toMatchObject({
      code: 'UNREADABLE_ERROR',
      status: 403,
      message: expect.stringContaining('Forbidden'),
    });
  });

  test('that cannot be parsed is kept unchanged, and not part of the message', async () => {
    const page = '<html>blocked, hidden id 77</html>';
    const response = new Response(page, { status: 403, headers: { 'content-type': 'text/html' } });
    const { payments } = scriptedClient([response]);
    const error = await payments.documents.list().catch((thrown) => thrown);
    expect(error.rawText()).toBe(page);
    const shown = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error);
    expect(shown).not.toContain('hidden');
    expect((await refusedWith(body)).rawText()).toBe(JSON.stringify(body));
  });

  test('shows no secret of the request, in the message or the name of a field', async () => {
    const secret = 'client-secret-value';
    const { payments } = scriptedClient([
      json(403, { message: `No such pair: token:${secret}` }),
      json(400, { ...body, details: { [secret]: 'is not a name' } }),
    ]);
    for (const status of [403, 400]) {
      const error = await payments.documents.list().catch((thrown) => thrown);
      expect(error.status).toBe(status);
      expect(inspect(error, { depth: 9 })).not.toContain(secret);
    }
  });
});

describe('Retry-After', () => {
  test.each(['-5', '1, 2', 'soon', '', 'Mon, 05 Jan 2026 08:00:00 GMT'])(
    'of %j is not a valid wait: the backoff decides',
    async (value) => {
      const refused = refusal(429, 'RATE_LIMITED');
      const headers = { 'retry-after': value };
      const response = json(429, await refused.json(), headers);
      const { payments, clock } = scriptedClient([response, json(200, card)]);
      await payments.cards.get({ id: 'Card:1' });
      const waits = clock.delays.filter((delay) => delay < 10_000);
      expect(waits).toEqual([expect.toSatisfy((wait) => wait > 0 && wait <= 500)]);
    },
  );
});

test.each([
  ["Somebody else's account", 'unknown'],
  ['Request stamped with the key of an expired session', 'session_inactive'],
  ['Request-Id expired', 'challenge_expired'],
  ['The body differs from the first request', 'body_changed'],
  ['Basically wrong', 'unknown'],
  ['An encounter of some kind', 'unknown'],
] as const)('the reason %j is about %s', (reason, expected) => {
  expect(unauthorizedCause('UNAUTHORIZED', reason)).toBe(expected);
});

test('an error shows no secret of a query', async () => {
  const pin = 'secret-pin-value';
  const { payments } = scriptedClient([json(400, { ...body, message: `${pin} is wrong` })]);
  const query = { clientSecret: pin };
  const call = payments.request({ method: 'GET', path: '/pins', query });
  const error = (await call.catch((thrown) => thrown)) as Error;
  expect(error.message).toContain('is wrong');
  expect(inspect(error, { depth: 9 })).not.toContain(pin);
});

test('the parser error of a broken response contains none of its bytes', async () => {
  const bytes = { data: '{"kycUrl":"https://hidden.example"}', rawPacket: Buffer.from('hidden') };
  const code = 'HPE_INVALID_CHUNK_SIZE';
  const cause = Object.assign(new Error('Parse Error'), { code, ...bytes });
  const failure = new TypeError('terminated', { cause });
  const { payments } = scriptedClient([failure], { retry: 0 });
  const error = await payments.cards.get({ id: 'Card:1' }).catch((thrown) => thrown);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('hidden');
  expect(error.cause.cause).toMatchObject({ code });
  expect(networkError('ECONNRESET').message).toBe('fetch failed');
});

const packages = ['contract', 'crypto', 'mcp', 'mock', 'sdk', 'wallet'];

test.each(packages)('the homepage of %s is the site with the errors page', (name) => {
  const path = new URL(`../../../${name}/package.json`, import.meta.url);
  const { homepage } = JSON.parse(readFileSync(path, 'utf8')) as { homepage: string };
  expect(homepage).toBe(DOCS_ADDRESS);
});

test.each(['crypto/src/crypto-error.ts', 'wallet/src/errors/wallet-error.ts'])(
  'the errors of %s are explained at the same place',
  (path) => {
    const source = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
    expect(source).toContain(`'${DOCS_ADDRESS}errors/'`);
  },
);

test.each([
  ['INVALID_INPUT', 'INVALID_INPUT'],
  ...['a/../b?c#d', '', '\ud800', 'INVALID INPUT'].map((code) => [code, '']),
])('the address of the code %j is absolute, and ends with %j', (code = '', end) => {
  expect(errorAddress(code)).toBe(`https://org.github.io/payments-sdk/errors/${end}`);
});

/** What a read says when the service is at an address. */
async function failureAt(origin: string) {
  const payments = createPaymentsClient({
    baseUrl: `${origin}/2025-10-13`,
    tokenId: 'token',
    clientSecret: 'secret',
    retry: 0,
  });
  const error = await thrown(payments.customers.list());
  return error as { readonly code: string; readonly message: string; readonly action: string };
}

test('a closed port, and TLS to a port without it, are told apart', async () => {
  const plain = await listenOn((_request, response) => void response.end());
  const { port } = new URL(plain.url);
  const tls = await failureAt(`https://127.0.0.1:${port}`);
  await plain.close();
  const closed = await failureAt(`http://127.0.0.1:${port}`);
  expect([tls.code, closed.code]).toEqual(['CONNECTION', 'CONNECTION']);
  expect(tls.message).toContain('does not speak TLS');
  expect(tls.action).toContain('write http:// in `baseUrl`');
  expect(closed.message).toContain('refused the connection');
  expect(closed.action).toContain('This call has changed nothing');
});

test('a connection that breaks is reported without a guess', async () => {
  const { port, close } = await tcpServer((socket) => void socket.destroy());
  onTestFinished(close);
  const { message, action } = await failureAt(`http://127.0.0.1:${port}`);
  expect(message).toMatch(/reached|broke/);
  expect(action).toBe('This call has changed nothing. Check the network and call again.');
});

test('a port of another protocol is said not to speak HTTP', async () => {
  const { port, close } = await tcpServer((socket) => void socket.write('SSH-2.0-OpenSSH\r\n'));
  onTestFinished(close);
  const { message } = await failureAt(`http://127.0.0.1:${port}`);
  expect(message).toContain('did not respond in HTTP');
});

test.each([
  ['ENOTFOUND', /host name/],
  ['CERT_HAS_EXPIRED', /certificate.*CERT_HAS_EXPIRED/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /certificate/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /certificate/],
])('%s is explained, wherever it is in the error', (code, message) => {
  const error = Object.assign(new Error('of the platform'), { code });
  const wrapped = new TypeError('fetch failed', { cause: new AggregateError([error]) });
  for (const one of [error, wrapped]) expect(connectionProblem(one)?.message).toMatch(message);
});

test('an error with a cycle, or without a code, is not explained', () => {
  const error = new Error('first');
  error.cause = new Error('second', { cause: error });
  for (const one of [error, undefined, 'text']) expect(connectionProblem(one)).toBeUndefined();
});

/** Fields of the request, options and methods that an action names. */
const ofCalls = /^(?:excludeCredentials|stablecoinProviderAccountId|scaLogin)$/;

test.each(codes)('the action of %s names only fields that the error has', async (code) => {
  const { status } = errorCodes[code];
  for (const reason of [undefined, 'Rejected']) {
    const error = await refusedWith({ status, code, message: 'no', reason }, {}, status);
    const named = [...error.action.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    for (const name of named.filter((one) => !ofCalls.test(one))) {
      expect(Object(error)[name] ?? '', `${code} ${name}`).not.toHaveLength(0);
    }
    expect(error.action).toMatch(/\w/);
  }
});
