import { existsSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import type { MarkdownEnv, MarkdownRenderer } from 'vitepress';
import { homepage, repository, root } from '../release.ts';

/** Pages that show a file from outside `docs`. */
export const packagePages: Readonly<Record<string, string>> = {
  'packages/sdk/README.md': '/packages/sdk',
  'packages/relay/README.md': '/packages/relay',
  'packages/wallet/README.md': '/packages/wallet',
  'packages/mock/README.md': '/packages/mock',
  'packages/crypto/README.md': '/packages/crypto',
  'packages/contract/README.md': '/packages/contract',
  'packages/mcp/README.md': '/packages/mcp',
  'examples/onboarding/README.md': '/walkthroughs/onboard-a-business',
  'examples/payout/README.md': '/walkthroughs/payout',
  'examples/strong-authentication/README.md': '/walkthroughs/strong-authentication',
  'examples/card/README.md': '/walkthroughs/issue-a-card',
  'examples/agent/README.md': '/walkthroughs/agent-with-a-limit',
  'examples/migration/README.md': '/walkthroughs/move-from-hand-written-calls',
  'CHANGELOG.md': '/changelog',
};

const docs = resolve(root, 'docs');

/** The page of the site that shows a file of the repository, if one does. */
export function pageOf(file: string): string | undefined {
  const path = relative(root, file).split(sep).join('/');
  const shown = packagePages[path];
  if (shown !== undefined) return shown;
  if (!path.startsWith('docs/') || !path.endsWith('.md')) return undefined;
  const source = path.slice('docs/'.length);
  return `/${source.replace(/(?:(?<=\/)|^)index\.md$/, '').replace(/\.md$/, '')}`;
}

/**
 * The address on the site of a Markdown file's link: of the page of the file, or of the file in the
 * repository if the site does not show it. A full address of the site, as links to generated pages
 * have it, leads to the same page of the version that is built.
 *
 * @throws Error for a link to a file that does not exist
 */
export function target(link: string, from: string): string {
  if (link.startsWith(homepage)) return `/${link.slice(homepage.length)}`;
  const [path = '', hash] = link.split('#');
  const file = resolve(dirname(from), path);
  const page = pageOf(file);
  const anchor = hash === undefined ? '' : `#${hash}`;
  if (page !== undefined) return `${page}${anchor}`;
  if (!existsSync(file)) throw new Error(`${relative(root, from)} links to ${link}: not found`);
  if (!relative(docs, file).startsWith('..')) return link;
  return `${repository}/blob/main/${relative(root, file).split(sep).join('/')}${anchor}`;
}

/** Markdown with the relative links of a file replaced by addresses on the site. */
export function withTargets(text: string, from: string): string {
  return text.replaceAll(
    /(\]\()(?!\w+:|#|\/)([^)\s]+)(\))/g,
    (_all, open: string, link: string, close: string) => `${open}${target(link, from)}${close}`,
  );
}

function isTranslated(link: string): boolean {
  return link.startsWith(homepage) || !/^(?:\w+:|#|\/)/.test(link);
}

/** Makes the links that work in the repository work on the site too. */
export function links(markdown: MarkdownRenderer): void {
  markdown.core.ruler.after('inline', 'repository-links', (state) => {
    const env = state.env as MarkdownEnv;
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      const link = token.type === 'link_open' ? token.attrGet('href') : null;
      if (link === null || !isTranslated(link)) continue;
      token.attrSet('href', target(decodeURI(link), env.path));
    }
  });
}
