import { afterEach, beforeEach, describe, vi } from 'vitest';

/** Runs a suite twice: with `node:crypto`, and with it hidden, as in a browser. */
export function describeOnBothEngines(name: string, suite: () => void): void {
  describe(`${name}, with node:crypto`, suite);
  describe(`${name}, with WebCrypto alone`, () => {
    beforeEach(() => {
      vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    });
    afterEach(() => {
      vi.restoreAllMocks();
    });
    suite();
  });
}
