import { idPrefixes } from '@org/payments-contract/internal';
import { ConfigurationError } from '@org/payments-sdk';
import { describe, expect, it, test } from 'vitest';
import {
  callRelay,
  ORIGIN,
  relayRequest,
  SECRET,
  textField,
  userOfCookie,
} from '../../test/call-relay.ts';
import { fakePlatform } from '../../test/fake-platform.ts';
import { createWalletRelay } from '../create-wallet-relay.ts';
import * as relay from '../index.ts';
import { nodeHandler } from '../node/index.ts';
import { idsInText, kindOf } from './id-kinds.ts';

const { payments } = fakePlatform();
const good = { secret: SECRET, origins: [ORIGIN], authenticate: userOfCookie };
const run = async () => ({ status: 'done', result: 1 }) as const;

describe('the options', () => {
  it.each<[string, object]>([
    ['secret', { secret: 'short' }],
    ['secret', { secret: 'a'.repeat(32) }],
    ['secret', { secret: [SECRET, 'ab'.repeat(20)] }],
    ['secret', { secret: [] }],
    ['origins', { origins: [] }],
    ['origins', { origins: [`${ORIGIN}/`] }],
    ['origins', { origins: ['*'] }],
    ['origins', { origins: ['http://app.example.com'] }],
    ['origins', { origins: ['http://localhost.example.com'] }],
    ['origins', { origins: ['ftp://localhost'] }],
    ['origins', { origins: ['null'] }],
    ['rpId', { origins: [ORIGIN, 'https://app.example.de'] }],
    ['relatedOrigins', { relatedOrigins: ['http://app.example.de'] }],
    ['rpId', { rpId: 'com' }],
    ['rpId', { origins: ['https://app.example.co.uk'], rpId: 'co.uk' }],
    ['rpId', { origins: ['https://larch.github.io'], rpId: 'github.io' }],
    ['rpId', { rpId: '' }],
    ['rpId', { rpId: '.example.com' }],
    ['rpId', { origins: ['http://127.0.0.1:3000'], rpId: '127.0.0.1' }],
    ['passkey.topOrigins', { passkey: { topOrigins: ['http://shop.example'] } }],
    ['passkey.challengeEncoding', { passkey: { challengeEncoding: 'hex' } }],
    ['passkey.userVerification', { passkey: { userVerification: 'always' } }],
    ['rpId', { rpId: 'other.example' }],
    ['mount', { mount: '/api/wallet/' }],
    ['authenticate', { authenticate: undefined }],
    ['cacheLifetime', { cacheLifetime: -1 }],
    ['maxBodyBytes', { maxBodyBytes: Number.NaN }],
    ['maxRefreshes', { maxRefreshes: -1 }],
    ['maxSessionAge', { maxSessionAge: Number.NaN }],
    ['maxReads', { maxReads: 0 }],
    ['deadlines.body', { deadlines: { body: Number.POSITIVE_INFINITY } }],
    ['accounts', { accounts: [] }],
    ['cacheKey', { cacheKey: 'id' }],
    ['clientAddress', { clientAddress: true }],
    ['onError', { onError: console }],
    ['rateLimits.codes', { rateLimits: { codes: {} } }],
    ['actions.pay.input', { actions: { pay: { input: {}, run } } }],
    ['actions.pay.run', { actions: { pay: { input: textField('to') } } }],
    [
      'actions.pay.allowKinds',
      { actions: { pay: { input: textField('to'), run, allowKinds: ['Card'] } } },
    ],
    [
      'actions.pay.allowKinds',
      { actions: { pay: { input: textField('to'), run, allowKinds: ['Quote:'] } } },
    ],
  ])('with a wrong %s are refused: %o', (option, wrong) => {
    const make = () => createWalletRelay(payments, { ...good, ...wrong } as typeof good);
    expect(make).toThrow(ConfigurationError);
    expect(make).toThrow(expect.objectContaining({ option, code: 'CONFIGURATION' }));
  });

  it.each<[string, object]>([
    ['a related origin below another domain', { relatedOrigins: ['https://app.example.de'] }],
    [
      'an RP ID that is a suffix of all origins',
      { origins: [ORIGIN, 'https://example.com'], rpId: 'example.com' },
    ],
    ['plain http on the loopback', { origins: ['http://localhost:3000'] }],
    ['plain http below localhost', { origins: ['http://app.localhost:3000'] }],
    ['an address of the loopback', { origins: ['http://127.0.0.1:3000', 'http://127.0.0.1:4000'] }],
    ['an RP ID of one label that is the host', { origins: ['https://intranet'], rpId: 'intranet' }],
    ['an RP ID below a public suffix', { origins: ['https://a.b.co.uk'], rpId: 'b.co.uk' }],
    ['localhost as RP ID', { origins: ['http://app.localhost'], rpId: 'localhost' }],
  ])('may be %s', (_name, options) => {
    expect(() => createWalletRelay(payments, { ...good, ...options })).not.toThrow();
  });
});

describe('a relay without secrets, as at build time', () => {
  it.each<[string, object]>([
    ['secret', { secret: undefined }],
    ['secret', { secret: '' }],
    ['secret', { secret: [SECRET, undefined] }],
    ['origins', { origins: undefined }],
    ['origins', { origins: [undefined] }],
    ['origins', { origins: [ORIGIN, ''] }],
  ])('can be made without %s, and each call fails with the reason: %o', async (option, lacking) => {
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const relay = createWalletRelay(payments, { ...good, ...lacking, onError });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { status, body } = await callRelay(relay, 'account', {});
      expect([status, body.code]).toEqual([500, 'INTERNAL_ERROR']);
      expect(JSON.stringify(body)).not.toContain(option);
    }
    expect(errors).toEqual(Array(2).fill(expect.objectContaining({ option })));
    expect(errors[0]).toBeInstanceOf(ConfigurationError);
    expect(() => relay.check()).toThrow(expect.objectContaining({ option }));
  });

  it('passes its check and works where every option is present', async () => {
    const relay = createWalletRelay(payments, good);
    expect(relay.check()).toBeUndefined();
    expect((await relay.fetch(relayRequest('account', {}))).status).toBe(200);
  });
});

it('exports these values and no other', () => {
  expect(Object.keys(relay).sort()).toEqual([
    'RelayRefusal',
    'createWalletRelay',
    'defaultLimits',
    'relayErrorCodes',
  ]);
});

const refused = (option: string) => expect.objectContaining({ code: 'CONFIGURATION', option });
const make = (more: object) => () => createWalletRelay(payments, { ...good, ...more } as never);

describe('what is not an option is refused', () => {
  const action = { input: {}, run, alowKinds: [] };
  it.each<[string, object]>([
    ['maxRefresh', { maxRefresh: 1 }],
    ['database', { database: 1 }],
    ['passkey.topOrigin', { passkey: { topOrigin: [] } }],
    ['deadlines.bodies', { deadlines: { bodies: 1 } }],
    ['rateLimits.code', { rateLimits: { code: {} } }],
    ['actions.freeze.alowKinds', { actions: { freeze: action } }],
  ])('%s', (option, given) => {
    expect(make(given)).toThrow(refused(option));
  });

  it('of the adapters', async () => {
    const app = { fetch: async () => new Response() };
    const reply = nodeHandler(app)({} as never, { code() {}, header() {} } as never);
    await expect(reply).rejects.toEqual(refused('outgoing'));
    expect(() => nodeHandler(app, { lingertime: 1 } as never)).toThrow(refused('lingertime'));
    expect(() => nodeHandler({} as never)).toThrow(refused('relay'));
  });

  it('something else in the place of the client or the options', () => {
    for (const client of [{}, undefined]) {
      expect(() => createWalletRelay(client as never, good)).toThrow(refused('payments'));
    }
    expect(() => createWalletRelay(payments, undefined as never)).toThrow('must be an object');
  });

  it('a request of Express or of Hono in the place of a Request', () => {
    const { fetch } = createWalletRelay(payments, good);
    const hono = { req: { raw: new Request('https://a.example/') } };
    for (const request of [{ method: 'POST', url: '/', headers: { host: 'a' } }, hono]) {
      expect(() => fetch(request as never)).toThrow(refused('request'));
    }
  });
});

test.each(idPrefixes)('an id of kind %s is found within a path', (kind) => {
  expect(idsInText(`x/../${kind}:7c1e`)).toEqual([`${kind}:7c1e`]);
  expect(idsInText(`x/../${kind}%3A7c1e`)).toEqual([`${kind}:7c1e`]);
  expect(kindOf(`${kind}:7c1e`)).toBe(kind);
});
