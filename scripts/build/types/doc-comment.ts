import ts from 'typescript';

/** The text between the marks of a doc comment. */
function commentText(raw: string): string {
  return raw
    .replace(/^\/\*\*/, '')
    .replace(/\*\/$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim();
}

function commentsOf(declaration: ts.Node): string[] {
  return ts
    .getJSDocCommentsAndTags(declaration)
    .filter((node) => ts.isJSDoc(node))
    .map((node) => commentText(node.getText()));
}

/** The doc comment next to a statement; a comment of the file may precede it. */
export function lastComment(statement: ts.Node): string | undefined {
  return commentsOf(statement).at(-1);
}

/** The doc comment of a symbol as it is written, tags included; empty if there is none. */
export function docText(symbol: ts.Symbol): string {
  for (const declaration of symbol.declarations ?? []) {
    const text = commentsOf(declaration).join('\n\n');
    if (text !== '') return text;
  }
  return '';
}

/** A doc comment's text without its tags. */
export function withoutTags(text: string): string {
  return text.replace(/(?:^|\n)@[\s\S]*$/, '').trim();
}

/** The text as a doc comment with a line break at its end; nothing for an empty text. */
export function docComment(text: string, indent = ''): string {
  if (text === '') return '';
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  const body = lines.map((line) => `${indent} * ${line}`.trimEnd());
  return `${indent}/**\n${body.join('\n')}\n${indent} */\n`;
}
