import nodeCryptoModule from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { describeOnBothEngines, namedScalar } from '../test/material.ts';
import { generateClientKey, importClientKey } from './client-key.ts';
import { sealSessionKey } from './seal-session-key.ts';
import { openSealedKey } from './sealed-key.ts';
import { Secrets } from './secrets.ts';

const scalar = namedScalar('session');

function bytesOf(value: unknown): Uint8Array {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (value instanceof Uint8Array) return value;
  throw new TypeError('expected bytes');
}

function nameOf(algorithm: AlgorithmIdentifier): string {
  return typeof algorithm === 'string' ? algorithm : algorithm.name;
}

function expectZeros(values: readonly unknown[]): void {
  for (const value of values) expect(bytesOf(value).every((byte) => byte === 0)).toBe(true);
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

describeOnBothEngines('an opening overwrites', () => {
  it('every secret that goes through the key schedule, also when it fails', async () => {
    const keep = vi.spyOn(Secrets.prototype, 'keep');
    const clientKey = await generateClientKey();
    const sealed = await sealSessionKey(scalar, clientKey.publicKey);
    const sealing = keep.mock.calls.length;
    await openSealedKey(sealed, clientKey);
    await expect(openSealedKey(sealed, await generateClientKey())).rejects.toMatchObject({
      code: 'SEALED_KEY_UNOPENED',
    });
    expect(sealing).toBeGreaterThan(10);
    expect(keep.mock.calls.length).toBeGreaterThan(3 * 10);
    expectZeros(keep.mock.calls.map(([buffer]) => buffer));
  });
});

it('the secrets that are agreed on and derived are overwritten: OpenSSL', async () => {
  const agree = vi.spyOn(nodeCryptoModule, 'diffieHellman');
  const secretKeys = vi.spyOn(nodeCryptoModule, 'createSecretKey');
  const decipher = vi.spyOn(nodeCryptoModule, 'createDecipheriv');
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(nodeCryptoModule);
  const clientKey = await generateClientKey();
  await openSealedKey(await sealSessionKey(scalar, clientKey.publicKey), clientKey);
  expect(agree.mock.results).toHaveLength(2);
  expectZeros(agree.mock.results.map(({ value }) => value));
  // What HKDF, HMAC and the cipher are given: a key object for each, made of a buffer.
  const keys = secretKeys.mock.results.map(({ value }) => value);
  expect(decipher.mock.calls).toHaveLength(1);
  expect(keys).toContain(decipher.mock.calls[0]?.[1]);
  expect(keys.length).toBeGreaterThan(8);
  expectZeros(secretKeys.mock.calls.map(([secret]) => secret));
});

it('the secrets that are agreed on and derived are overwritten: WebCrypto', async () => {
  vi.resetModules();
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
  const agree = vi.spyOn(SubtleCrypto.prototype, 'deriveBits');
  const decrypt = vi.spyOn(SubtleCrypto.prototype, 'decrypt');
  const importKey = vi.spyOn(SubtleCrypto.prototype, 'importKey');
  const api = await import('./index.ts');
  const clientKey = await api.generateClientKey();
  await api.openSealedKey(await api.sealSessionKey(scalar, clientKey.publicKey), clientKey);
  expectZeros(await Promise.all(agree.mock.results.map(({ value }) => value)));
  expectZeros(await Promise.all(decrypt.mock.results.map(({ value }) => value)));
  const aes = importKey.mock.calls.filter(([, , algorithm]) => algorithm === 'AES-GCM');
  const ecdh = agree.mock.calls.filter(([algorithm]) => nameOf(algorithm) === 'ECDH');
  expect(ecdh).toHaveLength(3);
  // What HKDF and HMAC are given: the labelled secrets, in whole buffers.
  const derived = importKey.mock.calls.filter(([, , algorithm]) =>
    ['HKDF', 'HMAC'].includes(nameOf(algorithm)),
  );
  expect(derived.length).toBeGreaterThan(6);
  expectZeros(derived.map(([, key]) => key));
  expect(aes).toHaveLength(2);
  expectZeros(aes.map(([, key]) => key));
});

describeOnBothEngines('a check of a client key overwrites', () => {
  it('both secrets it compares', async () => {
    const { keyPair } = await generateClientKey();
    const fill = vi.spyOn(Uint8Array.prototype, 'fill');
    await importClientKey(keyPair);
    const wiped = fill.mock.contexts.filter((bytes) => (bytes as Uint8Array).length === 32);
    expect(wiped.length).toBeGreaterThanOrEqual(2);
  });
});
