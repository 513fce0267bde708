import * as fc from 'fast-check';
import { MARK } from './subject.ts';

const circular: Record<string, unknown> = {};
circular.self = circular;

/** Values that JSON cannot hold, or that have side effects when they are read. */
export const hostile = fc.constantFrom<unknown>(
  undefined,
  null,
  `${MARK} as the input`,
  10n,
  Symbol('input'),
  () => 'function',
  new Date(Number.NaN),
  new Map([['id', 'Card:1']]),
  Object.create(null),
  circular,
  Array.from({ length: 5 }),
  new Proxy({}, { ownKeys: () => ['id'] }),
  { toJSON: () => Promise.reject(new Error('toJSON')).catch(() => 1) },
);
