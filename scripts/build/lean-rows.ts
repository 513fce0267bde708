import { readFileSync } from 'node:fs';
import type { OtherFact } from '@org/payments-contract';
import type { Plugin } from 'esbuild';
import { type Lean, leanSource } from './lean-source.ts';

/** The facts about an operation that no client reads. */
const others: Readonly<Record<OtherFact, true>> = {
  origin: true,
  errors: true,
  statuses: true,
  rate: true,
  permission: true,
  agentPermission: true,
  since: true,
  deprecated: true,
};

export const otherFacts = Object.keys(others) as readonly OtherFact[];

/** A declaration, or what several have in common, and the indentation of its facts. */
const row =
  /(?:\boperation\(\{\n(?= *)|const \w+ = \{\n(?= *method: ))( *)[\s\S]*?\n\s*\}(?:\)| as const);/g;

function factAt(indent: string): RegExp {
  const value = String.raw`(?:'[^']*'|"[^"]*"|\[[^\]]*\]|\w+)`;
  return new RegExp(`\\n${indent}(?:${otherFacts.join('|')}):\\s*${value},`, 'g');
}

/** The defaults of those facts. */
const defaults: Lean = {
  edits: [
    [' errors = [],', ''],
    ['\n    errors,', ''],
    [/\n {4}permission: .*/g, ''],
  ],
};

/** The source of a file of the contract without the facts that no client reads. */
export function withoutOtherFacts(path: string, source: string): string {
  if (/[\\/]format[\\/]operation\.ts$/.test(path)) {
    return leanSource(source, defaults, 'lean-rows.ts');
  }
  return source.replaceAll(row, (text: string, indent: string) =>
    text.replaceAll(factAt(indent), ''),
  );
}

const files =
  /packages[\\/]contract[\\/]src[\\/](?:areas[\\/][\w-]+[\\/][\w-]+|format[\\/]operation)\.ts$/;

/** Leaves out of a client's bundle the facts about operations that it does not read. */
export const leanRows: Plugin = {
  name: 'lean-rows',
  setup({ onLoad }) {
    onLoad({ filter: files }, ({ path }) => ({
      contents: withoutOtherFacts(path, readFileSync(path, 'utf8')),
      loader: 'ts',
    }));
  },
};
