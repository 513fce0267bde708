import { afterEach, describe, expect, it, vi } from 'vitest';
import { verifyStampByOpenssl } from '../test/independent.ts';
import { describeOnBothEngines, namedScalar } from '../test/material.ts';
import { MAX_LOW_S, STAMP_SCHEME } from './constants.ts';
import { bytesToHex, hexToBytes } from './hex.ts';
import { pointOfScalar, publicKeyFromScalar } from './scalar.ts';
import { createStamp, importSessionKey, sessionKeyFromCryptoKey } from './session-key.ts';
import { derSignatureToRaw } from './signature.ts';

const scalar = namedScalar('session');
const PAYLOAD = '{"amount":1,"memo":"Grüße 🌍"}';

function fieldsOf(stamp: string): Record<string, string> {
  return JSON.parse(Buffer.from(stamp, 'base64url').toString('utf8'));
}

afterEach(() => {
  vi.restoreAllMocks();
});

describeOnBothEngines('a session key', () => {
  it("has the public key of its scalar, and does not overwrite the caller's scalar", async () => {
    const own = Uint8Array.from(scalar);
    expect((await importSessionKey(own)).publicKey).toBe(publicKeyFromScalar(scalar));
    expect(own).toEqual(scalar);
  });

  it('works behind a Proxy, as reactive frameworks create', async () => {
    const sessionKey = await importSessionKey(scalar);
    const held = new Proxy(sessionKey, {});
    expect(await held.stamp(PAYLOAD)).toMatch(/^[A-Za-z0-9_-]{355,380}$/);
    expect(held.cryptoKey.extractable).toBe(false);
    expect(Object.keys(sessionKey)).toEqual(['publicKey', 'stamp']);
  });

  it('writes a stamp in exactly this form', async () => {
    const sessionKey = await importSessionKey(scalar);
    const stamp = await sessionKey.stamp(PAYLOAD);
    expect(stamp).toMatch(/^[A-Za-z0-9_-]{355,380}$/);
    const json = Buffer.from(stamp, 'base64url').toString('utf8');
    const { signature } = fieldsOf(stamp);
    expect(json).toBe(
      `{"publicKey":"${sessionKey.publicKey}","scheme":"${STAMP_SCHEME}","signature":"${signature}"}`,
    );
    expect(signature).toMatch(/^30[0-9a-f]+$/);
  });

  it('makes stamps that OpenSSL verifies, with low s each time', async () => {
    const sessionKey = await importSessionKey(scalar);
    for (let round = 0; round < 40; round += 1) {
      const payload = `${PAYLOAD}${round}`;
      const stamp = await createStamp(sessionKey, payload);
      expect(verifyStampByOpenssl(stamp, payload)).toBe(true);
      expect(verifyStampByOpenssl(stamp, `${payload} `)).toBe(false);
      const raw = derSignatureToRaw(hexToBytes(fieldsOf(stamp).signature ?? ''));
      expect(BigInt(`0x${bytesToHex(raw.subarray(32))}`)).toBeLessThanOrEqual(MAX_LOW_S);
    }
  });

  it('refuses a payload that UTF-8 would change', async () => {
    const sessionKey = await importSessionKey(scalar);
    await expect(sessionKey.stamp('\ud800')).rejects.toMatchObject({ code: 'INVALID_PAYLOAD' });
  });

  it('is restored from its CryptoKey', async () => {
    const { cryptoKey, publicKey } = await importSessionKey(scalar);
    const again = await sessionKeyFromCryptoKey(structuredClone(cryptoKey), publicKey);
    expect(again.publicKey).toBe(publicKey);
    expect(again.cryptoKey.extractable).toBe(false);
    expect(verifyStampByOpenssl(await again.stamp(PAYLOAD), PAYLOAD)).toBe(true);
    const upper = await sessionKeyFromCryptoKey(cryptoKey, publicKey.toUpperCase());
    expect(upper.publicKey).toBe(publicKey);
  });

  it('is not restored with the public key of another key', async () => {
    const { cryptoKey } = await importSessionKey(scalar);
    const other = publicKeyFromScalar(namedScalar('other session'));
    await expect(sessionKeyFromCryptoKey(cryptoKey, other)).rejects.toMatchObject({
      code: 'SELF_CHECK_FAILED',
    });
  });

  it('is imported once, not per stamp', async () => {
    const sessionKey = await importSessionKey(scalar);
    const importKey = vi.spyOn(crypto.subtle, 'importKey');
    await sessionKey.stamp('one');
    await sessionKey.stamp('two');
    expect(importKey).not.toHaveBeenCalled();
  });
});

describe('a stored CryptoKey', () => {
  const publicKey = publicKeyFromScalar(scalar);
  const generate = (algorithm: EcKeyGenParams, extractable: boolean, usages: KeyUsage[]) =>
    crypto.subtle.generateKey(algorithm, extractable, usages) as Promise<CryptoKeyPair>;

  it.each([
    ['extractable', 'ECDSA', 'P-256', true, ['sign', 'verify']],
    ['of another curve', 'ECDSA', 'P-384', false, ['sign', 'verify']],
    ['of another algorithm', 'ECDH', 'P-256', false, ['deriveBits']],
  ] as const)('is refused when %s', async (_, name, namedCurve, extractable, usages) => {
    const { privateKey } = await generate({ name, namedCurve }, extractable, [...usages]);
    await expect(sessionKeyFromCryptoKey(privateKey, publicKey)).rejects.toMatchObject({
      code: 'INVALID_KEY',
    });
  });

  it('is refused when it is a public key or not a key', async () => {
    const pair = await generate({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
    for (const key of [pair.publicKey, undefined, null, {}, 'key']) {
      await expect(sessionKeyFromCryptoKey(key as CryptoKey, publicKey)).rejects.toMatchObject({
        code: 'INVALID_KEY',
      });
    }
  });

  it('needs a valid public key', async () => {
    const { cryptoKey } = await importSessionKey(scalar);
    await expect(sessionKeyFromCryptoKey(cryptoKey, 'zz')).rejects.toMatchObject({
      code: 'INVALID_HEX',
    });
    const point = bytesToHex(pointOfScalar(scalar));
    await expect(sessionKeyFromCryptoKey(cryptoKey, point)).rejects.toMatchObject({
      code: 'INVALID_POINT',
    });
  });
});
