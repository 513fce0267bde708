import { describe, expect, it } from 'vitest';
import { openssl } from '#openssl';
import { describeConformance } from '../test/conformance.ts';

it('runs without node:crypto', () => {
  expect(openssl()).toBeUndefined();
});

describe('in a browser', () => {
  describeConformance();
});
