import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pageOf, withTargets } from '../../docs/.vitepress/markdown/links.ts';
import { basePath, homepage, version } from '../../docs/.vitepress/release.ts';
import { root } from '../lib/workspace.ts';
import { firstSentence } from './facts/row-comments.ts';

/** The folders of pages in the order of the list, with their headings. */
const sections: Readonly<Record<string, string>> = {
  '': 'Docs',
  concepts: 'Concepts',
  guides: 'Guides',
  operations: 'Operations',
  events: 'Webhook events',
  errors: 'Error codes',
  reference: 'Reference',
  walkthroughs: 'Walkthroughs',
  packages: 'Packages',
  api: 'API reference',
};

/** The address of the site that is built: of the newest release, or of one version. */
const site = new URL(basePath(), homepage).href.replace(/\/$/, '');

/** The text of a file with the files that it includes; links lead to the site. */
function textOf(path: string): string {
  const text = readFileSync(path, 'utf8').replaceAll(
    /<!--@include: (\S+)-->/g,
    (_all, included: string) => textOf(join(dirname(path), included)),
  );
  return withTargets(text, path);
}

/** Markdown without the syntax that only the site supports. */
function plain(text: string): string {
  return text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replaceAll(/<!--[\s\S]*?-->\n?/g, '')
    .replaceAll(/^<[A-Z][\s\S]*?\/>\n?/gm, '')
    .replaceAll(/^:::.*\n?/gm, '')
    .replaceAll(/^(#+ .*) \{#.*\}$/gm, '$1')
    .replaceAll(`](${homepage}`, `](${site}/`)
    .replaceAll(/\]\((\/[^)\s]*)\)/g, `](${site}$1)`)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function firstProse(text: string): string {
  const paragraphs = text.split(/\n{2,}/);
  const prose = paragraphs.find((one) => /^[A-Z`*@]/.test(one) && !one.startsWith('**'));
  return firstSentence((prose ?? '').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1'));
}

/** Every page, those of one folder after another. */
function allPages() {
  return Object.entries(sections).flatMap(([folder, section]) => {
    const files = globSync('*.md', { cwd: join(root, 'docs', folder) }).sort();
    return files.map((file) => {
      const path = join(root, 'docs', folder, file);
      const content = plain(textOf(path));
      const title = /^# (.+)$/m.exec(content)?.[1] ?? 'Payments SDK';
      return { section, title, file: join(folder, file), path: pageOf(path) ?? '/', content };
    });
  });
}

/**
 * Writes the text of each page beside it, `llms.txt`, the list of all pages, and `llms-full.txt`, the
 * text of all of them; returns the names of the two.
 */
export function writeLlmsFiles(folder = join(root, 'docs/.vitepress/dist')): string[] {
  const pages = allPages();
  const lists = [...Map.groupBy(pages, ({ section }) => section)].map(([section, members]) => {
    const lines = members.map(({ title, path, content }) => {
      const description = firstProse(content);
      return `- [${title}](${site}${path})${description === '' ? '' : `: ${description}`}`;
    });
    return `## ${section}\n\n${lines.join('\n')}`;
  });
  const head = `# Payments SDK\n\n> Client software in TypeScript for a payments and embedded-wallet HTTP API: a server SDK with the signed retry built in, a browser wallet, and the service in memory for tests. Version ${version}.\n\nThe text of every page: [llms-full.txt](${site}/llms-full.txt).`;
  writeFileSync(join(folder, 'llms.txt'), `${[head, ...lists].join('\n\n')}\n`);
  for (const { file, content } of pages) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${content}\n`);
  }
  const full = pages
    .filter(({ section }) => section !== sections.api)
    .map(({ path, content }) => `<!-- ${site}${path} -->\n\n${content}`);
  writeFileSync(join(folder, 'llms-full.txt'), `${full.join('\n\n---\n\n')}\n`);
  return ['llms.txt', 'llms-full.txt'];
}
