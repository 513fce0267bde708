import ts from 'typescript';
import { docText, withoutTags } from '../../build/types/doc-comment.ts';
import { cell, prose } from './field-table.ts';

export type Kind = 'Functions' | 'Classes' | 'Values' | 'Types';

export const kinds: readonly Kind[] = ['Functions', 'Classes', 'Values', 'Types'];

/** The maximum number of lines of a declaration that are shown. */
const MAX_LINES = 60;

/** An export of an entry, as its page shows it. */
export interface Exported {
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

export function exportedOf(name: string, symbol: ts.Symbol): Exported {
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

/** The section of an export: its text, its declaration, its tags and its examples. */
export function sectionOf({ name, comment, code }: Exported): string {
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
