import { inspect } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BASE_URL, json, refusal, scriptedService } from '../../test/scripted-service.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { createAgentClient } from './agent-client.ts';
import { createPaymentsClient } from './payments-client.ts';

const good = { baseUrl: BASE_URL, tokenId: 'token', clientSecret: 'secret' };
const page = { data: [], hasMore: false };

afterEach(() => vi.unstubAllEnvs());

describe('options that cannot work are refused at construction', () => {
  test.each([
    ['no base URL', { baseUrl: '' }, 'baseUrl'],
    ['a base URL that is none', { baseUrl: 'api.example.com' }, 'baseUrl'],
    ['http off loopback', { baseUrl: 'http://api.example.com/2025-10-13' }, 'baseUrl'],
    [
      'a host that only looks like loopback',
      { baseUrl: 'http://localhost.example.com/2025-10-13' },
      'baseUrl',
    ],
    ['another scheme', { baseUrl: 'ftp://localhost/2025-10-13' }, 'baseUrl'],
    ['no version segment', { baseUrl: 'https://api.example.com/v1' }, 'baseUrl'],
    ['credentials in the URL', { baseUrl: 'https://u:p@api.example.com/2025-10-13' }, 'baseUrl'],
    ['a query in the URL', { baseUrl: 'https://api.example.com/2025-10-13?x=1' }, 'baseUrl'],
    ['no token id', { tokenId: '' }, 'tokenId'],
    ['id and secret in one', { tokenId: 'token:secret' }, 'tokenId'],
    ['a secret with a line break', { clientSecret: 'secret\n' }, 'clientSecret'],
    ['a secret with space around it', { clientSecret: ' secret' }, 'clientSecret'],
    ['a timeout of 0', { timeout: 0 }, 'timeout'],
    ['a deadline that is no number', { deadline: Number.NaN }, 'deadline'],
    ['a negative retry', { retry: -1 }, 'retry'],
    ['half a retry', { retry: 0.5 }, 'retry'],
  ])('%s', (_what, change, option) => {
    const make = () => createPaymentsClient({ ...good, ...change });
    expect(make).toThrow(ConfigurationError);
    expect(make).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION', option, action: expect.any(String) }),
    );
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

  test('an agent token with a line break', () => {
    const make = () => createAgentClient({ baseUrl: BASE_URL, accessToken: 'token\r\n' });
    expect(make).toThrow(ConfigurationError);
  });

  test('no message shows the secret', () => {
    const thrown = (() => {
      try {
        return createPaymentsClient({ ...good, clientSecret: 'hidden-value\n' });
      } catch (error) {
        return error;
      }
    })();
    expect(inspect(thrown, { depth: 9 })).not.toContain('hidden-value');
  });
});

describe('options that work', () => {
  test.each([
    'https://api.example.com/2025-10-13/',
    'http://localhost:8080/2025-10-13',
    'http://127.0.0.1:1/x/2025-10-13',
    'http://[::1]:1/2025-10-13',
  ])('base URL %s', (baseUrl) => {
    expect(() => createPaymentsClient({ ...good, baseUrl })).not.toThrow();
  });

  test('come from the environment where they are left out', async () => {
    vi.stubEnv('PAYMENTS_BASE_URL', BASE_URL);
    vi.stubEnv('PAYMENTS_TOKEN_ID', 'env-id');
    vi.stubEnv('PAYMENTS_CLIENT_SECRET', 'env-secret');
    const { fetch, received } = scriptedService(json(200, page));
    await createPaymentsClient({ fetch }).documents.list();
    expect(received[0]?.headers.get('authorization')).toBe(`Basic ${btoa('env-id:env-secret')}`);
  });

  test('a secret beyond ASCII is sent as UTF-8', async () => {
    const { fetch, received } = scriptedService(json(200, page));
    await createPaymentsClient({ ...good, clientSecret: 'pässwörd', fetch }).documents.list();
    const encoded = Buffer.from('token:pässwörd', 'utf8').toString('base64');
    expect(received[0]?.headers.get('authorization')).toBe(`Basic ${encoded}`);
  });

  test('inspecting a client shows no secret', () => {
    const payments = createPaymentsClient({ ...good, clientSecret: 'hidden-value' });
    expect(inspect(payments, { depth: 9, showHidden: true })).not.toContain('hidden-value');
    expect(JSON.stringify(payments)).not.toContain('hidden-value');
  });

  test('headers of a call are sent, those the client sets itself are refused', async () => {
    const { fetch, received } = scriptedService(json(200, page));
    const payments = createPaymentsClient({ ...good, fetch });
    await payments.documents.list({}, { headers: { 'x-trace': '1' } });
    expect(received[0]?.headers.get('x-trace')).toBe('1');
    const call = payments.documents.list({}, { headers: { Authorization: 'Basic x' } });
    await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

describe('credentials from a function', () => {
  const wrong = () => refusal(401, 'UNAUTHORIZED', { reason: 'Invalid API credentials' });

  test('are asked for once, and once more after a 401 about them', async () => {
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

  test('are not asked for again after a second refusal, or a 401 about something else', async () => {
    const credentials = vi.fn(async () => ({ tokenId: 'id', clientSecret: 's' }));
    const other = refusal(401, 'UNAUTHORIZED', { reason: 'Invalid OTP code' });
    const { fetch } = scriptedService(wrong(), wrong(), other);
    const payments = createPaymentsClient({ baseUrl: BASE_URL, credentials, fetch });
    await expect(payments.documents.list()).rejects.toMatchObject({
      failedCheck: 'bad_credentials',
    });
    await expect(payments.documents.list()).rejects.toMatchObject({ failedCheck: 'wrong_otp' });
    expect(credentials).toHaveBeenCalledTimes(2);
  });

  test('an agent token works the same way', async () => {
    const accessToken = ({ refresh }: { refresh: boolean }) => (refresh ? 'new' : 'old');
    const { fetch, received } = scriptedService(wrong(), json(200, page));
    await createAgentClient({ baseUrl: BASE_URL, accessToken, fetch }).transactions.list();
    expect(received[1]?.headers.get('authorization')).toBe('Bearer new');
  });
});

test('an agent client has the agent operations and no others', () => {
  const agent = createAgentClient({ baseUrl: BASE_URL, accessToken: 'token' });
  expect(agent).not.toHaveProperty('cards');
  expect(agent).not.toHaveProperty('request');
  expect(Object.keys(agent.transactions)).toContain('list');
});
