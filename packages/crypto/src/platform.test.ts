import { afterEach, describe, expect, it, vi } from 'vitest';
import { namedScalar } from '../test/material.ts';
import * as api from './index.ts';
import { openssl } from './openssl/openssl.ts';

const publicKey =
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
  '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('a runtime without WebCrypto', () => {
  it('is a typed error, also when opening', async () => {
    const made = await api.generateClientKey();
    const sealed = await api.sealSessionKey(namedScalar('session'), made.publicKey);
    vi.stubGlobal('crypto', { getRandomValues: () => undefined });
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    vi.resetModules();
    const bare = await import('./index.ts');
    for (const work of [
      () => bare.generateClientKey(),
      () => bare.importClientKey(made.keyPair),
      () => bare.openSealedKey(sealed, made),
      () => bare.importSessionKey(namedScalar('session')),
      () => bare.sealSessionKey(namedScalar('session'), publicKey),
      async () => bare.publicKeyFromScalar(namedScalar('session')),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: 'CRYPTO_UNAVAILABLE' });
    }
  });

  it('can still run functions that do not need it', () => {
    vi.stubGlobal('crypto', undefined);
    expect(api.isClientPublicKey(publicKey)).toBe(true);
    expect(api.oauthNonce(publicKey)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('node:crypto', () => {
  it.each([
    ['no process', undefined],
    ['a polyfilled process', { env: {} }],
    ['a runtime with a part of it', { getBuiltinModule: () => ({ sign: () => undefined }) }],
    ['a runtime that refuses', { getBuiltinModule: () => undefined }],
  ])('is not used with %s', (_, process) => {
    vi.stubGlobal('process', process);
    expect(openssl()).toBeUndefined();
  });
});
