import { inspect } from 'node:util';
import { errorAddress } from '@org/payments-contract/internal';
import { describe, expect, it } from 'vitest';
import { refusal } from '../../sdk/test/scripted-service.ts';
import {
  ada,
  type CallOptions,
  CLIENT_KEY,
  callRelay,
  ORIGIN,
  relayRequest,
  SECRET,
  testRelay,
  userOfCookie,
} from '../test/call-relay.ts';
import { fakePlatform } from '../test/fake-platform.ts';
import { parseBody } from './checks/bodies.ts';
import { createWalletRelay } from './create-wallet-relay.ts';
import { callOf, isMount } from './options/settings.ts';
import { type RelayCall, relayPaths } from './protocol/index.ts';
import { RelayRefusal } from './refusals/refusal.ts';

const refused = (status: number, code: string) => ({
  status,
  body: expect.objectContaining({ code }),
});

describe('every call of the relay', () => {
  it('responds with JSON, no-store and no CORS headers', async () => {
    const { relay } = testRelay();
    const good = await callRelay(relay, 'account', {});
    const bad = await callRelay(relay, 'account', {}, { user: 'nobody' });
    for (const { headers } of [good, bad]) {
      expect(Object.fromEntries(headers)).toEqual({
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it.each<[string, CallOptions['headers']]>([
    ['a foreign page', { origin: 'https://evil.example.com' }],
    ['a page on another port', { origin: `${ORIGIN}:8443` }],
    ['an opaque origin', { origin: 'null' }],
    ['an origin that only begins with an allowed one', { origin: `${ORIGIN}.evil.example.com` }],
    ['two origins', { origin: `${ORIGIN}, https://evil.example.com` }],
    ['a subdomain', { origin: 'https://evil.app.example.com' }],
    ['a page without encryption', { origin: ORIGIN.replace('https', 'http') }],
    ['an origin in upper case', { origin: ORIGIN.toUpperCase() }],
    ['no origin', { origin: '' }],
    ['no origin but a Referer', { origin: '', referer: `${ORIGIN}/` }],
    ['no origin but a forwarded host', { origin: '', 'x-forwarded-host': 'app.example.com' }],
    ['a request that the browser marks as cross-site', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused for %s', async (_name, headers) => {
    const { relay, received } = testRelay();
    const response = await callRelay(relay, 'account', {}, { headers: headers ?? {} });
    expect(response).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(received).toEqual([]);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json-patch+json',
    'text/plain; application/json',
    '',
  ])('refuses a body of type %j', async (type) => {
    const { relay } = testRelay();
    const response = await callRelay(relay, 'account', {}, { headers: { 'content-type': type } });
    expect(response).toMatchObject(refused(415, 'UNSUPPORTED_MEDIA_TYPE'));
  });

  it('accepts JSON with a charset of UTF-8', async () => {
    const { relay } = testRelay();
    const headers = { 'content-type': 'Application/JSON; charset="UTF-8"' };
    expect((await callRelay(relay, 'account', {}, { headers })).status).toBe(200);
  });

  it('refuses a body beyond the limit, whatever length it declares', async () => {
    const { relay } = testRelay({}, { maxBodyBytes: 2_000 });
    const body = { accountId: 'x'.repeat(3_000) };
    const large = await callRelay(relay, 'account', body);
    expect(large).toMatchObject(refused(413, 'PAYLOAD_TOO_LARGE'));
    const lying = await callRelay(relay, 'account', body, { headers: { 'content-length': '2' } });
    expect(lying).toMatchObject(refused(413, 'PAYLOAD_TOO_LARGE'));
    const declared = { headers: { 'content-length': '3000' } };
    expect(await callRelay(relay, 'account', {}, declared)).toMatchObject(
      refused(413, 'PAYLOAD_TOO_LARGE'),
    );
  });

  it.each(['', '[]', 'null', '"text"', '{', '{"a":1}x'])('refuses the body %j', async (body) => {
    const { relay } = testRelay();
    const response = await callRelay(relay, 'account', body);
    expect(response).toMatchObject(refused(400, 'INVALID_INPUT'));
  });

  it('accepts a body of 64 levels, and none of more', async () => {
    const { relay } = testRelay();
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect((await callRelay(relay, 'account', nested(64))).status).toBe(200);
    for (const levels of [65, 4_000]) {
      const response = await callRelay(relay, 'account', nested(levels));
      expect(response).toMatchObject(refused(400, 'INVALID_INPUT'));
    }
  });

  it('must be a POST', async () => {
    const { relay } = testRelay();
    const { url, headers } = relayRequest('account', {});
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await relay.fetch(new Request(url, { method, headers }));
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('authenticate', () => {
  it('receives URL and headers, and cannot consume the body', async () => {
    let seen: Request | undefined;
    const authenticate = async (request: Request) => {
      seen = request;
      await request.text();
      return ada;
    };
    const { relay } = testRelay({}, { authenticate });
    expect((await callRelay(relay, 'account', {})).status).toBe(200);
    expect(seen?.headers.get('cookie')).toBe('user=ada');
    expect(seen?.body).toBeNull();
  });

  it('may refuse with its own response', async () => {
    const authenticate = () => {
      throw new RelayRefusal(403, 'TERMS_NOT_ACCEPTED', { message: 'Accept the terms first.' });
    };
    const { relay, errors } = testRelay({}, { authenticate });
    const response = await callRelay(relay, 'account', {});
    expect([response.status, response.body]).toEqual([
      403,
      { code: 'TERMS_NOT_ACCEPTED', message: 'Accept the terms first.' },
    ]);
    expect(errors).toEqual([]);
  });

  it('causes a refusal when it fails or returns an incomplete user', async () => {
    const broken = [
      () => {
        throw new Error('password of the session store');
      },
      () => ({ id: '', customerId: 'Customer:ada' }),
      () => ({ id: 'ada' }) as never,
      () => undefined as never,
    ];
    for (const authenticate of broken) {
      const { relay, errors, received } = testRelay({}, { authenticate });
      const response = await callRelay(relay, 'account', {});
      expect(response.body).toEqual({
        code: 'INTERNAL_ERROR',
        message: 'The relay failed.',
        docs: errorAddress('INTERNAL_ERROR'),
      });
      expect([response.status, errors.length, received.length]).toEqual([500, 1, 0]);
    }
  });
});

describe('a failure', () => {
  it('is passed to onError, and the response does not depend on onError', async () => {
    const failures: unknown[] = [];
    const onError = (_error: unknown, failure: unknown) => {
      failures.push(failure);
      throw new Error('the log is down');
    };
    const down = () => refusal(401, 'UNAUTHORIZED', { reason: 'Invalid API credentials' });
    const { relay } = testRelay({ 'GET /customers/internal-accounts': down }, { onError });
    const response = await callRelay(relay, 'account', {});
    expect(response).toMatchObject(refused(500, 'INTERNAL_ERROR'));
    expect(JSON.stringify(response.body)).not.toMatch(/credential|upstream/i);
    expect(failures).toEqual([
      { call: 'account', status: 500, code: 'INTERNAL_ERROR', userId: 'ada' },
    ]);
  });

  it('is reported when a framework has already read the body', async () => {
    const { relay, errors } = testRelay();
    const request = relayRequest('account', {});
    await request.text();
    expect((await relay.fetch(request)).status).toBe(500);
    expect(String(errors[0])).toContain('read before the request reached the relay');
  });
});

describe('createWalletRelay', () => {
  const { payments } = fakePlatform();
  const good = { secret: SECRET, origins: [ORIGIN], authenticate: userOfCookie };

  it('shows no option when inspected, and works without its receiver', async () => {
    const relay = createWalletRelay(payments, good);
    expect(inspect(relay, { depth: 9, showHidden: true })).not.toContain(SECRET);
    const { fetch } = relay;
    expect((await fetch(relayRequest('account', {}))).status).toBe(200);
  });
});

const id = 'AuthMethod:1';
const ticket = 'a.b.c.d.e';
const otp = { type: 'EMAIL_OTP', id, otp: '123456', clientPublicKey: CLIENT_KEY };
const attestation = {
  credentialId: 'AA',
  clientDataJson: 'AA',
  attestationObject: 'AA',
  transports: ['usb'],
};

describe('the body of a call', () => {
  it.each<[RelayCall, unknown, string]>([
    ['account', { accountId: 'Customer:1' }, 'accountId'],
    ['account', { accountId: 7 }, 'accountId'],
    ['revokeBegin', {}, 'id'],
    ['revokeBegin', JSON.parse('{"__proto__":{"id":"AuthMethod:a"}}'), 'id'],
    ['challenge', { id: 'Session:1' }, 'id'],
    ['challenge', { id: 'AuthMethod:../cards' }, 'id'],
    ['challenge', { id: `AuthMethod:${'x'.repeat(200)}` }, 'id'],
    ['challenge', { id: 'AuthMethod:..%2f..%2fcards' }, 'id'],
    ['challenge', { id: 'AuthMethod:a?accountId=b' }, 'id'],
    ['challenge', { id: 'AuthMethod:a#b' }, 'id'],
    ['challenge', { id: 'AuthMethod:a\r\nx: y' }, 'id'],
    ['challenge', { id: 'AuthMethod:a\u0000' }, 'id'],
    ['challenge', { id: 'AuthMethod:' }, 'id'],
    ['challenge', { id: ['AuthMethod:a'] }, 'id'],
    ['challenge', { id: { id: 'AuthMethod:a' } }, 'id'],
    ['verify', { ...otp, type: 'MAGIC' }, 'type'],
    ['verify', { ...otp, type: '__proto__' }, 'type'],
    ['verify', { ...otp, type: undefined }, 'type'],
    ['verify', { ...otp, otp: 'é' }, 'otp'],
    ['verify', { ...otp, clientPublicKey: `05${'ab'.repeat(64)}` }, 'clientPublicKey'],
    ['verify', { ...otp, type: 'OAUTH' }, 'oidcToken'],
    ['verify', { type: 'PASSKEY', id, ticket, assertion: [] }, 'assertion'],
    ['verify', { type: 'PASSKEY', id, ticket: 'a.b', assertion: {} }, 'ticket'],
    ['passkeyOptions', { nickname: '' }, 'nickname'],
    ['passkeyBegin', { ticket, nickname: 'My laptop', attestation: null }, 'attestation'],
    [
      'passkeyBegin',
      { ticket, nickname: 'My laptop', attestation: { ...attestation, transports: [1] } },
      'attestation.transports.0',
    ],
    ['refreshBegin', { id: 'Session:1', clientPublicKey: 'ab' }, 'clientPublicKey'],
    ['revokeBegin', { id: 'Card:1' }, 'id'],
    ['actionBegin', { action: '' }, 'action'],
    ['actionComplete', { ticket, stamp: 'line\r\nx: y' }, 'stamp'],
    ['actionComplete', { ticket, stamp: 'x'.repeat(5_000) }, 'stamp'],
    ['refreshComplete', { ticket: `${'a'.repeat(16_384)}.b.c.d.e`, stamp: 'AA' }, 'ticket'],
  ])('of %s: %j is refused by the name of %s, without its value', (call, body, field) => {
    const parse = () => parseBody(call, body);
    expect(parse).toThrow(RelayRefusal);
    expect(parse).toThrow(`${field}: `);
    expect(parse).toThrow(/is missing|expected/);
    const values = Object.values(Object(body)).filter(
      (value) => typeof value === 'string' && value !== '',
    );
    for (const value of values) expect(parse).not.toThrow(value as string);
  });

  it('holds the fields of the call and no others', () => {
    const body = JSON.parse(`{"id":"${id}","__proto__":{"accountId":"x"},"more":1}`);
    expect(parseBody('challenge', body)).toEqual({ id });
    expect(parseBody('verify', { ...otp, requestId: 'Request:1' })).toEqual(otp);
    const input = { cardId: 'Card:1', constructor: 1 };
    expect(parseBody('actionBegin', { action: 'a', input })).toEqual({ action: 'a', input });
    const assertion = { credentialId: 'A', clientDataJson: 'A', authenticatorData: 'A' };
    const given = { ...assertion, signature: 'A', userHandle: null };
    expect(parseBody('verify', { type: 'PASSKEY', id, ticket, assertion: given })).toMatchObject({
      assertion: given,
    });
  });
});

describe('callOf', () => {
  it('finds every call below any plain prefix', () => {
    for (const [call, path] of Object.entries(relayPaths)) {
      expect(callOf(path, undefined)).toEqual({ call, mount: '' });
      expect(callOf(`/api/wallet${path}`, undefined)).toEqual({ call, mount: '/api/wallet' });
    }
  });

  it('finds a call only below the exact mount, where there is one', () => {
    expect(callOf('/api/wallet/v1/account', '/api/wallet')).toEqual({
      call: 'account',
      mount: '/api/wallet',
    });
    expect(callOf('/other/v1/account', '/api/wallet')).toBeUndefined();
    expect(callOf('/api/wallet/api/wallet/v1/account', '/api/wallet')).toBeUndefined();
    expect(callOf('/v1/account', '/api/wallet')).toBeUndefined();
    expect(callOf('/v1/account', '')?.call).toBe('account');
  });

  it.each([
    ...['', '/', '/v1/account/', '/v1//account', '//v1/account', '/api//wallet/v1/account'],
    ...['/v1/Account', '/V1/account', '/xv1/account', '/v2/account', '/v1/sessions/refresh'],
    ...['/v1/accoun%74', '/v1%2Faccount', '/api/%2e%2e/v1/account', '/api/../v1/account'],
    ...['/api/./v1/account', '/api;x/v1/account', '/v1/account;x', '/v1/account%00'],
    ...['/api%5cv1/account', '/v1/constructor', '/v1/__proto__'],
  ])('returns undefined for %j', (path) => {
    expect(callOf(path, undefined)).toBeUndefined();
  });
});

describe('isMount', () => {
  it('accepts plain paths without a slash at the end', () => {
    expect(['', '/api', '/api/wallet', '/a.b/c_d~e-f'].map(isMount)).toEqual(Array(4).fill(true));
    const bad = ['/', 'api', '/api/', '/a//b', '/..', '/.', '/a/../b', '/a?b', '/a%20b', '/ä'];
    expect(bad.filter(isMount)).toEqual([]);
  });
});
