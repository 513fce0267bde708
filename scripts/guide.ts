import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/workspace.ts';

/** Runs a guide: `npm run guide payout`. */
const [guide = ''] = process.argv.slice(2);
const main = join(root, 'examples', guide, 'main.ts');
if (!/^[a-z-]+$/.test(guide) || !existsSync(main)) {
  console.error(`"${guide}" is not a guide. Name a folder of examples that has a main.ts.`);
  process.exit(2);
}
await import(main);
