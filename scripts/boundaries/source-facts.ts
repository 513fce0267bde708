import ts from 'typescript';

/** One import, re-export, dynamic import, import type or `require` of a file. */
export interface ImportFact {
  readonly specifier: string;
  readonly line: number;
  /** Erased when types are stripped: nothing is loaded. */
  readonly typeOnly: boolean;
}

/** Something in a file that no file may have. */
export interface Finding {
  readonly line: number;
  readonly what: 'any' | 'default-export' | 'suppression';
}

/** What the boundary rules know of one file. */
export interface SourceFacts {
  /** Path from the root of the repository, with `/`. */
  readonly path: string;
  /** The package whose `src` it lies in, by its folder, if it does. */
  readonly pkg: string | undefined;
  /** A test, or what only tests use: nothing of it is shipped. */
  readonly isTest: boolean;
  readonly lines: number;
  readonly imports: readonly ImportFact[];
  readonly findings: readonly Finding[];
}

const testFile = /\.(?:test|test-d|fixture)\.tsx?$|^packages\/[^/]+\/test\//;
const suppression = /@ts-(?:ignore|nocheck)\b/;

/** Reads off a file's syntax tree what the rules need. */
export function sourceFacts(path: string, text: string): SourceFacts {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports: ImportFact[] = [];
  const findings: Finding[] = [];
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: ts.Node): void => {
    const line = lineOf(node.getStart(file));
    const found = importOf(node);
    if (found !== undefined) imports.push({ ...found, line });
    const what = findingOf(node);
    if (what !== undefined) findings.push({ line, what });
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const comment of commentsOf(file)) {
    if (suppression.test(text.slice(comment.pos, comment.end))) {
      findings.push({ line: lineOf(comment.pos), what: 'suppression' });
    }
  }
  return {
    path,
    pkg: /^packages\/([^/]+)\/src\//.exec(path)?.[1],
    isTest: testFile.test(path) || imports.some(({ specifier }) => specifier === 'vitest'),
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    imports,
    findings,
  };
}

function importOf(node: ts.Node): Omit<ImportFact, 'line'> | undefined {
  if (ts.isImportDeclaration(node)) return named(node.moduleSpecifier, isErased(node.importClause));
  if (ts.isExportDeclaration(node)) {
    const { exportClause } = node;
    const elements = exportClause && ts.isNamedExports(exportClause) ? exportClause.elements : [];
    const allTypes = elements.length > 0 && elements.every(({ isTypeOnly }) => isTypeOnly);
    return named(node.moduleSpecifier, node.isTypeOnly || allTypes);
  }
  if (ts.isImportTypeNode(node)) {
    const { argument } = node;
    return named(ts.isLiteralTypeNode(argument) ? argument.literal : undefined, true);
  }
  if (!ts.isCallExpression(node)) return undefined;
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require';
  return isImport || isRequire ? named(node.arguments[0], false) : undefined;
}

function named(node: ts.Node | undefined, typeOnly: boolean) {
  if (node === undefined || !ts.isStringLiteralLike(node)) return undefined;
  return { specifier: node.text, typeOnly };
}

function isErased(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const bindings = clause.namedBindings;
  if (clause.name !== undefined || bindings === undefined || !ts.isNamedImports(bindings)) {
    return false;
  }
  return bindings.elements.length > 0 && bindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}

function findingOf(node: ts.Node): Finding['what'] | undefined {
  if (node.kind === ts.SyntaxKind.AnyKeyword) return 'any';
  if (node.kind === ts.SyntaxKind.DefaultKeyword && !ts.isDefaultClause(node.parent)) {
    return 'default-export';
  }
  if (ts.isExportAssignment(node) && !node.isExportEquals) return 'default-export';
  if (ts.isExportSpecifier(node) && node.name.text === 'default') return 'default-export';
  return undefined;
}

function commentsOf(file: ts.SourceFile): ts.CommentRange[] {
  const found = new Map<number, ts.CommentRange>();
  const visit = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(file.text, node.pos) ?? []) {
      found.set(range.pos, range);
    }
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  return [...found.values()];
}
