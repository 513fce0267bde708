import ts from 'typescript';
import { docText, withoutTags } from '../../build/types/doc-comment.ts';
import { blocks, cell, prose } from './markdown.ts';

/** The kinds of exports, in the order of their sections. */
export const kinds = ['Functions', 'Classes', 'Values', 'Types'] as const;

/** The maximum number of lines of a declaration that are shown. */
const MAX_LINES = 60;

/** An export of an entry, as its page shows it. */
export interface Exported {
  readonly name: string;
  readonly kind: (typeof kinds)[number];
  readonly comment: string;
  readonly code: string;
}

function kindOf({ flags }: ts.Symbol): Exported['kind'] {
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
  const more = lines.length - MAX_LINES;
  const shown = more > 0 ? [...lines.slice(0, MAX_LINES), `  // … ${more} more lines`] : lines;
  return shown.join('\n');
}

/** Reads an export from its declarations. */
export function exportedOf(name: string, symbol: ts.Symbol): Exported {
  const own = (symbol.declarations ?? []).filter((one) => !ts.isSourceFile(one));
  const code = own.map(declarationText).join('\n\n');
  return { name, kind: kindOf(symbol), comment: docText(symbol), code };
}

const tagNames: Readonly<Record<string, string>> = {
  param: 'Parameter',
  returns: 'Returns',
  throws: 'Throws',
  see: 'See',
};

/** The section of an export: its text, its declaration, its tags and its examples. */
export function sectionOf({ name, comment, code }: Exported): string {
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
