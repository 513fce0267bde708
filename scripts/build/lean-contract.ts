import { readFileSync } from 'node:fs';
import { sep } from 'node:path';
import type { Plugin } from 'esbuild';
import ts from 'typescript';

/** A file of rows without its examples, and how many rows it has. */
export interface LeanRows {
  readonly text: string;
  readonly rows: number;
}

/** The source of a file with every row's `example` left out. */
export function withoutExamples(path: string, source: string): LeanRows {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const examples: ts.Node[] = [];
  let rows = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'operation') rows += 1;
    if (isExampleOfRow(node)) examples.push(node);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  const text = examples.reduceRight(
    (rest, { pos, end }) => `${rest.slice(0, pos)} example: undefined as never${rest.slice(end)}`,
    source,
  );
  return { text, rows };
}

function isExampleOfRow(node: ts.Node): boolean {
  if (!ts.isPropertyAssignment(node) || node.name.getText() !== 'example') return false;
  const call = node.parent.parent;
  return ts.isCallExpression(call) && call.expression.getText() === 'operation';
}

const contract = /[\\/]packages[\\/]contract[\\/]src[\\/].*\.ts$/;
const examplesFile = /[\\/]examples\.ts$/;

/**
 * Leaves the examples of the contract's rows out of a bundle: only docs and tests read them. Fails
 * where the bundle has the contract and no row was found, or where examples are in it after all.
 */
export const leanContract: Plugin = {
  name: 'lean-contract',
  setup({ onLoad, onEnd }) {
    let rows = 0;
    onLoad({ filter: contract }, ({ path }) => {
      const found = withoutExamples(path, readFileSync(path, 'utf8'));
      rows += found.rows;
      return { contents: found.text, loader: 'ts' };
    });
    onEnd(({ metafile }) => {
      if (metafile === undefined) return { errors: [{ text: 'lean-contract needs the metafile' }] };
      const leaked = Object.values(metafile.outputs)
        .flatMap(({ inputs }) => Object.entries(inputs))
        .filter(([path, { bytesInOutput }]) => examplesFile.test(path) && bytesInOutput > 0)
        .map(([path]) => ({ text: `${path.split(sep).join('/')} is in the bundle` }));
      const none = { text: 'no row of the contract was found: update lean-contract.ts' };
      return { errors: rows === 0 ? [none, ...leaked] : leaked };
    });
  },
};
