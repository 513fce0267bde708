import { execFileSync } from 'node:child_process';
import { afterEach, expect, it, vi } from 'vitest';
import { namedScalar } from '../test/material.ts';

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
