import { createVerify, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateWebhookKeys, signEvent } from './index.ts';

const keys = await generateWebhookKeys();

function opensslVerifies(body: string, signature: string): boolean {
  return createVerify('sha256').update(body).verify(keys.publicKey, signature, 'base64');
}

describe('signEvent', () => {
  it('makes a signature that OpenSSL verifies, over exactly the body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.nat(), async (data, place) => {
        const { body, headers } = await signEvent({ type: 'TEST', data }, keys.privateKey);
        const signature = headers['x-service-signature'] ?? '';
        expect(opensslVerifies(body, signature)).toBe(true);
        const index = place % body.length;
        const flipped = String.fromCharCode(body.charCodeAt(index) ^ 1);
        const other = body.slice(0, index) + flipped + body.slice(index + 1);
        expect(opensslVerifies(other, signature)).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  it('accepts a PEM key or a CryptoKey, and refuses other strings', async () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const key = pair.privateKey.toCryptoKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
    ]);
    for (const one of [pem, key as CryptoKey]) {
      const { body, headers } = await signEvent({ type: 'TEST' }, one);
      const signature = headers['x-service-signature'] ?? '';
      const verifier = createVerify('sha256').update(body);
      expect(verifier.verify(pair.publicKey, signature, 'base64')).toBe(true);
    }
    const sec1 = pair.privateKey.export({ type: 'sec1', format: 'pem' }) as string;
    for (const text of ['', keys.publicKey, sec1]) {
      await expect(signEvent({ type: 'TEST' }, text)).rejects.toThrow(/PEM PKCS#8/);
    }
  });
});
