import { existsSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import type { MarkdownEnv, MarkdownRenderer } from 'vitepress';
import { repository, root } from '../release.ts';
import { packagePages, rewrites } from '../routes.ts';

const docs = resolve(root, 'docs');

/** The page of the site that shows a file of the repository, if one does. */
export function pageOf(file: string): string | undefined {
  const path = relative(root, file).split(sep).join('/');
  const shown = packagePages[path];
  if (shown !== undefined) return shown;
  if (!path.startsWith('docs/') || !path.endsWith('.md')) return undefined;
  const source = path.slice('docs/'.length);
  return `/${(rewrites[source] ?? source).replace(/(?:(?<=\/)|^)index\.md$/, '').replace(/\.md$/, '')}`;
}

/**
 * The address of a Markdown file's relative link on the site: to the page of the file, or to the
 * file in the repository if the site does not show it.
 *
 * @throws Error for a link to a file that does not exist
 */
export function target(link: string, from: string): string {
  const [path = '', hash] = link.split('#');
  const file = resolve(dirname(from), path);
  const page = pageOf(file);
  const anchor = hash === undefined ? '' : `#${hash}`;
  if (page !== undefined) return `${page}${anchor}`;
  if (!existsSync(file)) throw new Error(`${relative(root, from)} links to ${link}: not found`);
  if (!relative(docs, file).startsWith('..')) return link;
  return `${repository}/blob/main/${relative(root, file).split(sep).join('/')}${anchor}`;
}

function isRelative(link: string): boolean {
  return !/^(?:\w+:|#|\/)/.test(link);
}

/** Makes the links that work in the repository work on the site too. */
export function links(markdown: MarkdownRenderer): void {
  markdown.core.ruler.after('inline', 'repository-links', (state) => {
    const env = state.env as MarkdownEnv;
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      const link = token.type === 'link_open' ? token.attrGet('href') : null;
      if (link === null || !isRelative(link)) continue;
      // A rewritten page has the address as its path, and its file as `realPath`.
      token.attrSet('href', target(decodeURI(link), env.realPath ?? env.path));
    }
  });
}
