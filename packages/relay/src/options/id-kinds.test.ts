import { idPrefixes } from '@org/payments-contract/internal';
import { expect, test } from 'vitest';
import { idsInText, kindOf } from './id-kinds.ts';

test.each(idPrefixes)('an id of kind %s is found within a path', (kind) => {
  expect(idsInText(`x/../${kind}:7c1e`)).toEqual([`${kind}:7c1e`]);
  expect(idsInText(`x/../${kind}%3A7c1e`)).toEqual([`${kind}:7c1e`]);
  expect(kindOf(`${kind}:7c1e`)).toBe(kind);
});
