import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root } from '../lib/workspace.ts';

const folders = { platform: '', agent: 'agent.' } as const;

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
}

function namespacesOf(index: string): [name: string, path: string][] {
  return parse(index).statements.flatMap((statement): [string, string][] => {
    if (!ts.isExportDeclaration(statement)) return [];
    const { exportClause, moduleSpecifier } = statement;
    if (exportClause === undefined || !ts.isNamespaceExport(exportClause)) return [];
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
    return [[exportClause.name.text, join(dirname(index), moduleSpecifier.text)]];
  });
}

function commentsIn(path: string): [name: string, comment: string][] {
  return parse(path).statements.flatMap((statement): [string, string][] => {
    if (!ts.isVariableStatement(statement)) return [];
    const isExported = statement.modifiers?.some(
      ({ kind }) => kind === ts.SyntaxKind.ExportKeyword,
    );
    const [declaration] = statement.declarationList.declarations;
    if (isExported !== true || declaration === undefined) return [];
    const comment = ts
      .getJSDocCommentsAndTags(statement)
      .map((doc) => (ts.isJSDoc(doc) ? (ts.getTextOfJSDocComment(doc.comment) ?? '') : ''))
      .join('\n')
      .trim();
    return [[declaration.name.getText(), comment]];
  });
}

/** The doc comment of each operation's row, by the operation's name, without its tags. */
export function rowComments(): ReadonlyMap<string, string> {
  const comments = new Map<string, string>();
  for (const [folder, prefix] of Object.entries(folders)) {
    const index = join(root, 'packages', 'contract', 'src', folder, 'index.ts');
    for (const [namespace, path] of namespacesOf(index)) {
      for (const [name, comment] of commentsIn(path)) {
        comments.set(`${prefix}${namespace}.${name}`, comment);
      }
    }
  }
  return comments;
}

/** The first sentence of a comment, on one line. */
export function firstSentence(comment: string): string {
  const text = comment.replaceAll(/\s*\n\s*/g, ' ');
  return /^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text;
}
