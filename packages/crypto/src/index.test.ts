import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import * as api from './index.ts';

describe('the package', () => {
  it('exports exactly this', () => {
    expect(Object.keys(api).sort()).toEqual([
      'CryptoError',
      'ExportedPhrase',
      'HPKE_INFO',
      'SEALED_KEY_BYTES',
      'SEALED_KEY_MAX_CHARACTERS',
      'STAMP_SCHEME',
      'assertClientPublicKey',
      'base64urlToBytes',
      'bytesToBase64url',
      'bytesToHex',
      'compressPoint',
      'createCodeTarget',
      'createStamp',
      'decompressPoint',
      'derSignatureToRaw',
      'generateClientKey',
      'generateHeldKey',
      'heldSessionKey',
      'hexToBytes',
      'importClientKey',
      'importHeldKey',
      'importSessionKey',
      'isClientPublicKey',
      'oauthNonce',
      'openSealedCode',
      'openSealedKey',
      'openWalletExport',
      'publicKeyFromScalar',
      'rawSignatureToDer',
      'sealCode',
      'sealSessionKey',
      'sealWalletExport',
      'sessionKeyFromCryptoKey',
      'verifyStamp',
    ]);
  });

  it('reads no platform global on import, and runs from source', () => {
    const entry = new URL('./index.ts', import.meta.url).href;
    const program = `
      for (const name of ['crypto', 'TextEncoder', 'TextDecoder', 'btoa', 'atob']) {
        const value = globalThis[name];
        Object.defineProperty(globalThis, name, { configurable: true, get() {
          const own = new Error().stack.split('\\n').some((line) => line.includes('packages/crypto/src'));
          if (own) { console.log('touched ' + name); }
          return value;
        } });
      }
      const { generateClientKey, oauthNonce } = await import(${JSON.stringify(entry)});
      console.log('imported');
      const { publicKey } = await generateClientKey();
      console.log(oauthNonce(publicKey).length);
    `;
    const args = ['--conditions=source', '--input-type=module', '--eval', program];
    const output = execFileSync(process.execPath, args, { encoding: 'utf8' });
    expect(output.slice(0, output.indexOf('imported'))).toBe('');
    expect(output).toContain('touched TextEncoder');
    expect(output.trimEnd().endsWith('64')).toBe(true);
  });
});
