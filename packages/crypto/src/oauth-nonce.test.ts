import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { generateClientKey } from './client-key.ts';
import { oauthNonce } from './oauth-nonce.ts';

describe('the OAuth nonce', () => {
  it('hashes the text of the key, not its bytes', async () => {
    const { publicKey } = await generateClientKey();
    const ofText = createHash('sha256').update(publicKey, 'ascii').digest('hex');
    const ofBytes = createHash('sha256').update(Buffer.from(publicKey, 'hex')).digest('hex');
    expect(oauthNonce(publicKey)).toBe(ofText);
    expect(oauthNonce(publicKey)).not.toBe(ofBytes);
  });

  it('depends on letter case', async () => {
    const { publicKey } = await generateClientKey();
    expect(oauthNonce(publicKey.toUpperCase())).not.toBe(oauthNonce(publicKey));
  });

  it.each(['', '04', `04${'00'.repeat(64)}`])('refuses %j, which is not a key', (text) => {
    expect(() => oauthNonce(text)).toThrow(
      expect.objectContaining({ code: 'INVALID_CLIENT_PUBLIC_KEY' }),
    );
  });
});
