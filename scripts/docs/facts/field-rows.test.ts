import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { fieldTable } from '../pages/field-table.ts';
import { FieldReader, type FieldRow } from './field-rows.ts';

const source = `
interface Limits {
  /** The limit of a day. */ perDay: number;
}
interface Card {
  /** The id. */ id: \`Card:\${string}\`;
  /** The state. */ state: 'ACTIVE' | 'FROZEN' | (string & {});
  /** The limits. */ limits?: Limits | null;
  /** Names. */ readonly metadata: Readonly<Record<string, unknown>>;
  /** The sources. */ sources: readonly string[];
}
interface Wire { /** The kind. */ kind: 'WIRE'; /** The rails. */ rails: ('WIRE' | 'SWIFT')[] }
interface Local { /** The kind. */ kind: 'LOCAL'; /** The rails. */ rails: ('SWIFT' | 'ACH')[] }
export interface Root {
  partial: Partial<Card>;
  without: Omit<Card, 'metadata'>;
  union: Wire | Local;
}`;

function read(): Readonly<Record<string, readonly FieldRow[]>> {
  const options: ts.CompilerOptions = { strict: true, target: ts.ScriptTarget.ES2023 };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) =>
    name === '/root.ts'
      ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2023, true)
      : getSourceFile(name, ...rest);
  const program = ts.createProgram(['/root.ts'], options, host);
  const checker = program.getTypeChecker();
  const file = program.getSourceFile('/root.ts');
  const module = file && checker.getSymbolAtLocation(file);
  const [root] = module === undefined ? [] : checker.getExportsOfModule(module);
  if (root === undefined) throw new Error('The source exports nothing');
  const reader = new FieldReader(checker);
  const parts = checker.getDeclaredTypeOfSymbol(root).getProperties();
  return Object.fromEntries(
    parts.map((part) => [part.name, reader.rows(checker.getTypeOfSymbol(part))]),
  );
}

const { partial = [], without = [], union = [] } = read();

function typesOf(rows: readonly FieldRow[]) {
  return Object.fromEntries(rows.map(({ path, type }) => [path, type]));
}

describe('the fields of a type', () => {
  test('are read through Partial and Omit, records are objects, and nested fields follow', () => {
    const fields = {
      id: 'string',
      state: "'ACTIVE' | 'FROZEN'",
      limits: 'object | null',
      'limits.perDay': 'number',
      sources: 'string[]',
    };
    expect(typesOf(without)).toEqual(fields);
    expect(typesOf(partial)).toEqual({
      ...fields,
      metadata: 'Readonly<Record<string, unknown>>',
    });
    expect(partial.filter((row) => row.isRequired).map(({ path }) => path)).toEqual([
      'limits.perDay',
    ]);
    expect(partial.filter(({ comment }) => comment === '')).toEqual([]);
  });

  test('of a union have each value once', () => {
    expect(typesOf(union)).toEqual({
      kind: "'WIRE' | 'LOCAL'",
      rails: "('WIRE' | 'SWIFT' | 'ACH')[]",
    });
  });
});

test.each([
  [{ path: '0' }, '0 has a number for a name'],
  [{ path: 'items.12' }, 'items.12 has a number'],
  [{ path: 'a.length' }, 'a.length is a member of every array'],
  [{ comment: ' ' }, 'a has no doc comment'],
  [{ type: 'any' }, 'a has the type any'],
  [{ type: 'unknown[]' }, 'a has the type unknown'],
  [{ type: "('A' | 'B')[] | 'A'" }, 'a has a value twice'],
])('a table of fields refuses %o', (fields, message) => {
  const row = { path: 'a', type: 'string', isRequired: false, comment: 'A field.', onlyIn: [] };
  expect(fieldTable([row, { ...row, path: 'b[].c' }])).toMatch(/`a`.*\n.*`b\[\]\.c`/);
  expect(() => fieldTable([row, { ...row, ...fields }])).toThrow(message);
});
