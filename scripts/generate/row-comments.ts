import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root } from '../lib/workspace.ts';

const clients = { platform: '', agent: 'agent.' } as const;

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
}

function namespacesOf(client: string): [name: string, path: string][] {
  const found = parse(client).statements.flatMap((statement): [string, string][] => {
    if (!ts.isImportDeclaration(statement)) return [];
    const { importClause, moduleSpecifier } = statement;
    const bindings = importClause?.namedBindings;
    if (bindings === undefined || !ts.isNamespaceImport(bindings)) return [];
    if (!ts.isStringLiteral(moduleSpecifier)) return [];
    return [[bindings.name.text, join(dirname(client), moduleSpecifier.text)]];
  });
  if (found.length === 0) throw new Error(`${client} imports no area`);
  return found;
}

function aliasesIn(file: ts.SourceFile): ReadonlyMap<string, string> {
  const specifiers = file.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.exportClause === undefined) return [];
    return ts.isNamedExports(statement.exportClause) ? [...statement.exportClause.elements] : [];
  });
  return new Map(
    specifiers.map(({ name, propertyName }) => [(propertyName ?? name).text, name.text]),
  );
}

/** The doc comments of the exported constants of a file, by their names. */
export function commentsIn(path: string): [name: string, comment: string][] {
  const file = parse(path);
  const aliases = aliasesIn(file);
  return file.statements.flatMap((statement): [string, string][] => {
    if (!ts.isVariableStatement(statement)) return [];
    const [declaration] = statement.declarationList.declarations;
    const local = declaration?.name.getText() ?? '';
    const isExported = statement.modifiers?.some(
      ({ kind }) => kind === ts.SyntaxKind.ExportKeyword,
    );
    const name = isExported === true ? local : aliases.get(local);
    if (name === undefined) return [];
    const comment = ts
      .getJSDocCommentsAndTags(statement)
      .map((doc) => (ts.isJSDoc(doc) ? (ts.getTextOfJSDocComment(doc.comment) ?? '') : ''))
      .join('\n')
      .trim();
    return [[name, comment]];
  });
}

/** The doc comment of each operation's row, by the operation's name, without its tags. */
export function rowComments(): ReadonlyMap<string, string> {
  const comments = new Map<string, string>();
  for (const [client, prefix] of Object.entries(clients)) {
    const file = join(root, 'packages', 'contract', 'src', `${client}.ts`);
    for (const [namespace, path] of namespacesOf(file)) {
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
