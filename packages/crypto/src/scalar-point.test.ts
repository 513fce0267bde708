import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { describeOnBothEngines } from '../test/engines.ts';
import { bytesOfNumber, namedScalar } from '../test/material.ts';
import { CURVE_ORDER } from './constants.ts';
import { encodePkcs8 } from './pkcs8.ts';
import { pointOfScalar } from './scalar.ts';
import { derivePoint } from './scalar-point.ts';

const scalar = namedScalar('session');
const other = namedScalar('other session');

afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

/** The module as a browser loads it, over a WebCrypto with some functions replaced. */
async function inBrowserWith(replaced: Partial<SubtleCrypto>) {
  vi.resetModules();
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
  for (const [name, value] of Object.entries(replaced)) {
    vi.spyOn(crypto.subtle, name as 'importKey').mockImplementation(value as never);
  }
  return import('./scalar-point.ts');
}

describeOnBothEngines('a derived point', () => {
  it('matches OpenSSL, and the platform computed it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 1n, max: CURVE_ORDER - 1n }), async (number) => {
        const bytes = bytesOfNumber(number);
        expect(await derivePoint(bytes)).toEqual({ point: pointOfScalar(bytes), byPlatform: true });
      }),
      { numRuns: 15 },
    );
  });
});

describe('where the platform cannot derive a point, JavaScript does', () => {
  const fallback = { point: pointOfScalar(scalar), byPlatform: false };

  it('because the platform refuses a key without a point', async () => {
    const { derivePoint: derive } = await inBrowserWith({
      importKey: () => Promise.reject(new DOMException('', 'DataError')),
    });
    expect(await derive(scalar)).toEqual(fallback);
  });

  it('because the derived point does not verify signatures', async () => {
    const x = pointOfScalar(other).slice(1, 33).buffer;
    const { derivePoint: derive } = await inBrowserWith({ deriveBits: async () => x });
    expect(await derive(scalar)).toEqual(fallback);
  });

  it('and a signature detects a wrong point', async () => {
    await inBrowserWith({ importKey: () => Promise.reject(new DOMException('', 'DataError')) });
    const { checkBySigning } = await import('./ecdsa.ts');
    vi.restoreAllMocks();
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    const pkcs8 = encodePkcs8(scalar, pointOfScalar(scalar));
    const key = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']);
    await expect(checkBySigning(key, pointOfScalar(other))).rejects.toMatchObject({
      code: 'SELF_CHECK_FAILED',
    });
  });
});

it('the key of a derivation is overwritten, and cannot be exported meanwhile', async () => {
  const { importKey } = crypto.subtle;
  const calls: Parameters<SubtleCrypto['importKey']>[] = [];
  const { derivePoint: derive } = await inBrowserWith({
    importKey: ((...args: Parameters<SubtleCrypto['importKey']>) => {
      calls.push(args);
      return importKey.apply(crypto.subtle, args);
    }) as SubtleCrypto['importKey'],
  });
  expect((await derive(scalar)).byPlatform).toBe(true);
  const imported = calls.filter(([format]) => (format as string) === 'pkcs8');
  expect(imported).toHaveLength(2);
  for (const [, bytes, , extractable] of imported) {
    expect(bytes).toEqual(new Uint8Array(67));
    expect(extractable).toBe(false);
  }
});
