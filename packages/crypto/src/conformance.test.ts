import { afterEach, beforeEach, describe, vi } from 'vitest';
import { describeConformance } from './conformance.fixture.ts';

describe('with node:crypto', () => {
  describeConformance();
});

describe('with WebCrypto alone', () => {
  beforeEach(() => {
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  describeConformance();
});
