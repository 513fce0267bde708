import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from '../../../scripts/lib/run.ts';
import { basePath, root } from '../../.vitepress/release.ts';
import { decoded } from '../../.vitepress/summary.ts';

/** The folder of the built site. */
export const siteFolder = join(root, 'docs/.vitepress/dist');

/** The path that the site is served under. */
export const base = basePath();

/** A page of the built site. */
export interface BuiltPage {
  /** Its path below the base: `/wallet`, `/operations/`. */
  readonly path: string;
  readonly html: string;
  /** The targets of its links, as written. */
  readonly links: readonly string[];
  /** The ids that an anchor can lead to. */
  readonly ids: ReadonlySet<string>;
  /** The text of the page's own content, in one line. */
  readonly text: string;
}

/** The content of a page without what surrounds it on every page. */
function contentOf(html: string): string {
  return /<main[\s\S]*?<\/main>/.exec(html)?.[0] ?? html;
}

function readPage(file: string): BuiltPage {
  const html = readFileSync(join(siteFolder, file), 'utf8');
  const path = `/${file.replace(/\.html$/, '').replace(/(?:^|(?<=\/))index$/, '')}`;
  const text = decoded(
    contentOf(html)
      .replaceAll(/<(?:style|script)[\s\S]*?<\/(?:style|script)>/g, '')
      // Highlighting splits a word into several elements.
      .replaceAll(/<\/?(?:span|code|a|strong|em)\b[^>]*>/g, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' '),
  );
  return {
    path,
    html,
    links: [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, href = '']) => decoded(href)),
    ids: new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => decoded(id))),
    text,
  };
}

let pages: ReadonlyMap<string, BuiltPage> | undefined;

/** Every page of the built site, by its path. */
export function builtPages(): ReadonlyMap<string, BuiltPage> {
  pages ??= new Map(
    globSync('**/*.html', { cwd: siteFolder })
      .map(readPage)
      .map((page) => [page.path, page]),
  );
  return pages;
}

/** A page by its path. @throws Error for a path that is not a page */
export function builtPage(path: string): BuiltPage {
  const page = builtPages().get(path);
  if (page === undefined) throw new Error(`${path} is not a page of the site`);
  return page;
}

/**
 * Builds the site before the first test, from packages that have been built. `DOCS_BUILT=1` uses
 * the existing build.
 */
export async function setup(): Promise<void> {
  if (process.env.DOCS_BUILT === '1' && existsSync(siteFolder)) return;
  const { ok, output } = await runScript('scripts/docs.ts', 'build', '--no-build');
  if (!ok) throw new Error(`The site cannot be built:\n${output}`);
}
