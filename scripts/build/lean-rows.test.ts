import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as whole from '@org/payments-contract';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { root } from '../lib/workspace.ts';
import { leanRows, otherFacts, withoutOtherFacts } from './lean-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'lean-rows-'));
const outfile = join(folder, 'contract.mjs');
await build({
  entryPoints: [join(root, 'packages/contract/src/index.ts')],
  outfile,
  bundle: true,
  format: 'esm',
  conditions: ['source'],
  plugins: [leanRows],
});
const lean = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as typeof whole;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A row as text: each schema by its kind and its fields. */
function described(row: object): string {
  return JSON.stringify(row, (_, value: unknown) => {
    if (typeof value === 'function') return 'a function';
    if (typeof value !== 'object' || value === null || !('_zod' in value)) return value;
    const { type, shape = {} } = (value as { _zod: { def: { type: string; shape?: object } } })._zod
      .def;
    return [type, Object.keys(shape)];
  });
}

test('a row in a client has every fact but those that no client reads', () => {
  expect(lean.operations()).toHaveLength(whole.operations().length);
  for (const { name, row } of whole.operations()) {
    const left = lean.findOperation(name)?.row ?? {};
    expect(Object.keys(left).filter((fact) => otherFacts.includes(fact as never))).toEqual([]);
    const expected = Object.entries(row).filter(([fact]) => !otherFacts.includes(fact as never));
    expect(described(left), name).toBe(described(Object.fromEntries(expected)));
  }
});

test('fields of schemas that are named like such a fact stay', () => {
  const schema = "const body = z.strictObject({\n  errors: ['a'],\n});\n";
  const row =
    "const get = operation({\n  method: 'GET',\n  errors: [\n    'NOT_FOUND',\n  ],\n});\n";
  expect(withoutOtherFacts('areas/a/operations.ts', schema + row)).toBe(
    `${schema}const get = operation({\n  method: 'GET',\n});\n`,
  );
});
