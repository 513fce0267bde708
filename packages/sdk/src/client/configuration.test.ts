import { execFileSync } from 'node:child_process';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { EagerClock, FakeClock } from '../../test/fake-clock.ts';
import {
  BASE_URL,
  card,
  json,
  networkError,
  refusal,
  scriptedClient,
  scriptedService,
} from '../../test/scripted-service.ts';
import { thrown } from '../../test/thrown.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import type { ClientEvent } from '../observe/events.ts';
import { runtimeName } from '../runtime.ts';
import { createAgentClient } from './agent-client.ts';
import { createPaymentsClient } from './payments-client.ts';

const good = { baseUrl: BASE_URL, tokenId: 'token', clientSecret: 'secret' };
const page = { data: [], hasMore: false };

afterEach(() => vi.unstubAllEnvs());

describe('options that cannot work are refused at construction', () => {
  test.each([
    ['a base URL that is not a URL', { baseUrl: 'api.example.com' }, 'baseUrl'],
    ['http off loopback', { baseUrl: 'http://api.example.com/2025-10-13' }, 'baseUrl'],
    ['localhost as a label', { baseUrl: 'http://localhost.example.com/2025-10-13' }, 'baseUrl'],
    ['another scheme', { baseUrl: 'ftp://localhost/2025-10-13' }, 'baseUrl'],
    ['credentials in the URL', { baseUrl: 'https://u:p@api.example.com/2025-10-13' }, 'baseUrl'],
    ['a query in the URL', { baseUrl: 'https://api.example.com/2025-10-13?x=1' }, 'baseUrl'],
    ['a misspelt option', { timeOut: 5 }, 'timeOut'],
    ['an app name with a space', { appInfo: { name: 'my app' } }, 'appInfo'],
    ['a header that the client sets itself', { headers: { Accept: 'x' } }, 'headers.Accept'],
    ['credentials that are not a function', { credentials: {} as never }, 'credentials'],
    ['a stamper without `stamp`', { stamper: {} as never }, 'stamper'],
    ['an unknown mode of validation', { validate: 'loose' as never }, 'validate'],
    ['a fetch that is not a function', { fetch: 'x' as never }, 'fetch'],
    ['a transport that is not a function', { transport: {} as never }, 'transport'],
    ['a clock without timers', { clock: { now: Date.now } as never }, 'clock'],
    ['an observer that is not in a list', { observers: (() => {}) as never }, 'observers'],
    ['an observer that is not a function', { observers: [null] as never }, 'observers'],
    ['a logger without `warn`', { logger: { error() {} } as never }, 'logger'],
    ['an unknown log level', { logLevel: 'loud' as never }, 'logLevel'],
    ['an `onDrift` that is not a function', { onDrift: true as never }, 'onDrift'],
    ['headers of another kind', { headers: new Headers({ 'x-a': 'b' }) as never }, 'headers'],
    ['headers that are null', { headers: null as never }, 'headers'],
    ['a timeout of 0', { timeout: 0 }, 'timeout'],
    ['a deadline that is not a number', { deadline: Number.NaN }, 'deadline'],
    ['a negative retry', { retry: -1 }, 'retry'],
    ['half a retry', { retry: 0.5 }, 'retry'],
  ])('%s', (_what, change, option) => {
    const make = () => createPaymentsClient({ ...good, ...change });
    expect(make).toThrow(ConfigurationError);
    expect(make).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION', option, action: expect.any(String) }),
    );
  });

  test.each([
    ['https://api.example.com/2024-01-01', 'Write https://api.example.com/2025-10-13,'],
    ['https://a.example/v/2025-10-13/2025-10-13/', 'Write https://a.example/v/2025-10-13.'],
    ['https://a.example/v/2025-10-13/v/2025-10-13', 'Write https://a.example/v/2025-10-13.'],
    ['https://a.example/v/2025-10-13/cards', 'Write https://a.example/v/2025-10-13.'],
    ['https://a.example/payments/v1', 'Write https://a.example/payments/2025-10-13.'],
    ['https://a.example/2025-10-13x', 'Write https://a.example/2025-10-13.'],
    ['https://a.example//v//2025-10-13', 'Write https://a.example/v/2025-10-13.'],
    ['a.example/2025-10-13', 'Write https://a.example/2025-10-13.'],
    ['//a.example:8443/2025-10-13', 'Write https://a.example:8443/2025-10-13.'],
    ['localhost:3000/2025-10-13', 'Write http://localhost:3000/2025-10-13.'],
    ['"https://a.example/2025-10-13"', 'Pass it without them'],
    ['$PAYMENTS_BASE_URL', 'Pass the value itself'],
  ])('what to write in place of %s is named', (baseUrl, action) => {
    const thrown = expect.objectContaining({ action: expect.stringContaining(action) });
    expect(() => createPaymentsClient({ ...good, baseUrl })).toThrow(thrown);
  });

  test('a misspelt option names the closest one that exists', () => {
    const make = () => createPaymentsClient({ ...good, timeOut: 5 } as never);
    expect(make).toThrow('`timeOut` is not an option of the client; did you mean `timeout`?');
    const client = createPaymentsClient(good);
    const foreign = () => createPaymentsClient({ ...good, maxRetries: 5 } as never);
    expect(foreign).toThrow('did you mean `retry`?');
    const key = () => createPaymentsClient({ ...good, apiKey: 'x' } as never);
    expect(key).toThrow('did you mean `tokenId` and `clientSecret`?');
    expect(() => client.withOptions({ retries: 5 } as never)).toThrow('did you mean `retry`?');
    const token = () => createPaymentsClient({ ...good, accessToken: 'x' } as never);
    expect(token).toThrow('did you mean `tokenId` and `clientSecret`?');
    const agent = () => createAgentClient({ baseUrl: BASE_URL, password: 'x' } as never);
    expect(agent).toThrow('did you mean `accessToken`?');
  });

  test.each([
    ['secret\r\n', 'has a line break'],
    [' secret', 'space around it'],
    ['"secret"', 'is in quotes'],
    ['“secret”', 'is in quotes'],
    ['secret\u200b', 'has an invisible character'],
    ['undefined', 'is a placeholder'],
    ['%PAYMENTS_CLIENT_SECRET%', 'is a placeholder'],
    ['<your-client-secret>', 'is a placeholder'],
    ['sk_••••1234', 'is shortened'],
    ['Bearer secret', 'begins with a scheme'],
    ['Basic c2VjcmV0', 'begins with a scheme'],
  ])('the secret %s says that it %s', (clientSecret, message) => {
    expect(() => createPaymentsClient({ ...good, clientSecret })).toThrow(message);
    const make = () => createAgentClient({ baseUrl: BASE_URL, accessToken: clientSecret });
    expect(make).toThrow(message);
  });

  test('a misspelt option of a call is refused before anything is sent', async () => {
    const { fetch, received } = scriptedService();
    const client = createPaymentsClient({ ...good, fetch });
    const call = client.documents.list({}, { sginal: AbortSignal.abort() } as never);
    await expect(call).rejects.toMatchObject({
      issues: [{ path: 'options.sginal', message: expect.stringContaining('`signal`') }],
    });
    expect(received).toEqual([]);
  });

  test.each([null, 'key', 7])('%j as the options of a call or a client', async (options) => {
    const { fetch, received } = scriptedService();
    const client = createPaymentsClient({ ...good, fetch });
    const refused = { issues: [{ path: 'options', message: 'expected an object' }] };
    await expect(client.documents.list({}, options as never)).rejects.toMatchObject(refused);
    expect(() => client.withOptions(options as never)).toThrow(ConfigurationError);
    expect(received).toEqual([]);
  });

  test('a browser', () => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('document', {});
    try {
      expect(() => createPaymentsClient(good)).toThrow(/does not run in a browser/);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('no message shows the secret', () => {
    const make = () => createPaymentsClient({ ...good, clientSecret: 'hidden-value\n' });
    const isHidden = (error: unknown) => !inspect(error, { depth: 9 }).includes('hidden-value');
    expect(make).toThrow(expect.toSatisfy(isHidden));
  });
});

describe('a client without its secrets', () => {
  test.each([
    ['baseUrl', 'PAYMENTS_BASE_URL'],
    ['tokenId', 'PAYMENTS_TOKEN_ID'],
    ['clientSecret', 'PAYMENTS_CLIENT_SECRET'],
  ])('is made without %s, and its first call names the variable', async (option, variable) => {
    vi.stubEnv(variable, '');
    const { fetch, received } = scriptedService();
    const payments = createPaymentsClient({ ...good, fetch, [option]: undefined });
    const error = await payments.documents.list().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ option, action: expect.stringContaining(variable) });
    expect(received).toEqual([]);
  });

  test('works as soon as the environment has them', async () => {
    const { fetch, received } = scriptedService(json(200, page));
    const payments = createPaymentsClient({ fetch });
    await expect(payments.documents.list()).rejects.toMatchObject({ option: 'baseUrl' });
    vi.stubEnv('PAYMENTS_BASE_URL', BASE_URL);
    vi.stubEnv('PAYMENTS_TOKEN_ID', 'ApiToken:7');
    vi.stubEnv('PAYMENTS_CLIENT_SECRET', 'secret');
    await expect(payments.documents.list()).resolves.toEqual(page);
    expect(received[0]?.headers.get('authorization')).toBe(`Basic ${btoa('ApiToken:7:secret')}`);
  });

  test('fails at its first call without an access token', async () => {
    for (const accessToken of ['', undefined]) {
      const agent = createAgentClient({ baseUrl: BASE_URL, accessToken });
      await expect(agent.transactions.list()).rejects.toMatchObject({ option: 'accessToken' });
    }
  });
});

describe('options that work', () => {
  test.each([
    'https://api.example.com/2025-10-13/',
    'http://localhost:8080/2025-10-13',
    'http://127.0.0.1:1/v1/2025-10-13',
    'http://[::1]:1/2025-10-13',
  ])('base URL %s', (baseUrl) => {
    expect(() => createPaymentsClient({ ...good, baseUrl })).not.toThrow();
  });

  test('a secret beyond ASCII is sent as UTF-8', async () => {
    const { fetch, received } = scriptedService(json(200, page));
    await createPaymentsClient({ ...good, clientSecret: 'pässwörd', fetch }).documents.list();
    const encoded = Buffer.from('token:pässwörd', 'utf8').toString('base64');
    expect(received[0]?.headers.get('authorization')).toBe(`Basic ${encoded}`);
  });

  test('default headers of a client are sent, those of a call are added', async () => {
    const { fetch, received } = scriptedService(json(200, page), json(200, page));
    const headers = { 'X-Team': 'a', 'x-b': '1' };
    const payments = createPaymentsClient({ ...good, fetch, headers });
    await payments.documents.list({}, { headers: { 'x-team': 'b' } });
    await payments.withOptions({ headers: { 'x-c': '2' } }).documents.list();
    const sent = received.map(({ headers }) =>
      ['x-team', 'x-b', 'x-c'].map((name) => headers.get(name)),
    );
    expect(sent).toEqual([
      ['b', '1', null],
      ['a', '1', '2'],
    ]);
  });

  test('the User-Agent names the SDK, its version, the runtime and the application', async () => {
    const { fetch, received } = scriptedService(json(200, page));
    const appInfo = { name: 'shop', version: '1.2', url: 'https://shop.example' };
    await createPaymentsClient({ ...good, fetch, appInfo }).documents.list();
    expect(received[0]?.headers.get('user-agent')).toBe(
      `org-payments-sdk/0.0.0-source node/${process.versions.node} shop/1.2 (https://shop.example)`,
    );
  });
});

describe('credentials from a function', () => {
  const wrong = () => refusal(401, 'UNAUTHORIZED', { reason: 'Invalid API credentials' });

  test('are requested once, and once more after a 401 about them', async () => {
    const asked: boolean[] = [];
    const credentials = async ({ refresh }: { refresh: boolean }) => {
      asked.push(refresh);
      return { tokenId: 'id', clientSecret: refresh ? 'new' : 'old' };
    };
    const { fetch, received } = scriptedService(
      json(200, page),
      wrong(),
      json(200, page),
      json(200, page),
    );
    const payments = createPaymentsClient({ baseUrl: BASE_URL, credentials, fetch });
    for (let call = 0; call < 3; call += 1) await payments.documents.list();
    expect(asked).toEqual([false, true]);
    expect(received.map(({ headers }) => headers.get('authorization'))).toEqual(
      ['old', 'old', 'new', 'new'].map((secret) => `Basic ${btoa(`id:${secret}`)}`),
    );
  });

  test('are not requested again after a second refusal, or a 401 about something else', async () => {
    const credentials = vi.fn(async () => ({ tokenId: 'id', clientSecret: 's' }));
    const other = refusal(401, 'UNAUTHORIZED', { reason: 'Invalid OTP code' });
    const { fetch, received } = scriptedService(wrong(), other);
    const payments = createPaymentsClient({ baseUrl: BASE_URL, credentials, fetch });
    const found = { failedCheck: 'bad_credentials' };
    await expect(payments.documents.list()).rejects.toMatchObject(found);
    await expect(payments.documents.list()).rejects.toMatchObject({ failedCheck: 'wrong_otp' });
    expect(credentials).toHaveBeenCalledTimes(2);
    // The store returned the refused credential again, so no further attempt was sent.
    expect(received).toHaveLength(2);
  });

  test('are requested once more for fifty calls that are refused at once', async () => {
    const asked: boolean[] = [];
    const credentials = async ({ refresh }: { refresh: boolean }) => {
      asked.push(refresh);
      await new Promise((resolve) => setImmediate(resolve));
      return { tokenId: 'id', clientSecret: refresh ? 'new' : 'old' };
    };
    const fetch = async ({ headers }: Request) =>
      headers.get('authorization') === `Basic ${btoa('id:old')}` ? wrong() : json(200, page);
    const payments = createPaymentsClient({ baseUrl: BASE_URL, credentials, fetch });
    const calls = Array.from({ length: 50 }, () => payments.documents.list().toArray());
    expect(await Promise.all(calls)).toHaveLength(50);
    expect(asked).toEqual([false, true]);
  });

  test('run within the timeout, the deadline and the signal of the call', async () => {
    const never = () => new Promise<never>(() => {});
    const { fetch, received } = scriptedService(json(200, page));
    let hangs = true;
    const credentials = () => (hangs ? never() : { tokenId: 'id', clientSecret: 's' });
    for (const limit of ['timeout', 'deadline'] as const) {
      const limits = { timeout: 100, deadline: 100, [limit]: 50 };
      const clock = new FakeClock();
      const options = { baseUrl: BASE_URL, credentials, fetch, clock, retry: 0 };
      const payments = createPaymentsClient(options);
      const call = payments.documents.list({}, limits).catch((error: unknown) => error);
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(50);
      expect(await call).toMatchObject({ code: 'TIMEOUT', limit });
      expect(clock.pending).toBe(0);
      const controller = new AbortController();
      const aborted = thrown(payments.documents.list({}, { signal: controller.signal }));
      await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
      expect(await aborted).toMatchObject({ code: 'ABORTED' });
    }
    expect(received).toEqual([]);
    hangs = false;
    const payments = createPaymentsClient({ baseUrl: BASE_URL, credentials, fetch });
    await expect(payments.documents.list()).resolves.toEqual(page);
  });

  /** Lets the first wait for credentials reach its timeout, and the pause after it pass. */
  async function passTimeout(clock: FakeClock): Promise<void> {
    for (const milliseconds of [50, 8_000]) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(milliseconds);
    }
  }

  test('that take too long are requested again, and no request leaves without them', async () => {
    const { fetch, received } = scriptedService(wrong(), wrong());
    const clock = new FakeClock();
    let asked = 0;
    const credentials = () => {
      asked += 1;
      const known = { tokenId: 'id', clientSecret: `s${asked}` };
      return asked === 1 ? new Promise<never>(() => {}) : known;
    };
    const resends: number[] = [];
    const observer = (event: ClientEvent) => {
      if (event.type === 'attempt.start') resends.push(event.resend);
    };
    const options = { baseUrl: BASE_URL, credentials, fetch, clock, observers: [observer] };
    const payments = createPaymentsClient(options);
    const call = payments.documents.list({}, { timeout: 50 }).catch((error: unknown) => error);
    await passTimeout(clock);
    expect(await call).toMatchObject({ code: 'UNAUTHORIZED' });
    const sent = received.map(({ headers }) => headers.get('authorization'));
    expect(sent).toEqual([`Basic ${btoa('id:s2')}`, `Basic ${btoa('id:s3')}`]);
    expect(resends).toEqual([0, 1]);
  });

  test('that fail cause a typed error with the cause, and are requested again', async () => {
    const cause = Object.assign(new Error('vault is sealed'), { request: { token: 'hidden' } });
    const credentials = vi.fn<() => Promise<never>>().mockRejectedValue(cause);
    const { fetch } = scriptedService();
    const payments = createPaymentsClient({ baseUrl: BASE_URL, credentials, fetch });
    for (const times of [1, 2]) {
      const error = await payments.documents.list().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        code: 'CREDENTIALS_FAILED',
        operation: 'documents.list',
        cause: { message: 'vault is sealed' },
      });
      expect(inspect(error, { depth: 9 })).not.toContain('hidden');
      expect(credentials).toHaveBeenCalledTimes(times);
    }
  });

  test('that cannot be renewed after a lost keyed write leave its outcome unknown', async () => {
    const credentials = ({ refresh }: { refresh: boolean }) => {
      if (refresh) throw new Error('vault is sealed');
      return { tokenId: 'id', clientSecret: 'old' };
    };
    const clock = new EagerClock();
    const { fetch } = scriptedService(networkError('ECONNRESET'), wrong());
    const payments = createPaymentsClient({ baseUrl: BASE_URL, credentials, fetch, clock });
    const options = { idempotencyKey: 'mine' };
    const call = payments.customers.createKycLink({ customerId: 'Customer:1' }, options);
    await expect(call).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', idempotencyKey: 'mine' });
  });

  test('that fail after a lost keyed write and a timeout leave its outcome unknown', async () => {
    const clock = new FakeClock();
    let asked = 0;
    const credentials = () => {
      asked += 1;
      if (asked === 2) return new Promise<never>(() => {});
      if (asked > 2) throw new Error('vault is sealed');
      return { tokenId: 'id', clientSecret: 'old' };
    };
    const { fetch } = scriptedService(networkError('ECONNRESET'), wrong());
    const payments = createPaymentsClient({ baseUrl: BASE_URL, credentials, fetch, clock });
    const customer = { customerId: 'Customer:1' };
    const call = thrown(payments.customers.createKycLink(customer, { timeout: 50 }));
    for (let turn = 0; turn < 40; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(turn % 4 === 3 ? 8_000 : 0);
    }
    expect(await call).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  });

  test("may be an agent's token", async () => {
    const accessToken = ({ refresh }: { refresh: boolean }) => (refresh ? 'new' : 'old');
    const { fetch, received } = scriptedService(wrong(), json(200, page));
    await createAgentClient({ baseUrl: BASE_URL, accessToken, fetch }).transactions.list();
    expect(received[1]?.headers.get('authorization')).toBe('Bearer new');
  });
});

describe('an agent client', () => {
  test('has the agent operations and no others', () => {
    const agent = createAgentClient({ baseUrl: BASE_URL, accessToken: 'token' });
    expect(agent).not.toHaveProperty('cards');
    expect(Object.keys(agent.transactions)).toContain('list');
  });

  test('can call unknown operations below its own path, and no others', async () => {
    const { fetch, received } = scriptedService(json(200, { a: 1 }));
    const agent = createAgentClient({ baseUrl: BASE_URL, accessToken: 'token', fetch });
    const quick = agent.withOptions({ timeout: 5 });
    await expect(quick.request({ method: 'GET', path: '/agents/me/x' })).resolves.toEqual({ a: 1 });
    expect(received[0]?.headers.get('authorization')).toBe('Bearer token');
    const doubled = quick.request({ method: 'GET', path: '/2025-10-13/agents/me/x' });
    await expect(doubled).rejects.toThrow('which ends with 2025-10-13');
    const call = quick.request({ method: 'GET', path: '/cards' });
    await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(received).toHaveLength(1);
  });
});

describe('the headers of a call', () => {
  const get = { id: 'Card:1' };

  test('null removes a header of the client, from one call or from all', async () => {
    const headers = { 'X-Team': 'payouts', 'X-Kept': 'yes' };
    const { payments, received } = scriptedClient([json(200, card), json(200, card)], { headers });
    await payments.cards.get(get, { headers: { 'x-team': null, 'user-agent': null } });
    await payments.withOptions({ headers: { 'X-TEAM': null } }).cards.get(get);
    expect(received.map((request) => request.headers.get('x-team'))).toEqual([null, null]);
    expect(received.map((request) => request.headers.get('x-kept'))).toEqual(['yes', 'yes']);
    expect(received[0]?.headers.get('user-agent') ?? '').not.toMatch(/payments-sdk/);
    expect(received[1]?.headers.get('user-agent')).toMatch(/payments-sdk/);
    const refused = payments.cards.get(get, { headers: { authorization: null } });
    await expect(refused).rejects.toThrow(/options/);
  });

  test.each([
    ['a line break in a value', { 'x-a': 'b\r\nx-c: d' }],
    ['a value that is empty', { 'x-a': '' }],
    ['a space in a name', { 'x a': 'b' }],
    ['a name that is empty', { '': 'b' }],
    ['a value that is not text', { 'x-a': undefined as unknown as string }],
  ])('%s among the headers is refused before anything is sent', async (_what, headers) => {
    const { payments, received } = scriptedClient([]);
    const call = payments.transactions.reject({ transactionId: 'Transaction:1' }, { headers });
    await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(received).toEqual([]);
  });
});

const index = new URL('../index.ts', import.meta.url).href;

test.each([
  [
    'delete Promise.withResolvers',
    [`Node ${manifest.engines.node.slice(2)} or later`, `this is ${runtimeName()}.`],
  ],
  ['globalThis.window = globalThis.document = {}', ['@jest-environment node']],
  ['globalThis.window = globalThis.document = {}; delete process.release', ['payments-wallet']],
])('a client that is created after `%s` says %j', (before, texts) => {
  const create = `import('${index}').then((sdk) => sdk.createPaymentsClient())`;
  const program = `${before}; await ${create}.catch((e) => console.log(e.message, e.action))`;
  const args = ['--conditions=source', '--no-warnings', '--input-type=module', '--eval', program];
  const said = execFileSync(process.execPath, args, { encoding: 'utf8' });
  for (const text of texts) expect(said).toContain(text);
});
