import { needsApproval, operations } from '@org/payments-contract';
import { expect, test } from 'vitest';
import { inputSchemaOf } from '../../tools/json-schema.ts';
import { handsOutSecret } from '../../tools/row-facts.ts';
import { references } from './references.ts';

test('each kind of id in an operation that a person approves can be shown to them', () => {
  const offered = operations().filter(({ row }) => row.auth !== 'none' && !handsOutSecret(row));
  const kinds = offered
    .filter(({ row }) => needsApproval(row.risk))
    .flatMap(({ row }) => [...JSON.stringify(inputSchemaOf(row, {})).matchAll(/`(\w+):<id>`/g)])
    .map(([, kind = '']) => kind);
  expect(new Set(kinds).size).toBeGreaterThan(8);
  expect(Object.keys(references)).toEqual(expect.arrayContaining([...new Set(kinds)]));
});
