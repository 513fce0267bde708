import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64urlToBytes, bytesToBase64url } from './base64url.ts';

const refusal = expect.objectContaining({ code: 'INVALID_BASE64URL' });

describe('base64url', () => {
  it('encodes as Node does, and decodes its own text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const text = bytesToBase64url(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64url'));
        expect(base64urlToBytes(text)).toEqual(bytes);
      }),
    );
  });

  it('encodes more bytes than a function call accepts arguments', () => {
    const bytes = new Uint8Array(300_000).fill(251);
    expect(bytesToBase64url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
  });

  it.each([
    ['padding', 'Zg=='],
    ['one padding character', 'Zm8='],
    ['plus', '-_+_'],
    ['slash', '-_/_'],
    ['leading space', ' Zm8'],
    ['inner line break', 'Zm\n8'],
    ['trailing line break', 'Zm8v\n'],
    ['one character', 'Z'],
    ['five characters', 'Zm9vY'],
    ['unused bits in two characters', 'Zh'],
    ['unused bits in three characters', 'Zm9'],
    ['not ASCII', 'Zm\u0142v'],
  ])('refuses %s', (_, text) => {
    expect(() => base64urlToBytes(text)).toThrow(refusal);
  });

  it.each([undefined, null, 4, {}])('refuses %j, which is not a string', (value) => {
    expect(() => base64urlToBytes(value as unknown as string)).toThrow(refusal);
  });

  it('accepts exactly one encoding of each value', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'AZaz09-_+/= '), maxLength: 12 }),
        (text) => {
          let bytes: Uint8Array;
          try {
            bytes = base64urlToBytes(text);
          } catch {
            return;
          }
          expect(bytesToBase64url(bytes)).toBe(text);
        },
      ),
    );
  });
});
