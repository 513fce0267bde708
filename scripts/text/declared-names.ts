import { basename } from 'node:path';
import ts from 'typescript';
import { type Pattern, refusedNames } from './patterns.ts';

type Declaration = ts.Node & { readonly name: ts.Node };

function isDeclaration(node: ts.Node): node is Declaration {
  return (
    (ts.isVariableDeclaration(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isPropertySignature(node)) &&
    node.name !== undefined
  );
}

function refusalOf(name: string): Pattern | undefined {
  return refusedNames.find(({ pattern }) => pattern.test(name));
}

/** Whether a file is TypeScript or JavaScript. */
export function isScript(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path);
}

/** Returns the violations of the names that a file declares, and of its own: `path:line: problem`. */
export function declaredNameViolations(path: string, text: string): string[] {
  if (!isScript(path)) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const fileName = basename(path).replace(/\..*$/, '');
  const own = refusalOf(fileName);
  const found = own === undefined ? [] : [`${path}:1: file ${fileName}: write ${own.instead}`];
  const visit = (node: ts.Node): void => {
    if (isDeclaration(node) && (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name))) {
      const name = node.name.text.replace('#', '');
      const refusal = refusalOf(name);
      const { line } = file.getLineAndCharacterOfPosition(node.name.getStart(file));
      if (refusal) found.push(`${path}:${line + 1}: name ${name}: write ${refusal.instead}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
