import { createECDH, createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { namedScalar } from '../test/material.ts';
import { generateClientKey, importClientKey } from './client-key.ts';
import { assertClientPublicKey, isClientPublicKey, oauthNonce } from './client-public-key.ts';
import { importEcdhPair } from './seal-session-key.ts';

const { subtle } = globalThis.crypto;
const refusal = { code: 'INVALID_KEY' };

describe('a generated client key', () => {
  it('is written as 130 lowercase hex characters and is on the curve', async () => {
    const { publicKey } = await generateClientKey();
    expect(publicKey).toMatch(/^04[0-9a-f]{128}$/);
    expect(isClientPublicKey(publicKey)).toBe(true);
  });

  it('is different each time', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, generateClientKey));
    expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(5);
  });

  it('has a private key that cannot be exported', async () => {
    const { privateKey } = (await generateClientKey()).keyPair;
    expect(privateKey.extractable).toBe(false);
    expect(privateKey.usages).toEqual(['deriveBits']);
    for (const format of ['pkcs8', 'jwk'] as const) {
      await expect(subtle.exportKey(format, privateKey)).rejects.toThrow();
    }
  });

  it('agrees on secrets with an independent implementation', async () => {
    const { publicKey, keyPair } = await generateClientKey();
    const other = createECDH('prime256v1');
    const point = Uint8Array.from(other.generateKeys());
    const algorithm = { name: 'ECDH', namedCurve: 'P-256' };
    const imported = await subtle.importKey('raw', point, algorithm, true, []);
    const ours = await subtle.deriveBits(
      { name: 'ECDH', public: imported },
      keyPair.privateKey,
      256,
    );
    expect(Buffer.from(ours)).toEqual(other.computeSecret(Buffer.from(publicKey, 'hex')));
  });
});

describe('an imported client key', () => {
  it('equals the stored key, also after a structured clone', async () => {
    const { publicKey, keyPair } = await generateClientKey();
    expect((await importClientKey(keyPair)).publicKey).toBe(publicKey);
    expect((await importClientKey(structuredClone(keyPair))).publicKey).toBe(publicKey);
  });

  it('is refused when its keys belong to different pairs', async () => {
    const [one, other] = await Promise.all([generateClientKey(), generateClientKey()]);
    const { privateKey } = one.keyPair;
    const { publicKey } = other.keyPair;
    await expect(importClientKey({ privateKey, publicKey })).rejects.toMatchObject(refusal);
  });

  it('is refused when its keys are exchanged', async () => {
    const { privateKey, publicKey } = (await generateClientKey()).keyPair;
    const exchanged = { privateKey: publicKey, publicKey: privateKey };
    await expect(importClientKey(exchanged)).rejects.toMatchObject(refusal);
  });

  it.each([
    ['an extractable private key', { name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']],
    ['another use', { name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveKey']],
    ['another curve', { name: 'ECDH', namedCurve: 'P-384' }, false, ['deriveBits']],
    ['another algorithm', { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']],
  ] as const)('is refused with %s', async (_, algorithm, extractable, usages) => {
    const pair = await subtle.generateKey(algorithm, extractable, [...usages]);
    await expect(importClientKey(pair)).rejects.toMatchObject(refusal);
  });

  it('is refused with a public key that cannot be exported', async () => {
    const { privateKey, publicKey } = await importEcdhPair(namedScalar('client'));
    const raw = await subtle.exportKey('raw', publicKey);
    const hidden = await subtle.importKey('raw', raw, publicKey.algorithm, false, []);
    await expect(importClientKey({ privateKey, publicKey: hidden })).rejects.toMatchObject(refusal);
  });

  it.each([undefined, null, {}, { privateKey: 1, publicKey: 2 }])('cannot be %j', async (value) => {
    await expect(importClientKey(value as unknown as CryptoKeyPair)).rejects.toMatchObject(refusal);
  });
});

describe('a client public key', () => {
  it.each([undefined, null, 4, {}, [], new Uint8Array(65)])('cannot be %j', (value) => {
    expect(isClientPublicKey(value)).toBe(false);
    expect(() => assertClientPublicKey(value)).toThrow(
      expect.objectContaining({ code: 'INVALID_CLIENT_PUBLIC_KEY' }),
    );
  });
});

describe('the OAuth nonce', () => {
  it('hashes the text of the key, not its bytes', async () => {
    const { publicKey } = await generateClientKey();
    const ofText = createHash('sha256').update(publicKey, 'ascii').digest('hex');
    const ofBytes = createHash('sha256').update(Buffer.from(publicKey, 'hex')).digest('hex');
    expect(oauthNonce(publicKey)).toBe(ofText);
    expect(oauthNonce(publicKey)).not.toBe(ofBytes);
  });

  it.each(['', '04', `04${'00'.repeat(64)}`])('refuses %j, which is not a key', (text) => {
    expect(() => oauthNonce(text)).toThrow(
      expect.objectContaining({ code: 'INVALID_CLIENT_PUBLIC_KEY' }),
    );
  });
});
