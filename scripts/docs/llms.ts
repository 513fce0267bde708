import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Collection, generatedPages } from '../../docs/.vitepress/generated.ts';
import { pageOf, target } from '../../docs/.vitepress/markdown/links.ts';
import { basePath, homepage, version } from '../../docs/.vitepress/release.ts';
import { firstSentence } from '../generate/row-comments.ts';
import { root } from '../lib/workspace.ts';

/** One page as the files for language models list it. */
interface TextPage {
  readonly section: string;
  readonly title: string;
  readonly path: string;
  readonly description: string;
  readonly content: string;
}

const collections: readonly (readonly [Collection, string])[] = [
  ['operations', 'Operations'],
  ['events', 'Webhook events'],
  ['errors', 'Error codes'],
  ['reference', 'Testing reference'],
  ['walkthroughs', 'Walkthroughs'],
  ['packages', 'Packages'],
  ['api', 'API reference'],
];

/** The address of the site that is built: of the newest release, or of one version. */
const site = new URL(basePath(), homepage).href.replace(/\/$/, '');

/** Markdown without the syntax that only the site supports. */
function plain(text: string): string {
  return text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replaceAll(/<!--[\s\S]*?-->\n?/g, '')
    .replaceAll(/^<[A-Z][\s\S]*?\/>\n?/gm, '')
    .replaceAll(/^:::.*\n?/gm, '')
    .replaceAll(`](${homepage}`, `](${site}/`)
    .replaceAll(/\]\((\/[^)\s]*)\)/g, `](${site}$1)`)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function sectionOf(path: string): string {
  if (path.startsWith('/concepts/')) return 'Concepts';
  return path.startsWith('/guides/') ? 'Guides' : 'Docs';
}

function firstProse(text: string): string {
  const paragraphs = text.split(/\n{2,}/);
  const prose = paragraphs.find((one) => /^[A-Z`*@]/.test(one) && !one.startsWith('**'));
  return firstSentence((prose ?? '').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1'));
}

function writtenPages(): TextPage[] {
  const files = globSync('docs/{,concepts/,guides/}*.md', { cwd: root });
  return files.sort().map((file) => {
    const path = join(root, file);
    const source = readFileSync(path, 'utf8').replaceAll(
      /<!--@include: (\S+)-->/g,
      (_all, included: string) => readFileSync(join(dirname(path), included), 'utf8'),
    );
    const content = plain(
      source.replaceAll(
        /(\]\()(?!\w+:|#|\/)([^)\s]+)(\))/g,
        (_all, open: string, link: string, close: string) => `${open}${target(link, path)}${close}`,
      ),
    );
    const address = pageOf(path) ?? '/';
    const title = /^# (.+)$/m.exec(content)?.[1] ?? 'Payments SDK';
    return {
      section: sectionOf(address),
      title,
      path: address,
      description: firstProse(content),
      content,
    };
  });
}

function textPages(): TextPage[] {
  const generated = collections.flatMap(([collection, section]) =>
    generatedPages(collection).map(({ slug, title, description, content }) => ({
      section,
      title,
      path: `/${collection}/${slug === 'index' ? '' : slug}`,
      description: description.replaceAll('\n', ' '),
      content: plain(content),
    })),
  );
  const order = ['Docs', 'Concepts', 'Guides'];
  const written = writtenPages().toSorted(
    (one, two) => order.indexOf(one.section) - order.indexOf(two.section),
  );
  return [...written, ...generated];
}

/** The file with the text of a page, beside the page: `wallet.md`, `operations/index.md`. */
function textFile(path: string): string {
  return `${path.endsWith('/') ? `${path}index` : path}.md`;
}

/**
 * Writes the text of each page beside it, `llms.txt`, the list of all pages, and `llms-full.txt`, the
 * text of all of them; returns the names of the two.
 */
export function writeLlmsFiles(folder = join(root, 'docs/.vitepress/dist')): string[] {
  const pages = textPages();
  const sections = [...Map.groupBy(pages, ({ section }) => section)].map(([section, members]) => {
    const lines = members.map(
      ({ title, path, description }) =>
        `- [${title}](${site}${path})${description === '' ? '' : `: ${description}`}`,
    );
    return `## ${section}\n\n${lines.join('\n')}`;
  });
  const head = `# Payments SDK\n\n> Client software in TypeScript for a payments and embedded-wallet HTTP API: a server SDK with the signed retry built in, a browser wallet, and the service in memory for tests. Version ${version}.\n\nThe text of every page: [llms-full.txt](${site}/llms-full.txt).`;
  writeFileSync(join(folder, 'llms.txt'), `${[head, ...sections].join('\n\n')}\n`);
  const full = pages
    .filter(({ section }) => section !== 'API reference')
    .map(({ path, content }) => `<!-- ${site}${path} -->\n\n${content}`);
  for (const { path, content } of pages) {
    const file = join(folder, textFile(path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${content}\n`);
  }
  writeFileSync(join(folder, 'llms-full.txt'), `${full.join('\n\n---\n\n')}\n`);
  return ['llms.txt', 'llms-full.txt'];
}
