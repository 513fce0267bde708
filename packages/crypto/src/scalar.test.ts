import { createECDH } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  bytesOfNumber,
  describeOnBothEngines,
  HIGHEST_SCALAR,
  LOWEST_SCALAR,
  namedScalar,
} from '../test/material.ts';
import { CURVE_ORDER } from './constants.ts';
import { p256Point } from './curve.ts';
import { encodePkcs8 } from './key-forms.ts';
import { copyScalar, derivePoint, pointOfScalar, publicKeyFromScalar } from './scalar.ts';

const refusal = expect.objectContaining({ code: 'INVALID_SCALAR' });

/** Scalars of every length: OpenSSL returns a private key without its leading zero bytes. */
const scalars = fc.oneof(
  fc.bigInt({ min: 1n, max: CURVE_ORDER - 1n }),
  fc.nat(255).map((bits) => (1n << BigInt(bits)) + 1n),
);

describeOnBothEngines('scalars', () => {
  it('have the public keys of OpenSSL', () => {
    fc.assert(
      fc.property(scalars, (number) => {
        const scalar = bytesOfNumber(number);
        const ecdh = createECDH('prime256v1');
        ecdh.setPrivateKey(scalar);
        expect(publicKeyFromScalar(scalar)).toBe(ecdh.getPublicKey('hex', 'compressed'));
      }),
      { numRuns: 30 },
    );
  });

  it('are copied, and the copy is overwritten', () => {
    const from = vi.spyOn(Uint8Array, 'from');
    try {
      const scalar = bytesOfNumber(7n);
      publicKeyFromScalar(scalar);
      const at = from.mock.calls.findIndex(([source]) => (source as unknown) === scalar);
      const copy = from.mock.results[at]?.value as Uint8Array;
      expect(copy).toEqual(new Uint8Array(32));
      expect(scalar[31]).toBe(7);
    } finally {
      from.mockRestore();
    }
  });

  it('are read inside a larger buffer', () => {
    const larger = new Uint8Array(48).fill(255);
    larger.set(bytesOfNumber(7n), 5);
    expect(publicKeyFromScalar(larger.subarray(5, 37))).toBe(
      publicKeyFromScalar(bytesOfNumber(7n)),
    );
  });

  it('have the public keys G and -G of SEC 2 at the ends of the range', () => {
    const x = '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296';
    expect(publicKeyFromScalar(LOWEST_SCALAR)).toBe(`03${x}`);
    expect(publicKeyFromScalar(HIGHEST_SCALAR)).toBe(`02${x}`);
  });

  it.each([
    ['zero', new Uint8Array(32)],
    ['n', bytesOfNumber(CURVE_ORDER)],
    ['n + 1', bytesOfNumber(CURVE_ORDER + 1n)],
    ['all ones', new Uint8Array(32).fill(255)],
    ['31 bytes', new Uint8Array(31).fill(1)],
    ['33 bytes', new Uint8Array(33).fill(1)],
    ['nothing', new Uint8Array()],
    ['a string', '11'.repeat(16)],
    ['an array', Array.from({ length: 32 }, () => 1)],
    ['undefined', undefined],
  ])('are refused: %s', (_, scalar) => {
    expect(() => publicKeyFromScalar(scalar as Uint8Array)).toThrow(refusal);
    const hint = typeof scalar === 'string' ? ' It is text: see `hexToBytes`.' : '';
    const message = `Expected 32 bytes holding a number from 1 to n-1.${hint}`;
    const refused = expect.objectContaining({ code: 'INVALID_SCALAR', message });
    expect(() => copyScalar(scalar as Uint8Array)).toThrow(refused);
  });
});

it('has the parameters of the ready-made P-256', () => {
  expect(p256Point().CURVE()).toEqual(p256.Point.CURVE());
  expect(p256Point().BASE.toHex()).toBe(p256.Point.BASE.toHex());
});

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
  return import('./scalar.ts');
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
