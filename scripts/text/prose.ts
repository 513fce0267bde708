import ts from 'typescript';

/** A piece of text that people read, and the line it begins on. */
export interface Prose {
  readonly line: number;
  readonly text: string;
}

/** Code blocks, inline code, link targets and HTML comments of Markdown are not prose. */
const notProse = /^```[\s\S]*?^```|`[^`\n]*`|\]\([^)\n]*\)|<!--[\s\S]*?-->/gm;

function lines(text: string, first: number): Prose[] {
  return text.split('\n').map((line, index) => ({ line: first + index, text: line }));
}

function proseOfMarkdown(text: string): Prose[] {
  const kept = text.replaceAll(notProse, (part) => part.replaceAll(/[^\n]/g, ' '));
  return lines(kept, 1);
}

function isText(node: ts.Node): node is ts.Node & { readonly text: string } {
  return ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);
}

function commentsOf(file: ts.SourceFile): Prose[] {
  const found = new Map<number, Prose[]>();
  const add = (pos: number, end: number): void => {
    const { line } = file.getLineAndCharacterOfPosition(pos);
    const text = file.text.slice(pos, end).replaceAll(/`[^`\n]*`/g, ' ');
    found.set(pos, lines(text, line + 1));
  };
  // A scanner alone mistakes what follows a template literal; the parsed tokens do not.
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) return;
    ts.forEachLeadingCommentRange(file.text, node.pos, add);
    ts.forEachTrailingCommentRange(file.text, node.end, add);
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  return [...found.values()].flat();
}

/** Comments, and literals of more than one word: messages, test titles, text on pages. */
function proseOfTypeScript(path: string, text: string): Prose[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = commentsOf(file);
  const visit = (node: ts.Node): void => {
    if (isText(node) && /\s/.test(node.text.trim())) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      found.push(...lines(node.text, line + 1));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns the text of a file that people read. */
export function proseOf(path: string, text: string): Prose[] {
  return path.endsWith('.md') ? proseOfMarkdown(text) : proseOfTypeScript(path, text);
}
