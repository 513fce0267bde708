import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/workspace.ts';
import type { Page } from './page.ts';

const folder = 'examples';

/** A line that names a source, and the block of code after it, if there is one already. */
const shown = /^<!-- source: (?<file>\S+) -->\n(?:```ts\n[\s\S]*?\n```\n)?/gm;

/** A page with the code that it names put below each name. */
export function withSources(text: string, read: (file: string) => string): string {
  return text.replaceAll(shown, (_match, file: string) => {
    return `<!-- source: ${file} -->\n\`\`\`ts\n${read(file).trimEnd()}\n\`\`\`\n`;
  });
}

function pageOf(guide: string): Page {
  const path = `${folder}/${guide}/README.md`;
  const read = (file: string) => readFileSync(join(root, folder, guide, file), 'utf8');
  return { path, text: withSources(readFileSync(join(root, path), 'utf8'), read) };
}

/** The pages of the guides: those of the examples that show their own code. */
export const guidePages: readonly (() => Page)[] = readdirSync(join(root, folder))
  .filter((guide) => existsSync(join(root, folder, guide, 'README.md')))
  .map((guide) => () => pageOf(guide));
