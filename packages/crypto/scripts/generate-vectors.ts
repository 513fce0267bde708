import { writeFile } from 'node:fs/promises';
import { clientKeyVectors, oauthNonceVectors } from './client-key.ts';
import { sealedKeyVectors } from './sealed-key.ts';
import { stampVectors } from './stamp.ts';

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

/** Writes `vectors/*.json`. Run: `node --conditions=source packages/crypto/scripts/generate-vectors.ts` */
const folder = new URL('../vectors/', import.meta.url);
for (const [name, text] of Object.entries(await vectorFiles())) {
  await writeFile(new URL(name, folder), text);
}
