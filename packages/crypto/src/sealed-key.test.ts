import { KeyObject } from 'node:crypto';
import { CipherSuite } from '@hpke/core';
import bs58check from 'bs58check';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodeBase58check, encodeBase58check } from '../test/independent.ts';
import { describeOnBothEngines, flipBit, join, namedScalar } from '../test/material.ts';
import sealedKeys from '../vectors/sealed-key.json' with { type: 'json' };
import { type ClientKey, generateClientKey, importClientKey } from './client-key.ts';
import { SEALED_KEY_BYTES, SEALED_KEY_MAX_CHARACTERS } from './constants.ts';
import { CryptoError } from './crypto-error.ts';
import { hexToBytes } from './hex.ts';
import { importEcdhPair, sealSessionKey } from './seal-session-key.ts';
import { decodeSealedText, encodeSealedText, openSealedKey } from './sealed-key.ts';
import { importSessionKey } from './session-key.ts';
import { verifyStamp } from './verify-stamp.ts';

const refusal = expect.objectContaining({ code: 'SEALED_KEY_MALFORMED' });
const sealedBytes = fc
  .uint8Array({ minLength: SEALED_KEY_BYTES, maxLength: SEALED_KEY_BYTES })
  .map((bytes) => Uint8Array.from(bytes));

afterEach(() => {
  vi.restoreAllMocks();
  vi.doUnmock('bs58check');
  vi.resetModules();
});

describe('sealed text', () => {
  it('is base58check without a version byte', () => {
    fc.assert(
      fc.property(sealedBytes, (bytes) => {
        const text = encodeBase58check(bytes);
        const parts = decodeSealedText(text);
        expect(parts.enc).toHaveLength(33);
        expect(parts.ciphertext).toHaveLength(48);
        expect(join(parts.enc, parts.ciphertext)).toEqual(bytes);
        expect(encodeSealedText(parts)).toBe(text);
        expect(Uint8Array.from(decodeBase58check(text))).toEqual(bytes);
      }),
    );
  });

  it('stays below the maximum length, whatever its bytes', () => {
    const longest = encodeBase58check(new Uint8Array(SEALED_KEY_BYTES).fill(255));
    expect(longest.length).toBeLessThanOrEqual(SEALED_KEY_MAX_CHARACTERS);
    expect(decodeSealedText(longest).enc[0]).toBe(255);
    const shortest = encodeBase58check(new Uint8Array(SEALED_KEY_BYTES));
    expect(decodeSealedText(shortest).enc[0]).toBe(0);
  });

  it('is refused when any one character is changed', () => {
    const text = encodeBase58check(new Uint8Array(SEALED_KEY_BYTES).fill(3));
    for (let index = 0; index < text.length; index += 1) {
      const changed = `${text.slice(0, index)}${text[index] === 'x' ? 'y' : 'x'}${text.slice(index + 1)}`;
      expect(() => decodeSealedText(changed), `character ${index}`).toThrow(refusal);
    }
  });

  it('is refused unread when it is too long', () => {
    const decode = vi.spyOn(bs58check, 'decodeUnsafe');
    expect(() => decodeSealedText('z'.repeat(SEALED_KEY_MAX_CHARACTERS + 1))).toThrow(refusal);
    expect(() => decodeSealedText('1'.repeat(5_000_000))).toThrow(refusal);
    expect(decode).not.toHaveBeenCalled();
    expect(() => decodeSealedText('z'.repeat(SEALED_KEY_MAX_CHARACTERS))).toThrow(refusal);
    expect(decode).toHaveBeenCalledOnce();
  });

  it.each([0, 1, 80, 82])('is refused with %d bytes and a valid checksum', (length) => {
    expect(() => decodeSealedText(encodeBase58check(new Uint8Array(length).fill(2)))).toThrow(
      refusal,
    );
  });

  it.each([undefined, null, 5, ['1']])('cannot be %j', (value) => {
    expect(() => decodeSealedText(value as unknown as string)).toThrow(refusal);
  });

  it('works with bs58check as CommonJS, whose default export is nested', async () => {
    vi.resetModules();
    vi.doMock('bs58check', () => ({ default: { default: bs58check } }));
    const { decodeSealedText: decode, encodeSealedText: encode } = await import('./sealed-key.ts');
    const text = encodeBase58check(new Uint8Array(SEALED_KEY_BYTES).fill(9));
    expect(encode(decode(text))).toBe(text);
  });
});

const scalar = namedScalar('session');

afterEach(() => {
  vi.restoreAllMocks();
});

describeOnBothEngines('sealing', () => {
  it('uses a fresh sender each time', async () => {
    const { publicKey } = await generateClientKey();
    const sealed = await Promise.all(
      Array.from({ length: 6 }, () => sealSessionKey(scalar, publicKey)),
    );
    const encapsulated = sealed.map((text) => decodeSealedText(text).enc.join());
    expect(new Set(encapsulated).size).toBe(6);
  });

  it('binds info and aad', async () => {
    const clientKey = await generateClientKey();
    const options = { info: Uint8Array.of(1), aad: Uint8Array.of(2, 3) };
    const sealed = await sealSessionKey(scalar, clientKey.publicKey, options);
    await expect(openSealedKey(sealed, clientKey, options)).resolves.toBeDefined();
    for (const half of [{ info: options.info }, { aad: options.aad }, {}]) {
      await expect(openSealedKey(sealed, clientKey, half)).rejects.toMatchObject({
        code: 'SEALED_KEY_UNOPENED',
      });
    }
  });

  it('overwrites its copy of the scalar and not that of the caller', async () => {
    const seal = vi.spyOn(CipherSuite.prototype, 'seal');
    const { publicKey } = await generateClientKey();
    const own = Uint8Array.from(scalar);
    await sealSessionKey(own, publicKey);
    expect(new Uint8Array(seal.mock.calls[0]?.[1] as ArrayBuffer)).toEqual(new Uint8Array(32));
    expect(own).toEqual(scalar);
  });
});

it.each(['publicKey', 'keyPair', 'nothing'])('%s is not a client key', async (part) => {
  const clientKey = await generateClientKey();
  const sealed = await sealSessionKey(scalar, clientKey.publicKey);
  const given = (clientKey as unknown as Record<string, never>)[part] as never;
  await expect(openSealedKey(sealed, given)).rejects.toMatchObject({ code: 'INVALID_KEY' });
  const text = importSessionKey('ab'.repeat(32) as never);
  await expect(text).rejects.toThrow('It is text: see `hexToBytes`.');
});

describe('sealing refuses', () => {
  it.each([
    ['a zero scalar', new Uint8Array(32), {}, 'INVALID_SCALAR'],
    ['a short scalar', new Uint8Array(31).fill(1), {}, 'INVALID_SCALAR'],
    ['a zero sender', scalar, { ephemeralScalar: new Uint8Array(32) }, 'INVALID_SCALAR'],
  ])('%s', async (_, value, options, code) => {
    const { publicKey } = await generateClientKey();
    await expect(sealSessionKey(value, publicKey, options)).rejects.toMatchObject({ code });
  });

  it('a recipient that is not a point', async () => {
    await expect(sealSessionKey(scalar, `04${'00'.repeat(64)}`)).rejects.toMatchObject({
      code: 'INVALID_CLIENT_PUBLIC_KEY',
    });
  });
});

async function sealedPair(): Promise<{ sealed: string; clientKey: ClientKey }> {
  const clientKey = await generateClientKey();
  return { sealed: await sealSessionKey(scalar, clientKey.publicKey), clientKey };
}

async function errorOf(work: Promise<unknown>): Promise<CryptoError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CryptoError)) throw new Error('expected a CryptoError', { cause: error });
  return error;
}

describeOnBothEngines('opening', () => {
  it('returns a key that stamps, and that cannot be exported', async () => {
    const { sealed, clientKey } = await sealedPair();
    const sessionKey = await openSealedKey(sealed, clientKey);
    expect(await verifyStamp(await sessionKey.stamp('x'), 'x')).toMatchObject({ valid: true });
    expect(sessionKey.cryptoKey.extractable).toBe(false);
    expect(sessionKey.cryptoKey.usages).toEqual(['sign']);
    for (const format of ['pkcs8', 'jwk'] as const) {
      await expect(crypto.subtle.exportKey(format, sessionKey.cryptoKey)).rejects.toThrow();
    }
  });

  it('works when the public key is kept in upper case', async () => {
    const { sealed, clientKey } = await sealedPair();
    const upper = { ...clientKey, publicKey: clientKey.publicKey.toUpperCase() };
    await expect(openSealedKey(sealed, upper)).resolves.toBeDefined();
  });

  it('overwrites the plaintext, also when it is not a valid scalar', async () => {
    const open = vi.spyOn(CipherSuite.prototype, 'open');
    const clientKey = await importClientKey(await importEcdhPair(namedScalar('client')));
    await openSealedKey(await sealSessionKey(scalar, clientKey.publicKey), clientKey);
    const noScalar = sealedKeys.refused.find(({ name }) => name === 'scalar of ones');
    await errorOf(openSealedKey(noScalar?.sealed ?? '', clientKey));
    const plaintexts = await Promise.all(open.mock.results.map(({ value }) => value));
    expect(plaintexts).toHaveLength(2);
    for (const plaintext of plaintexts) {
      expect(new Uint8Array(plaintext as ArrayBuffer)).toEqual(new Uint8Array(32));
    }
  });
});

describe('a changed sealed key', () => {
  it('does not open after any bit was flipped', async () => {
    const { sealed, clientKey } = await sealedPair();
    const { enc, ciphertext } = decodeSealedText(sealed);
    const whole = join(enc, ciphertext);
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const changed = encodeBase58check(flipBit(whole, bit));
      const error = await errorOf(openSealedKey(changed, clientKey));
      expect(error.code, `bit ${bit}`).toBe('SEALED_KEY_UNOPENED');
    }
  });

  it('throws the same error for every failure after the checksum', async () => {
    const rows = sealedKeys.refused.filter(({ code }) => code === 'SEALED_KEY_UNOPENED');
    const clientKey = await importClientKey(
      await importEcdhPair(hexToBytes(rows[0]?.clientScalar ?? '')),
    );
    const errors = await Promise.all(
      rows.map(({ sealed }) => errorOf(openSealedKey(sealed, clientKey))),
    );
    expect(errors.length).toBeGreaterThan(10);
    expect(new Set(errors.map((error) => JSON.stringify(error))).size).toBe(1);
    for (const error of errors) {
      expect(error.cause).toBeUndefined();
      expect(Object.keys(error).sort()).toEqual(['code', 'name']);
    }
  });
});

describe('the buffers of an import', () => {
  it('are overwritten: PKCS#8, on Node', async () => {
    const openssl = process.getBuiltinModule('node:crypto');
    const createPrivateKey = vi.spyOn(openssl, 'createPrivateKey');
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(openssl);
    const { sealed, clientKey } = await sealedPair();
    await openSealedKey(sealed, clientKey);
    expect(createPrivateKey.mock.calls).toEqual([
      [expect.objectContaining({ key: Buffer.alloc(67) })],
    ]);
  });

  it('are overwritten: PKCS#8, on WebCrypto', async () => {
    vi.resetModules();
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    const importKey = vi.spyOn(SubtleCrypto.prototype, 'importKey');
    const api = await import('./index.ts');
    const clientKey = await api.generateClientKey();
    await api.openSealedKey(await api.sealSessionKey(scalar, clientKey.publicKey), clientKey);
    const pkcs8 = importKey.mock.calls.filter(([format]) => (format as string) === 'pkcs8');
    const lengths = pkcs8.map(([, bytes]) => (bytes as unknown as Uint8Array).length);
    expect(lengths).toEqual([67, 67, 138]);
    for (const [, bytes] of pkcs8) {
      expect((bytes as unknown as Uint8Array).every((byte) => byte === 0)).toBe(true);
    }
  });

  it('are not reachable through the session key', async () => {
    const { sealed, clientKey } = await sealedPair();
    const sessionKey = await openSealedKey(sealed, clientKey);
    for (const name of [...Object.getOwnPropertyNames(sessionKey), 'cryptoKey'] as const) {
      expect(Reflect.get(sessionKey, name)).not.toBeInstanceOf(KeyObject);
    }
  });
});
