import ts from 'typescript';
import { isScript } from './declared-names.ts';
import { type Line, type Prose, sentencesOf } from './sentences.ts';

/** Code blocks, inline code, link targets and HTML comments of Markdown are not prose. */
const notProse = /^```[\s\S]*?^```|`[^`\n]*`|\]\([^)\n]*\)|<!--[\s\S]*?-->/gm;
/** What begins a new item of a page: a heading, a row of a table, an entry of a list. */
const markdownItem = /^\s*(?:#|\||[-*+] |\d+\. )/;

function linesOf(text: string, first: number): Line[] {
  return text.split('\n').map((line, index) => ({ line: first + index, text: line }));
}

function proseOfMarkdown(text: string): Prose[] {
  const kept = text.replaceAll(notProse, (part) => part.replaceAll(/[^\n]/g, ' '));
  return sentencesOf(linesOf(kept, 1), markdownItem);
}

function isText(node: ts.Node): node is ts.Node & { readonly text: string } {
  return ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);
}

/** A line of a comment without its marks: `//`, `/**`, the star of a continued line. */
function unmarked({ line, text }: Line): Line {
  const bare = text.replace(/^\s*(?:\/\/+|\/\*+|\*(?!\/))/, '').replace(/\*\/\s*$/, '');
  return { line, text: bare };
}

/** Returns the comments of a file; line comments on successive lines are one comment. */
function commentsOf(file: ts.SourceFile): Line[][] {
  const found = new Map<number, Line[]>();
  const add = (pos: number, end: number): void => {
    const { line } = file.getLineAndCharacterOfPosition(pos);
    const text = file.text.slice(pos, end).replaceAll(/`[^`\n]*`/g, ' ');
    found.set(pos, linesOf(text, line + 1));
  };
  // A scanner alone mistakes what follows a template literal; the parsed tokens do not.
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) return;
    ts.forEachLeadingCommentRange(file.text, node.pos, add);
    ts.forEachTrailingCommentRange(file.text, node.end, add);
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  const comments: Line[][] = [];
  for (const [, lines] of [...found].sort(([a], [b]) => a - b)) {
    const before = comments.at(-1);
    const follows = before?.at(-1)?.line === (lines[0]?.line ?? 0) - 1;
    if (follows && lines[0]?.text.startsWith('//') && before?.[0]?.text.startsWith('//')) {
      before.push(...lines);
    } else comments.push(lines);
  }
  return comments;
}

/** The operands of a sum, which is how a long message is written over several lines. */
function operandsOf(node: ts.Node): ts.Node[] {
  const isSum = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
  return isSum ? [...operandsOf(node.left), ...operandsOf(node.right)] : [node];
}

/** Comments, and literals of more than one word: messages, test titles, text on pages. */
function proseOfTypeScript(path: string, text: string): Prose[] {
  // Doc comments are comments here: what is in them is not parsed.
  const languageVersion = ts.ScriptTarget.Latest;
  const options = { languageVersion, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const file = ts.createSourceFile(path, text, options);
  const found = commentsOf(file).flatMap((lines) => sentencesOf(lines.map(unmarked), /^\s*@/));
  const literalLines = (node: ts.Node & { readonly text: string }): Line[] => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    return linesOf(node.text, line + 1);
  };
  const visit = (node: ts.Node): void => {
    const operands = operandsOf(node);
    if (operands.length > 1 && operands.every(isText)) {
      found.push(...sentencesOf(operands.flatMap(literalLines)));
      return;
    }
    if (isText(node) && /\s/.test(node.text.trim())) {
      found.push(...sentencesOf(literalLines(node)));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Replaces parts of a text by spaces, so that the rest keeps its lines. */
function blanked(text: string, parts: RegExp): string {
  return text.replaceAll(parts, (part) => part.replaceAll(/[^\n]/g, ' '));
}

/** Comments of a stylesheet. */
function proseOfStyles(text: string): Prose[] {
  const comments = blanked(text, /(?<=^|\*\/)(?:(?!\/\*)[\s\S])+/g);
  return sentencesOf(linesOf(comments, 1).map(unmarked));
}

/** Lines of a shell script that are comments. */
function proseOfShell(text: string): Prose[] {
  const lines = linesOf(text, 1).map(({ line, text: whole }) => {
    return { line, text: /^\s*#+(?!!)(.*)/.exec(whole)?.[1] ?? '' };
  });
  return sentencesOf(lines);
}

/** A page or a component: its text, and what is in its scripts. */
function proseOfMarkup(path: string, text: string): Prose[] {
  const scripts = /(?<=<script\b[^>]*>)[\s\S]*?(?=<\/script>)/g;
  const code = blanked(text, /(?<=^|<\/script>)[\s\S]*?(?:<script\b[^>]*>|$)/g);
  const markup = blanked(
    blanked(text, scripts),
    /<style\b[\s\S]*?<\/style>|\{\{?[^{}]*\}\}?|<!--|-->|<\/?[a-z](?:"[^"]*"|[^">])*>/gi,
  );
  return [...proseOfTypeScript(`${path}.ts`, code), ...sentencesOf(linesOf(markup, 1))];
}

/** Returns the sentences of a file that people read. */
export function proseOf(path: string, text: string): Prose[] {
  if (path.endsWith('.md')) return proseOfMarkdown(text);
  if (path.endsWith('.css')) return proseOfStyles(text);
  if (/\.(?:vue|svelte|html)$/.test(path)) return proseOfMarkup(path, text);
  return isScript(path) ? proseOfTypeScript(path, text) : proseOfShell(text);
}
