import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../lib/workspace.ts';

const tableRow = /^ \* \| (`[A-Z0-9_`, ]+) \| (.+) \|$/gm;
const codeText = /^[A-Z][A-Z0-9_]+$/;

function codesInStrings(path: string, source: string): Set<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) && codeText.test(node.text)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true));
  return found;
}

/** The codes and meanings in the table of a source's doc comment: `` | `CODE`, `CODE` | meaning | ``. */
export function codesInComment(source: string): Map<string, string> {
  const rows = [...source.matchAll(tableRow)].flatMap(([, codes = '', meaning = '']) =>
    [...codes.matchAll(/`(\w+)`/g)].map(([, code = '']) => [code, meaning] as const),
  );
  return new Map(rows);
}

/**
 * The codes that a file declares, with the meanings that its doc comment lists.
 *
 * @throws Error when the comment lacks a code of the file, or has one that is not in the file
 */
export function documentedCodes(path: string): Map<string, string> {
  const source = readFileSync(join(root, path), 'utf8');
  const documented = codesInComment(source);
  const declared = codesInStrings(path, source);
  const differing = [
    ...[...declared].filter((code) => !documented.has(code)),
    ...[...documented.keys()].filter((code) => !declared.has(code)),
  ];
  if (declared.size === 0 || differing.length > 0) {
    throw new Error(`${path}: the codes and their table differ: ${differing.join(', ')}`);
  }
  return documented;
}
