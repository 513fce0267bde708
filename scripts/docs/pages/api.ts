import ts from 'typescript';
import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { docText, withoutTags } from '../../build/types/doc-comment.ts';
import { table } from '../../generate/page.ts';
import { firstSentence } from '../../generate/row-comments.ts';
import { builtDeclarations, type DeclaredEntry } from '../declared-types.ts';
import { cell, prose } from './field-table.ts';

type Kind = 'Functions' | 'Classes' | 'Values' | 'Types';

const kinds: readonly Kind[] = ['Functions', 'Classes', 'Values', 'Types'];

/** The maximum number of lines of a declaration that are shown. */
const MAX_LINES = 60;

interface Exported {
  readonly name: string;
  readonly kind: Kind;
  readonly comment: string;
  readonly code: string;
}

function kindOf(symbol: ts.Symbol): Kind {
  if (symbol.flags & ts.SymbolFlags.Function) return 'Functions';
  if (symbol.flags & ts.SymbolFlags.Class) return 'Classes';
  return symbol.flags & ts.SymbolFlags.Variable ? 'Values' : 'Types';
}

/** A declaration as it is published, without the comment above it and without private members. */
function declarationText(declaration: ts.Declaration): string {
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  const text = node
    .getText()
    .replace(/^(?:export |declare )+/, '')
    .replaceAll(/^ +(?:private |#).*\n/gm, '')
    .replaceAll(/\$\d+\b/g, '');
  const lines = text.split('\n');
  return lines.length <= MAX_LINES
    ? text
    : `${lines.slice(0, MAX_LINES).join('\n')}\n  // … ${lines.length - MAX_LINES} more lines`;
}

function exportedOf(name: string, symbol: ts.Symbol): Exported {
  const own = (symbol.declarations ?? []).filter((one) => !ts.isSourceFile(one));
  const code = own.map(declarationText).join('\n\n');
  return { name, kind: kindOf(symbol), comment: docText(symbol), code };
}

function examplesIn(comment: string): string[] {
  return [...comment.matchAll(/@example\s*\n([\s\S]*?)(?=\n@|$)/g)].map(([, text = '']) => {
    const code = /```ts\n([\s\S]*?)```/.exec(text)?.[1] ?? text;
    return `\`\`\`js\n${code.trimEnd()}\n\`\`\``;
  });
}

function tagsIn(comment: string): string[] {
  const tags = comment.matchAll(/^@(param|returns|throws|see) ?([\s\S]*?)(?=\n@|(?![\s\S]))/gm);
  return [...tags].map(([, tag = '', text = '']) => {
    const words: Readonly<Record<string, string>> = {
      param: 'Parameter',
      returns: 'Returns',
      throws: 'Throws',
      see: 'See',
    };
    return `- **${words[tag]}:** ${cell(text)}`;
  });
}

function section({ name, comment, code }: Exported): string {
  const text = withoutTags(comment.replace(/^@see[\s\S]*/, ''));
  const tags = tagsIn(comment);
  return [
    `### ${name}`,
    prose(text),
    `\`\`\`ts\n${code}\n\`\`\``,
    ...(tags.length === 0 ? [] : [tags.join('\n')]),
    ...examplesIn(comment),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** `sdk-relay-node` of `@org/payments-sdk/relay/node`. */
function apiSlug(specifier: string): string {
  return specifier.replace(/^@[^/]+\/payments-/, '').replaceAll('/', '-');
}

function pageOf({ specifier, packageName }: DeclaredEntry): GeneratedPage {
  const found = builtDeclarations().exportsOf(specifier);
  const exported = [...found].map(([name, symbol]) => exportedOf(name, symbol));
  const groups = Map.groupBy(exported, ({ kind }) => kind);
  const sections = kinds.flatMap((kind) => {
    const members = (groups.get(kind) ?? []).toSorted((one, two) =>
      one.name.localeCompare(two.name),
    );
    return members.length === 0 ? [] : [`## ${kind}`, ...members.map(section)];
  });
  const overview = exported
    .filter(({ kind }) => kind !== 'Types')
    .toSorted((one, two) => one.name.localeCompare(two.name))
    .map(({ name, comment }) => [
      `[\`${name}\`](#${name.toLowerCase()})`,
      cell(firstSentence(withoutTags(comment))),
    ]);
  const parts = [
    `# ${specifier}`,
    `What \`${specifier}\` exports, from its published declarations.`,
    ...(overview.length === 0 ? [] : [table(['Export', 'What it does'], overview)]),
    ...sections,
  ];
  return {
    slug: apiSlug(specifier),
    title: specifier,
    description: `Exports of ${specifier}: ${exported.length} functions, classes and types.`,
    group: packageName,
    content: `${parts.join('\n\n')}\n`,
  };
}

/** A page for every entry of every package, and one that lists them. */
export function apiPages(): GeneratedPage[] {
  const pages = builtDeclarations().entries.map(pageOf);
  const rows = pages.map(({ slug, title, description }) => [
    `[\`${title}\`](/api/${slug})`,
    description,
  ]);
  const index: GeneratedPage = {
    slug: 'index',
    title: 'API reference',
    description: 'What each package exports.',
    group: '',
    content: `# API reference\n\nWhat each package exports, from its published declarations: what your editor shows.\n\n${table(['Import', 'Has'], rows)}\n`,
  };
  return [index, ...pages];
}
