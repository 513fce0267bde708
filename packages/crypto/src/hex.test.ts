import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

  it('encodes every byte', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(hexToBytes(bytesToHex(all))).toEqual(all);
  });

  it.each([
    '0',
    'abc',
    '0x00',
    '0g',
    ' 00',
    '00 ',
    '00\n',
    '0:0',
    '+1',
    '-1',
    '\uff10\uff10',
    '1e1',
  ])('refuses %j', (text) => {
    expect(() => hexToBytes(text)).toThrow(expect.objectContaining({ code: 'INVALID_HEX' }));
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
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEFxg -') }), (text) => {
        const valid = /^([0-9a-f]{2})*$/i.test(text);
        if (valid) expect(bytesToHex(hexToBytes(text))).toBe(text.toLowerCase());
        else expect(() => hexToBytes(text)).toThrow();
      }),
    );
  });
});
