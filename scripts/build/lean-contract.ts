import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import ts from 'typescript';

/** The source of a file of rows with every row's `example` left out. */
export function withoutExamples(path: string, source: string): string {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const examples: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (isExampleOfRow(node)) examples.push(node);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return examples.reduceRight(
    (text, { pos, end }) => `${text.slice(0, pos)} example: undefined as never${text.slice(end)}`,
    source,
  );
}

function isExampleOfRow(node: ts.Node): boolean {
  if (!ts.isPropertyAssignment(node) || node.name.getText() !== 'example') return false;
  const call = node.parent.parent;
  return ts.isCallExpression(call) && call.expression.getText() === 'operation';
}

/** Leaves the examples of the contract's rows out of a bundle: only docs and tests read them. */
export const leanContract: Plugin = {
  name: 'lean-contract',
  setup({ onLoad }) {
    onLoad({ filter: /packages[\\/]contract[\\/]src[\\/](?:platform|agent)[\\/]/ }, ({ path }) => ({
      contents: withoutExamples(path, readFileSync(path, 'utf8')),
      loader: 'ts',
    }));
  },
};
