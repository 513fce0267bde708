import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { withoutTags } from '../../build/types/doc-comment.ts';
import { table } from '../../generate/page.ts';
import { firstSentence } from '../../generate/row-comments.ts';
import { builtDeclarations, type DeclaredEntry } from '../declared-types.ts';
import { type Exported, exportedOf, kinds, sectionOf } from './api-export.ts';
import { cell } from './field-table.ts';

/** Lines on one page: what has more is divided. */
const MAX_LINES = 640;

/** Some exports of an entry, on one page. */
interface Part {
  /** `types-2`; empty for an entry with one page. */
  readonly name: string;
  readonly exported: readonly Exported[];
}

/** What an entry describes itself, and the links to what another entry describes. */
interface EntryParts {
  readonly entry: DeclaredEntry;
  readonly parts: readonly Part[];
  readonly elsewhere: readonly string[];
}

/** Packages in the order in which they describe what several of them export. */
const order = ['contract', 'crypto', 'sdk', 'relay', 'wallet', 'mock', 'mcp'];

function rank({ packageName }: DeclaredEntry): number {
  return order.findIndex((id) => packageName.endsWith(`-${id}`));
}

function linesIn(exported: readonly Exported[]): number {
  const lines = (text: string) => text.split('\n').length;
  return exported.reduce((sum, { code, comment }) => sum + lines(code) + lines(comment) + 6, 0);
}

/** One page, or some for each kind of export, in alphabetical order. */
function partsOf(exported: readonly Exported[]): readonly Part[] {
  if (linesIn(exported) <= MAX_LINES) return [{ name: '', exported }];
  return kinds.flatMap((kind) => {
    const pages: Exported[][] = [];
    for (const one of exported.filter((each) => each.kind === kind)) {
      const page = pages.at(-1);
      if (page === undefined || linesIn([...page, one]) > MAX_LINES) pages.push([one]);
      else page.push(one);
    }
    const name = kind.toLowerCase();
    return pages.map((page, index) => ({
      name: index === 0 ? name : `${name}-${index + 1}`,
      exported: page,
    }));
  });
}

/** `sdk-webhooks-node` of `@org/payments-sdk/webhooks/node`. */
function slugOf({ specifier }: DeclaredEntry, { name }: Pick<Part, 'name'> = { name: '' }): string {
  const slug = specifier.replace(/^@[^/]+\/payments-/, '').replaceAll('/', '-');
  return name === '' ? slug : `${slug}-${name}`;
}

/** The members of a page by their kind, as its sections have them. */
function sectionsOf({ exported }: Part): readonly (readonly [string, readonly Exported[]])[] {
  return kinds
    .map((kind) => [kind, exported.filter((one) => one.kind === kind)] as const)
    .filter(([, members]) => members.length > 0);
}

/** The links to the exports of a page; the site numbers headings that differ only in case. */
function linksOf(part: Part): ReadonlyMap<string, string> {
  const seen = new Map<string, number>();
  const anchor = (heading: string) => {
    const id = heading.toLowerCase();
    const before = seen.get(id) ?? 0;
    seen.set(id, before + 1);
    return before === 0 ? id : `${id}-${before}`;
  };
  const anchors = sectionsOf(part).flatMap(([kind, members]) => {
    anchor(kind);
    return members.map(({ name }) => [name, `#${anchor(name)}`] as const);
  });
  return new Map(anchors);
}

/** Each export is described once, where the first entry has it; the others link to that. */
function allEntries(): readonly EntryParts[] {
  const { entries, exportsOf } = builtDeclarations();
  const places = new Map<string, string>();
  const found = entries
    .filter(({ specifier }) => !specifier.endsWith('/internal'))
    .toSorted((one, two) => rank(one) - rank(two))
    .map((entry) => {
      const exported = [...exportsOf(entry.specifier)]
        .map(([name, symbol]) => exportedOf(name, symbol))
        .toSorted((one, two) => one.name.localeCompare(two.name));
      const place = ({ name, code }: Exported) => places.get(`${name}\n${code}`);
      const elsewhere = exported.flatMap((one) => place(one) ?? []);
      const parts = partsOf(exported.filter((one) => place(one) === undefined));
      for (const part of parts) {
        const links = linksOf(part);
        for (const { name, code } of part.exported) {
          const link = `/api/${slugOf(entry, part)}${links.get(name)}`;
          places.set(`${name}\n${code}`, `[\`${name}\`](${link})`);
        }
      }
      return { entry, parts, elsewhere };
    });
  return found;
}

function elsewhereText({ elsewhere }: EntryParts): string[] {
  return elsewhere.length === 0
    ? []
    : ['## Described elsewhere', `It exports these too: ${elsewhere.join(' · ')}`];
}

function page(entry: DeclaredEntry, slug: string, title: string, parts: readonly string[]) {
  const { specifier, packageName } = entry;
  return {
    slug,
    title,
    description: `What ${specifier} exports${title === specifier ? '' : `: ${slug}`}.`,
    group: packageName,
    content: `${[`# ${title}`, ...parts].join('\n\n')}\n`,
  };
}

function partPage(entry: DeclaredEntry, part: Part, more: readonly string[]): GeneratedPage {
  const { specifier } = entry;
  const links = linksOf(part);
  const [first, last] = [part.exported[0]?.name, part.exported.at(-1)?.name];
  const overview = part.exported
    .filter(({ kind }) => kind !== 'Types')
    .map(({ name, comment }) => [
      `[\`${name}\`](${links.get(name)})`,
      cell(firstSentence(withoutTags(comment))),
    ]);
  return page(
    entry,
    slugOf(entry, part),
    part.name === '' ? specifier : `${specifier}: ${part.name.replace('-', ' ')}`,
    [
      part.name === ''
        ? `What \`${specifier}\` exports, from its published declarations.`
        : `What [\`${specifier}\`](/api/${slugOf(entry)}) exports, from \`${first}\` to \`${last}\`: its published declarations.`,
      ...(overview.length === 0 ? [] : [table(['Export', 'What it does'], overview)]),
      ...sectionsOf(part).flatMap(([kind, members]) => [`## ${kind}`, ...members.map(sectionOf)]),
      ...more,
    ],
  );
}

function pagesOf(all: EntryParts): GeneratedPage[] {
  const { entry, parts } = all;
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return [partPage(entry, only, elsewhereText(all))];
  const lists = parts.flatMap((part) => {
    const slug = slugOf(entry, part);
    const links = [...linksOf(part)].map(([name, link]) => `[\`${name}\`](/api/${slug}${link})`);
    return [`## ${part.name.replace('-', ' ')}`, `[Page](/api/${slug}): ${links.join(' · ')}`];
  });
  const text = `What \`${entry.specifier}\` exports, from its published declarations, by kind.`;
  const index = page(entry, slugOf(entry), entry.specifier, [
    text,
    ...lists,
    ...elsewhereText(all),
  ]);
  return [index, ...parts.map((part) => partPage(entry, part, []))];
}

/** The pages of every entry of every package, and one that lists the entries. */
export function apiPages(): GeneratedPage[] {
  const entries = allEntries();
  const rows = entries.map(({ entry, parts }) => [
    `[\`${entry.specifier}\`](/api/${slugOf(entry)})`,
    String(parts.reduce((sum, { exported }) => sum + exported.length, 0)),
  ]);
  const index: GeneratedPage = {
    slug: 'index',
    title: 'API reference',
    description: 'What each package exports.',
    group: '',
    content: `# API reference\n\nWhat each package exports, from its published declarations: what your editor shows.\n\n${table(['Import', 'Exports that it describes'], rows)}\n`,
  };
  return [index, ...entries.flatMap(pagesOf)];
}
