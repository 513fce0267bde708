import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventRow } from '@org/payments-contract';
import { eventRows } from '@org/payments-contract/events';
import ts from 'typescript';
import * as eventAreas from '../../packages/contract/src/event-areas.ts';
import { root } from '../lib/workspace.ts';

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
function commentsIn(path: string): [name: string, comment: string][] {
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

/** One group of webhook events with its place in the contract and its doc comment. */
export interface EventGroup {
  /** The area of the contract: `transactions`. */
  readonly area: string;
  readonly row: EventRow;
  readonly comment: string;
}

const source = join(root, 'packages', 'contract', 'src');

function fileOf(area: string): string {
  const list = readFileSync(join(source, 'event-areas.ts'), 'utf8');
  const file = new RegExp(`^export \\* as ${area} from '(.+)';$`, 'm').exec(list)?.[1];
  if (file === undefined) throw new Error(`event-areas.ts does not list ${area}`);
  return join(source, file);
}

/** Every group of webhook events of the contract, in the order of its areas. */
export function eventGroups(): EventGroup[] {
  const rows = eventRows();
  return Object.entries(eventAreas).flatMap(([area, members]) => {
    const comments = new Map(commentsIn(fileOf(area)));
    return Object.entries<unknown>(members).flatMap(([name, value]) => {
      const row = rows.find((one) => one === value);
      return row === undefined ? [] : [{ area, row, comment: comments.get(name) ?? '' }];
    });
  });
}
