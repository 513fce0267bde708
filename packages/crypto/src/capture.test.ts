import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { namedScalar } from '../test/material.ts';
import * as api from './index.ts';
import { openssl } from './openssl/openssl.ts';

const names = [
  'decrypt',
  'deriveBits',
  'encrypt',
  'exportKey',
  'generateKey',
  'importKey',
  'sign',
  'verify',
] as const;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function loadAsBrowser() {
  vi.resetModules();
  vi.stubGlobal('process', { ...process, getBuiltinModule: undefined });
  return import('./index.ts');
}

function hookEverything() {
  return names.map((name) => vi.spyOn(SubtleCrypto.prototype, name));
}

type Api = Awaited<ReturnType<typeof loadAsBrowser>>;

async function wholeSession(api: Api): Promise<boolean> {
  const made = await api.generateClientKey();
  const clientKey = await api.importClientKey(made.keyPair);
  const sealed = await api.sealSessionKey(namedScalar('session'), clientKey.publicKey);
  const opened = await api.openSealedKey(sealed, clientKey);
  const again = await api.sessionKeyFromCryptoKey(opened.cryptoKey, opened.publicKey);
  return (await api.verifyStamp(await again.stamp('payload'), 'payload')).valid;
}

it('functions hooked after the module has loaded are never called', async () => {
  const api = await loadAsBrowser();
  const hooks = hookEverything();
  const replaced = { getRandomValues: crypto.getRandomValues.bind(crypto), subtle: {} };
  vi.stubGlobal('crypto', replaced);
  expect(await wholeSession(api)).toBe(true);
  for (const hook of hooks) expect(hook).not.toHaveBeenCalled();
});

it('the hooks do see calls through the prototype', async () => {
  const hooks = hookEverything();
  const api = await loadAsBrowser();
  expect(await wholeSession(api)).toBe(true);
  for (const hook of hooks) expect(hook).toHaveBeenCalled();
});

it('WebCrypto may be installed after the module has loaded', async () => {
  const real = globalThis.crypto;
  vi.stubGlobal('crypto', undefined);
  const api = await loadAsBrowser();
  await expect(api.generateClientKey()).rejects.toMatchObject({ code: 'CRYPTO_UNAVAILABLE' });
  vi.stubGlobal('crypto', real);
  expect(await wholeSession(api)).toBe(true);
});

it('on Node capturing loads neither node:crypto nor WebCrypto', () => {
  const entry = new URL('./platform.ts', import.meta.url).href;
  const program = `
    await import(${JSON.stringify(entry)});
    const loaded = process.moduleLoadList.filter((name) => /internal\\/crypto\\/|NativeModule crypto$/.test(name));
    console.log(JSON.stringify(loaded));`;
  const args = ['--conditions=source', '--input-type=module', '--eval', program];
  const output = execFileSync(process.execPath, args, { encoding: 'utf8' });
  const atStart = execFileSync(
    process.execPath,
    ['--input-type=module', '--eval', program.replace(/await import.*/, '')],
    { encoding: 'utf8' },
  );
  expect(JSON.parse(output)).toEqual(JSON.parse(atStart));
});

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
