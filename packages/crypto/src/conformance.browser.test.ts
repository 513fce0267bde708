import { describe, expect, it } from 'vitest';
import { describeConformance } from '../test/conformance.ts';
import { nodeCrypto } from './platform.ts';

it('runs without node:crypto', () => {
  expect(nodeCrypto()).toBeUndefined();
});

describe('in a browser', () => {
  describeConformance();
});
