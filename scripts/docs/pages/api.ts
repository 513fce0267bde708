import ts from 'typescript';
import type { GeneratedPage } from '../../../docs/.vitepress/navigation.ts';
import { docText, withoutTags } from '../../build/types/doc-comment.ts';
import { builtDeclarations } from '../facts/declared-types.ts';
import { firstSentence } from '../facts/row-comments.ts';
import { blocks, cell, prose, table } from './markdown.ts';

/** The kinds of exports, in the order of their sections. */
const kinds = ['Functions', 'Classes', 'Values', 'Types'] as const;

/** The maximum number of lines of a declaration that are shown. */
const MAX_DECLARATION_LINES = 60;

function kindOf({ flags }: ts.Symbol): (typeof kinds)[number] {
  if (flags & ts.SymbolFlags.Function) return 'Functions';
  if (flags & ts.SymbolFlags.Class) return 'Classes';
  return flags & ts.SymbolFlags.Variable ? 'Values' : 'Types';
}

/** A declaration as it is published, without the comment above it and without private members. */
function declarationText(declaration: ts.Declaration): string {
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  const lines = node
    .getText()
    .replace(/^(?:export |declare )+/, '')
    .replaceAll(/^ +(?:private |#).*\n/gm, '')
    .replaceAll(/\$\d+\b/g, '')
    .split('\n');
  const more = lines.length - MAX_DECLARATION_LINES;
  const shown =
    more > 0 ? [...lines.slice(0, MAX_DECLARATION_LINES), `  // … ${more} more lines`] : lines;
  return shown.join('\n');
}

/** Reads an export from its declarations. */
function exportedOf(name: string, symbol: ts.Symbol) {
  const own = (symbol.declarations ?? []).filter((one) => !ts.isSourceFile(one));
  const code = own.map(declarationText).join('\n\n');
  return { name, kind: kindOf(symbol), comment: docText(symbol), code };
}

/** An export of an entry, as its page shows it. */
type Exported = ReturnType<typeof exportedOf>;

const tagNames: Readonly<Record<string, string>> = {
  param: 'Parameter',
  returns: 'Returns',
  throws: 'Throws',
  see: 'See',
};

/** The section of an export: its text, its declaration, its tags and its examples. */
function sectionOf({ name, comment, code }: Exported): string {
  const tags = [...comment.matchAll(/^@(\w+)\s([\s\S]*?)(?=\n@|(?![\s\S]))/gm)];
  const facts = tags.filter(([, tag = '']) => tag in tagNames);
  const examples = tags.filter(([, tag]) => tag === 'example');
  return blocks(
    `### ${name} {#${name}}`,
    prose(withoutTags(comment)),
    `\`\`\`ts\n${code}\n\`\`\``,
    facts.map(([, tag = '', text = '']) => `- **${tagNames[tag]}:** ${cell(text)}`).join('\n'),
    ...examples.map(([, , text = '']) => {
      const example = /```ts\n([\s\S]*?)```/.exec(text)?.[1] ?? text;
      return `\`\`\`js\n${example.trim()}\n\`\`\``;
    }),
  );
}

/** Lines on one page: an entry with more has pages for each kind of export. */
const MAX_LINES = 640;

/** Packages in the order in which they describe what several of them export. */
const order = ['contract', 'crypto', 'sdk', 'relay', 'wallet', 'mock', 'mcp'];

/** `sdk-webhooks-node` of `@org/payments-sdk/webhooks/node`. */
function slugOf(specifier: string): string {
  return specifier.replace(/^@[^/]+\/payments-/, '').replaceAll('/', '-');
}

/** Some exports of an entry, on one page. */
interface Part {
  readonly slug: string;
  readonly title: string;
  readonly exported: readonly Exported[];
}

/** What an entry describes itself, and the links to what another entry describes. */
interface Entry {
  readonly specifier: string;
  readonly parts: readonly Part[];
  readonly elsewhere: readonly string[];
}

function linesIn(exported: readonly Exported[]): number {
  const lines = (text: string) => text.split('\n').length;
  return exported.reduce((sum, { code, comment }) => sum + lines(code) + lines(comment) + 6, 0);
}

/** One page, or some for each kind of export, in alphabetical order. */
function partsOf(specifier: string, exported: readonly Exported[]): readonly Part[] {
  const slug = slugOf(specifier);
  if (linesIn(exported) <= MAX_LINES) return [{ slug, title: specifier, exported }];
  return kinds.flatMap((kind) => {
    const pages: Exported[][] = [];
    for (const one of exported.filter((each) => each.kind === kind)) {
      const page = pages.at(-1);
      if (page === undefined || linesIn([...page, one]) > MAX_LINES) pages.push([one]);
      else page.push(one);
    }
    return pages.map((page, index) => {
      const name = `${kind.toLowerCase()}${index === 0 ? '' : ` ${index + 1}`}`;
      const title = `${specifier}: ${name}`;
      return { slug: `${slug}-${name.replace(' ', '-')}`, title, exported: page };
    });
  });
}

/** Each export is described once, where the first entry has it; the others link to that. */
function allEntries(): readonly Entry[] {
  const places = new Map<string, string>();
  const key = ({ name, code }: Exported) => `${name}\n${code}`;
  const rank = (specifier: string) => order.indexOf(/payments-(\w+)/.exec(specifier)?.[1] ?? '');
  return [...builtDeclarations().entries]
    .toSorted(([one], [two]) => rank(one) - rank(two))
    .map(([specifier, symbols]) => {
      const exported = [...symbols]
        .map(([name, symbol]) => exportedOf(name, symbol))
        .toSorted((one, two) => one.name.localeCompare(two.name));
      const elsewhere = exported.flatMap((one) => places.get(key(one)) ?? []);
      const parts = partsOf(
        specifier,
        exported.filter((one) => !places.has(key(one))),
      );
      for (const { slug, exported } of parts) {
        for (const one of exported) places.set(key(one), linkTo(slug, one));
      }
      return { specifier, parts, elsewhere };
    });
}

function linkTo(slug: string, { name }: Exported): string {
  return `[\`${name}\`](/api/${slug}#${name})`;
}

function pageOf(specifier: string, slug: string, title: string, ...parts: readonly string[]) {
  return {
    slug,
    title,
    group: specifier.split('/').slice(0, 2).join('/'),
    content: blocks(`# ${title}`, ...parts),
  };
}

function partPage(specifier: string, part: Part, ...more: readonly string[]): GeneratedPage {
  const { slug, title, exported } = part;
  const [first, last] = [exported[0]?.name, exported.at(-1)?.name];
  const overview = exported
    .filter(({ kind }) => kind !== 'Types')
    .map((one) => [linkTo(slug, one), cell(firstSentence(withoutTags(one.comment)))]);
  return pageOf(
    specifier,
    slug,
    title,
    title === specifier
      ? `What \`${specifier}\` exports, from its published declarations.`
      : `What [\`${specifier}\`](/api/${slugOf(specifier)}) exports, from \`${first}\` to \`${last}\`: its published declarations.`,
    overview.length === 0 ? '' : table(['Export', 'What it does'], overview),
    ...kinds.flatMap((kind) => {
      const members = exported.filter((one) => one.kind === kind);
      return members.length === 0 ? [] : [`## ${kind}`, ...members.map(sectionOf)];
    }),
    ...more,
  );
}

function pagesOf({ specifier, parts, elsewhere }: Entry): GeneratedPage[] {
  const [only, ...others] = parts;
  const links = `It exports these too: ${elsewhere.join(' · ')}`;
  const more = elsewhere.length === 0 ? [] : ['## Described elsewhere', links];
  if (only !== undefined && others.length === 0) return [partPage(specifier, only, ...more)];
  const lists = parts.flatMap(({ slug, title, exported }) => [
    `## ${title.replace(`${specifier}: `, '')}`,
    `[Page](/api/${slug}): ${exported.map((one) => linkTo(slug, one)).join(' · ')}`,
  ]);
  const text = `What \`${specifier}\` exports, from its published declarations, by kind.`;
  return [
    pageOf(specifier, slugOf(specifier), specifier, text, ...lists, ...more),
    ...parts.map((part) => partPage(specifier, part)),
  ];
}

/** The pages of every entry of every package, and one that lists the entries. */
export function apiPages(): GeneratedPage[] {
  const entries = allEntries();
  const rows = entries.map(({ specifier, parts }) => [
    `[\`${specifier}\`](/api/${slugOf(specifier)})`,
    String(parts.reduce((sum, { exported }) => sum + exported.length, 0)),
  ]);
  const index: GeneratedPage = {
    slug: 'index',
    title: 'API reference',
    group: '',
    content: blocks(
      '# API reference',
      'What each package exports, from its published declarations: what your editor shows.',
      table(['Import', 'Exports that it describes'], rows),
    ),
  };
  return [index, ...entries.flatMap(pagesOf)];
}
