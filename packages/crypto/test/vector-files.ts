import { clientKeyVectors, oauthNonceVectors } from './client-key-vectors.ts';
import { sealedKeyVectors } from './sealed-key-vectors.ts';
import { stampVectors } from './stamp-vectors.ts';

/** Every vector file by name, as the text it must have. */
export async function vectorFiles(): Promise<Record<string, string>> {
  const contents = {
    'client-key.json': clientKeyVectors(),
    'oauth-nonce.json': oauthNonceVectors(),
    'sealed-key.json': await sealedKeyVectors(),
    'stamp.json': stampVectors(),
  };
  return Object.fromEntries(
    Object.entries(contents).map(([name, value]) => [name, `${JSON.stringify(value, null, 2)}\n`]),
  );
}
