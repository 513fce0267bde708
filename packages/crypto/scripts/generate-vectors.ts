import { writeFile } from 'node:fs/promises';
import { vectorFiles } from '../test/vector-files.ts';

/** Writes `vectors/*.json`. Run: `node --conditions=source packages/crypto/scripts/generate-vectors.ts` */
const folder = new URL('../vectors/', import.meta.url);
for (const [name, text] of Object.entries(await vectorFiles())) {
  await writeFile(new URL(name, folder), text);
}
