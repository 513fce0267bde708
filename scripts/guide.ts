import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/workspace.ts';

/** Runs a guide: `npm run guide payout`. */
const [guide = ''] = process.argv.slice(2);
const path = join(root, 'examples', guide, 'play.ts');
if (!/^[a-z-]+$/.test(guide) || !existsSync(path)) {
  console.error(`"${guide}" is not a guide. Name a folder of examples that has a play.ts.`);
  process.exit(2);
}
const { play } = (await import(path)) as {
  play(print: (line: string) => void): Promise<void>;
};
await play((line) => console.log(line));
