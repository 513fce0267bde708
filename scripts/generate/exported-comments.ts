import { readFileSync } from 'node:fs';
import ts from 'typescript';

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
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
