import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesToBase64url } from './base64url.ts';
import { base64urlToBytes } from './decode-base64url.ts';
import { bytesToHex, hexToBytes } from './hex.ts';

describe('hex', () => {
  it('encodes as Node does, and decodes its own text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = bytesToHex(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('hex'));
        expect(hexToBytes(text)).toEqual(bytes);
        expect(hexToBytes(text.toUpperCase())).toEqual(bytes);
      }),
    );
  });

  it.each([undefined, null, 12, ['00'], new Uint8Array(2)])(
    'refuses %j, which is not a string',
    (value) => {
      expect(() => hexToBytes(value as unknown as string)).toThrow(
        expect.objectContaining({ code: 'INVALID_HEX' }),
      );
    },
  );

  it('never accepts text that it would not write, letter case aside', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEFxg -+:\n\uff11') }),
        (text) => {
          const valid = /^([0-9a-f]{2})*$/i.test(text);
          if (valid) expect(bytesToHex(hexToBytes(text))).toBe(text.toLowerCase());
          else expect(() => hexToBytes(text)).toThrow();
        },
      ),
    );
  });
});

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

  it.each([undefined, null, 4, {}])('refuses %j, which is not a string', (value) => {
    expect(() => base64urlToBytes(value as unknown as string)).toThrow(refusal);
  });

  it('accepts exactly one encoding of each value', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'AZaz09-_+/= \n\u0142'), maxLength: 12 }),
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
