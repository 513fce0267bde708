import { KeyObject } from 'node:crypto';
import { CipherSuite } from '@hpke/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { describeOnBothEngines } from '../test/engines.ts';
import { encodeBase58check } from '../test/independent.ts';
import { flipBit, join, namedScalar } from '../test/material.ts';
import sealedKeys from '../vectors/sealed-key.json' with { type: 'json' };
import { type ClientKey, generateClientKey, importClientKey } from './client-key.ts';
import { CryptoError } from './crypto-error.ts';
import { importEcdhPair } from './ecdh.ts';
import { hexToBytes } from './hex.ts';
import { openSealedKey } from './open-sealed-key.ts';
import { sealSessionKey } from './seal-session-key.ts';
import { decodeSealedText } from './sealed-text.ts';
import { verifyStamp } from './verify-stamp.ts';

const scalar = namedScalar('session');

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

afterEach(() => {
  vi.restoreAllMocks();
});

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
