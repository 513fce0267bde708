import { operations } from '@org/payments-contract';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { docText } from '../build/types/doc-comment.ts';
import { findOperations } from '../build/types/operations.ts';
import { contractProgram } from './row-comments.ts';

/** Deeper than any request or response of the contract. */
const DEEPEST = 10;

const program = contractProgram();
const { checker } = program;

function typeAt(type: ts.Type | undefined, ...path: readonly string[]): ts.Type | undefined {
  return path.reduce<ts.Type | undefined>((found, name) => {
    const property = found && checker.getNonNullableType(found).getProperty(name);
    return property && checker.getTypeOfSymbol(property);
  }, type);
}

/** Where a property is written; undefined for those of a library. */
function placeOf(property: ts.Symbol): string | undefined {
  const [declaration] = property.declarations ?? [];
  if (declaration === undefined) return `${property.name}, which the compiler cannot place`;
  const file = declaration.getSourceFile();
  if (program.program.isSourceFileFromExternalLibrary(file) || file.hasNoDefaultLib) return;
  if (/\/(?:node_modules|lib\.[\w.]+\.d\.ts)/.test(file.fileName)) return undefined;
  const { line } = file.getLineAndCharacterOfPosition(declaration.getStart());
  return `${file.fileName.replace(/^.*\/packages\//, '')}:${line + 1} ${property.name}`;
}

interface Walk {
  readonly fields: Set<string>;
  readonly bare: Set<string>;
}

/** Collects the fields of a type and of all that it holds, and those without a comment. */
function walk(type: ts.Type, found: Walk, above: readonly ts.Type[]): void {
  if (above.includes(type) || above.length > DEEPEST) return;
  const within = [...above, type];
  if (type.isUnion()) {
    for (const member of type.types) walk(member, found, within);
    return;
  }
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as ts.TypeReference);
    if (item !== undefined) walk(item, found, within);
    return;
  }
  const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
  if (!isObject || type.getCallSignatures().length > 0) return;
  for (const property of checker.getPropertiesOfType(type)) {
    const place = placeOf(property);
    if (place === undefined) continue;
    found.fields.add(place);
    if (docText(property) === '') found.bare.add(place);
    walk(checker.getTypeOfSymbol(property), found, within);
  }
}

test('every field of every request and response has a doc comment', () => {
  const found: Walk = { fields: new Set(), bare: new Set() };
  const rows = findOperations(program);
  for (const { row } of rows) {
    const requests = ['params', 'query', 'headers', 'body'].map((part) =>
      typeAt(row, part, '_zod', 'input'),
    );
    const responses = typeAt(row, 'responses');
    const statuses = responses === undefined ? [] : checker.getPropertiesOfType(responses);
    const results = statuses.map(({ name }) => typeAt(responses, name, '_zod', 'output'));
    for (const type of [...requests, ...results]) {
      if (type !== undefined) walk(type, found, []);
    }
  }
  expect(rows).toHaveLength(operations().length);
  expect(found.fields.size).toBeGreaterThan(700);
  expect([...found.bare].sort()).toEqual([]);
}, 120_000);
