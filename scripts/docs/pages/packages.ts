import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { packagePages, withTargets } from '../../../docs/.vitepress/markdown/links.ts';
import { root } from '../../lib/workspace.ts';

/** The pages below an address that show a README: of a package, or of a guide in `examples`. */
export function shownPages(folder: string, group: string): GeneratedPage[] {
  const shown = Object.entries(packagePages).filter(([, address]) => address.startsWith(folder));
  return shown.map(([file, address]) => {
    const path = join(root, file);
    const content = withTargets(readFileSync(path, 'utf8'), path);
    const title = /^# (.+)$/m.exec(content)?.[1] ?? file;
    return { slug: address.slice(folder.length), title, group, content };
  });
}
