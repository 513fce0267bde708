import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { packagePages, target } from '../../../docs/.vitepress/markdown/links.ts';
import { root } from '../../lib/workspace.ts';

/** A link of Markdown whose target is a path rather than an address. */
const relativeLink = /(\]\()(?!\w+:|#|\/)([^)\s]+)(\))/g;

function pageOf(file: string, address: string, group: string): GeneratedPage {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  const title = /^# (.+)$/m.exec(text)?.[1] ?? file;
  const content = text.replaceAll(
    relativeLink,
    (_all, open: string, link: string, close: string) => `${open}${target(link, path)}${close}`,
  );
  const slug = address.replace(/^.*\//, '');
  return { slug, title, description: '', group, content };
}

function pagesBelow(folder: string, group: string): GeneratedPage[] {
  return Object.entries(packagePages)
    .filter(([file, address]) => address.startsWith(folder) && existsSync(join(root, file)))
    .map(([file, address]) => pageOf(file, address, group));
}

/** The pages that show the READMEs of packages and the mock's rules. */
export function packagesPages(): GeneratedPage[] {
  return pagesBelow('/packages/', 'Packages');
}

/** The pages that show the guides which are programs in `examples`. */
export function walkthroughPages(): GeneratedPage[] {
  return pagesBelow('/walkthroughs/', 'Walkthroughs');
}
