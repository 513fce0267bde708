import { createSign, generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { eventRows } from '@org/payments-contract/events';
import { createMock } from '@org/payments-mock';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { anyCharacter } from '../../../../crypto/test/any-character.ts';
import { eventually } from '../../../test/eventually.ts';
import { keys, payment, START, sign } from '../../../test/webhooks/samples.ts';
import { signEvent } from '../testing/index.ts';
import { type UnwrapOptions, unwrap } from './unwrap.ts';

const now = Date.parse(START);
const options: UnwrapOptions = { publicKeys: keys.publicKey, clock: { now: () => now } };
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Signs anything with OpenSSL, as the service does. */
function openssl(body: string | Uint8Array, key = keys.privateKey): Record<string, string> {
  return { 'x-service-signature': createSign('sha256').update(body).sign(key, 'base64') };
}

describe('a valid delivery', () => {
  it.each(['bare', 'json'] as const)('is returned as its event: a %s header', async (header) => {
    const { body, headers } = await sign(payment, { header });
    expect(await unwrap(body, headers, options)).toEqual(payment);
  });

  it('may be text, bytes, a part of a buffer, or an ArrayBuffer', async () => {
    const { body, headers } = await sign(payment);
    const bytes = new TextEncoder().encode(body);
    const part = Buffer.concat([Buffer.from('before'), bytes]).subarray(6);
    for (const raw of [body, bytes, part, bytes.buffer]) {
      expect(await unwrap(raw, headers, options)).toEqual(payment);
    }
  });

  it.each(['9007199254740993', '9007199254740993.0', '9.007199254740993e15'])(
    'keeps the text of an amount that would be rounded: %s',
    async (amount) => {
      const body = `{"id":"Webhook:1","type":"TEST","timestamp":"${START}","data":{"amount":${amount}}}`;
      const event = await unwrap(Buffer.from(body), openssl(body), options);
      expect(event.data).toEqual({ amount });
    },
  );

  it('is verified when OpenSSL signed it', async () => {
    // Numbers that would be rounded are read differently.
    const exactData = fc.jsonValue().filter((data) => !/\d{16}|e\+/.test(JSON.stringify(data)));
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter }), exactData, async (text, data) => {
        const event = { id: `Webhook:${text}`.slice(0, 255), type: 'TEST', timestamp: START, data };
        const body = JSON.stringify(event);
        expect(await unwrap(Buffer.from(body), openssl(body), options)).toEqual(JSON.parse(body));
      }),
      { numRuns: 100 },
    );
  });

  it('that fits the contract is not reported, and unknown options are refused by name', async () => {
    const { data } = createMock().webhooks.trigger('CARD.STATE_CHANGE');
    const { body, headers } = await sign({ ...payment, type: 'CARD.STATE_CHANGE', data });
    const onDrift = vi.fn();
    await unwrap(body, headers, { ...options, onDrift });
    expect(onDrift).not.toHaveBeenCalled();
    const misspelt = unwrap(body, headers, { ...options, publicKey: 'x' } as UnwrapOptions);
    await expect(misspelt).rejects.toThrow(/unwrap.*publicKey|publicKey.*unwrap/s);
  });

  it('is dated by the clock of the machine where no other is given', async () => {
    const { body, headers } = await signEvent({ type: 'TEST' }, keys.privateKey);
    const { publicKeys } = options;
    expect(await unwrap(body, headers, { publicKeys })).toMatchObject({ type: 'TEST' });
  });

  it('is not refused for data that differs from the contract, which is reported', async () => {
    const { body, headers } = await sign({ ...payment, data: { status: 'NEW', extra: 1 } });
    const onDrift = vi.fn();
    const event = await unwrap(body, headers, { ...options, onDrift });
    expect(event.data).toEqual({ status: 'NEW', extra: 1 });
    const [drift] = onDrift.mock.calls[0] ?? [];
    expect(drift).toMatchObject({ id: 'Webhook:1', type: payment.type });
    expect(drift.unusable.map(({ path }: { path: string }) => path)).toContain('id');
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
    onDrift.mockRejectedValue(new Error('the log is full'));
    await expect(unwrap(body, headers, { ...options, onDrift })).resolves.toEqual(event);
    await eventually(() => expect(warned).toHaveBeenCalledOnce());
    warned.mockRestore();
  });

  it('is refused without the resource that its type has', async () => {
    for (const { types, data: schema } of eventRows()) {
      for (const data of [null, undefined, 'Transaction:1', []]) {
        const { body, headers } = await sign({ ...payment, type: types[0], data });
        const code = await unwrap(body, headers, options).catch((error) => error.code);
        const delivered = expect.objectContaining({ type: types[0] });
        expect(code).toEqual(schema === null ? delivered : 'WEBHOOK_ENVELOPE_INVALID');
      }
    }
  });
});

describe('the public keys', () => {
  it('may be on one line, as in environment variables', async () => {
    const { body, headers } = await sign(payment);
    const publicKeys = keys.publicKey.replaceAll('\n', '\\n');
    expect(await unwrap(body, headers, { ...options, publicKeys })).toEqual(payment);
  });

  const pem = (curve: string) =>
    generateKeyPairSync('ec', {
      namedCurve: curve,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }).publicKey;
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
  const offCurve = keys.publicKey.replace(/[\w+/]{6}==\n/, 'AAAAAA==\n');

  it.each([
    ['something other than text', [7], /publicKeys\[0\] is not a string/],
    ['text that is not PEM', ['key'], /publicKeys\[0\] is not PEM/],
    ['a private key', keys.privateKey, /private key/],
    ['a certificate', keys.publicKey.replaceAll('PUBLIC KEY', 'CERTIFICATE'), /type CERTIFICATE/],
    ['a key of another curve', [keys.publicKey, pem('secp384r1')], /publicKeys\[1\].*P-256/],
    ['an RSA key', rsa.export({ type: 'spki', format: 'pem' }) as string, /P-256/],
    ['broken base64', keys.publicKey.replace(/^M/m, '!'), /base64/],
    ['a point that is not on the curve', offCurve, /curve P-256/],
    ['a key with more behind it', keys.publicKey.replace('==\n', 'AA\n'), /uncompressed point/],
  ])('are refused when they hold %s', async (_what, publicKeys, message) => {
    const { body, headers } = await sign(payment);
    const failure = unwrap(body, headers, { ...options, publicKeys: publicKeys as string });
    const refused = { code: 'WEBHOOK_PUBLIC_KEY_INVALID', status: 500 };
    await expect(failure).rejects.toMatchObject(refused);
    await expect(failure).rejects.toThrow(message);
    const shown = inspect(await failure.catch((error: unknown) => error));
    for (const line of keys.privateKey.split('\n').slice(1, 3)) expect(shown).not.toContain(line);
  });

  it('may have an empty second key between rotations', async () => {
    const { body, headers } = await sign(payment);
    for (const second of [undefined, '']) {
      const publicKeys = [keys.publicKey, second];
      expect(await unwrap(body, headers, { ...options, publicKeys })).toEqual(payment);
    }
  });
});

describe('mistakes with the body', () => {
  it.each([
    ['a parsed object', payment, /parsed object.*express\.json/],
    ['a parsed array', [1], /parsed object/],
    ['a promise of the body', Promise.resolve('{}'), /a promise: await it/],
    ['the request', new Request('https://a.example/'), /request\.arrayBuffer\(\)/],
    ['the stream of the body', new Blob(['{}']).stream(), /a stream/],
    ['undefined', undefined, /no raw body/],
    ['null', null, /no raw body/],
    ['a number', 7, /number/],
    ['the text of an object', String({}), /parsed before/],
  ])('%s is named', async (_what, body, message) => {
    const { headers } = await sign(payment);
    const failure = unwrap(body as string, headers, options);
    const refused = { code: 'WEBHOOK_BODY_PARSED', action: expect.stringContaining('express.raw') };
    await expect(failure).rejects.toMatchObject(refused);
    await expect(failure).rejects.toThrow(message);
  });

  it('a body that was parsed and serialized again is named', async () => {
    const body = JSON.stringify(payment, null, 1);
    const again = JSON.stringify(JSON.parse(body));
    await expect(unwrap(again, openssl(body), options)).rejects.toThrow(/serialized again/);
    await expect(unwrap(`${body} `, openssl(body), options)).rejects.not.toThrow(/again/);
  });

  const body = JSON.stringify(payment);
  const bytes = Buffer.from(body);
  it.each<[string, string | Uint8Array, RegExp, string, string?]>([
    ['an empty body', '', /empty/, 'raw bytes'],
    ['gzip', gzipSync(body), /compressed/, 'gunzipSync'],
    ['brotli', brotliCompressSync(body), /compressed/, 'express.raw', 'br'],
    ['base64', bytes.toString('base64'), /base64/, 'Buffer.from(event.body, "base64")'],
    ['JSON in JSON', JSON.stringify(body), /once more/, 'bytes of the request'],
    ['a buffer as JSON', JSON.stringify(bytes), /buffer/, 'the buffer itself'],
    ['a buffer as text', String(new Uint8Array(bytes)), /buffer/, 'the buffer itself'],
    ['the event of Lambda', JSON.stringify({ body, headers: {} }), /Lambda/, 'event.body'],
    ['text that lost characters', `${body}\ufffd`, /UTF-8/, 'bytes of the request'],
    ['what was decompressed', `${body} `, /any of the public keys\.$/, 'raw bytes', 'gzip'],
  ])('%s is named, with what to write', async (_what, raw, message, action, encoding = '') => {
    const headers = { ...openssl(`${body}\n`), 'Content-Encoding': encoding };
    const failure = unwrap(raw, headers, options);
    await expect(failure).rejects.toMatchObject({
      code: 'WEBHOOK_SIGNATURE_MISMATCH',
      message: expect.stringMatching(message),
      action: expect.stringContaining(action),
    });
  });

  it('errors hold nothing of the body, also when a signed body cannot be read', async () => {
    const secret = '4111111111111111';
    const invalid = 'WEBHOOK_ENVELOPE_INVALID';
    const bodies: readonly (readonly [string, string | Uint8Array])[] = [
      ['WEBHOOK_BODY_NOT_JSON', `{"pan":"${secret}"`],
      ['WEBHOOK_BODY_NOT_JSON', Buffer.concat([Buffer.from(`"${secret}`), Buffer.of(0xff, 0x22)])],
      [invalid, `"${secret}"`],
      [invalid, `["${secret}"]`],
      [invalid, JSON.stringify({ id: secret.repeat(20), type: 'TEST', timestamp: START })],
      [invalid, JSON.stringify({ id: 'a', type: 7, timestamp: START, data: secret })],
      [invalid, JSON.stringify({ id: 'a', type: 'TEST', timestamp: secret, data: secret })],
    ];
    for (const [code, body] of bodies) {
      const error: unknown = await unwrap(body, openssl(body), options).catch((one) => one);
      expect(error).toMatchObject({ name: 'WebhookError', code, status: 400 });
      expect(`${inspect(error)}${JSON.stringify(error)}`).not.toContain(secret);
    }
  });
});

describe('the age of an event', () => {
  const at = async (age: number, more: Partial<UnwrapOptions> = {}, type = payment.type) => {
    const { body, headers } = await sign({ ...payment, type });
    return unwrap(body, headers, { ...options, clock: { now: () => now + age }, ...more });
  };

  it('is limited by the default or `maxAge`, and to five minutes for a request for approval', async () => {
    const pending = 'INCOMING_PAYMENT.PENDING';
    for (const [limit, more, type] of [
      [8 * DAY, {}],
      [1000, { maxAge: 1000 }],
      [5 * MINUTE, {}, pending],
      [1000, { maxAge: 1000 }, pending],
    ] as const) {
      await expect(at(limit, more, type)).resolves.toMatchObject({ id: payment.id });
      const old = { code: 'WEBHOOK_EVENT_TOO_OLD', status: 401 };
      await expect(at(limit + 1, more, type)).rejects.toMatchObject(old);
    }
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'cannot be limited to %s',
    async (maxAge) => {
      await expect(at(0, { maxAge })).rejects.toMatchObject({ code: 'CONFIGURATION' });
    },
  );
});
