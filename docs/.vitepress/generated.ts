import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './release.ts';

/** A folder of generated pages below `docs`; git ignores them. */
export type Collection = 'operations' | 'errors' | 'events' | 'api' | 'packages' | 'walkthroughs';

/** A page that is generated when the site is built. */
export interface GeneratedPage {
  /** The last part of its address: `cards-update`. */
  readonly slug: string;
  readonly title: string;
  /** Its description, in a sentence. */
  readonly description: string;
  /** Its heading in the navigation. */
  readonly group: string;
  /** Markdown. */
  readonly content: string;
}

/** The folder of a collection. `scripts/docs/write-pages.ts` writes its pages. */
export function folderOf(collection: Collection): string {
  return join(root, 'docs', collection);
}

/** The Markdown file of a page: its facts as front matter, then its content. */
export function fileText({ content, slug, ...facts }: GeneratedPage): string {
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${content}\n`;
}

function factsIn(text: string): Omit<GeneratedPage, 'slug' | 'content'> {
  const fact = (name: string) => {
    const value = new RegExp(`^${name}: (".*")$`, 'm').exec(text)?.[1] ?? '""';
    return JSON.parse(value) as string;
  };
  return { title: fact('title'), description: fact('description'), group: fact('group') };
}

/** The pages of a collection in the order of their files; none before they have been written. */
export function generatedPages(collection: Collection): readonly GeneratedPage[] {
  const folder = folderOf(collection);
  return globSync('*.md', { cwd: folder })
    .map((name) => name.replace(/\.md$/, ''))
    .sort()
    .map((slug) => {
      const text = readFileSync(join(folder, `${slug}.md`), 'utf8');
      const content = text.replace(/^---\n[\s\S]*?\n---\n\n/, '');
      return { slug, ...factsIn(text), content };
    });
}
