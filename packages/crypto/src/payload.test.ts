import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../test/any-character.ts';
import { payloadBytes } from './payload.ts';

const refusal = expect.objectContaining({ code: 'INVALID_PAYLOAD' });

describe('payload bytes', () => {
  it('are exactly the UTF-8 of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(payloadBytes(text)).toEqual(Uint8Array.from(Buffer.from(text, 'utf8')));
      }),
    );
  });

  it('keep white space and order that parsing or trimming would change', () => {
    const text = '\ufeff {"a":1.0,\r\n"a":2}\t ';
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(payloadBytes(text))).toBe(text);
  });

  it.each([
    ['a lone high surrogate', 'a\ud83cb'],
    ['a lone low surrogate', '\udf0d'],
    ['surrogates in the wrong order', '\udf0d\ud83c'],
    ['a high surrogate at the end', 'a\ud83c'],
  ])('refuse %s, which UTF-8 encoding would replace', (_, text) => {
    expect(() => payloadBytes(text)).toThrow(refusal);
  });

  it('accept a lone surrogate that is escaped in JSON', () => {
    expect(payloadBytes('"\\ud83c"')).toEqual(Uint8Array.from(Buffer.from('"\\ud83c"')));
  });

  it.each([undefined, null, 5, { a: 1 }, new Uint8Array(3)])(
    'refuse %j, which is not a string',
    (value) => {
      expect(() => payloadBytes(value as unknown as string)).toThrow(refusal);
    },
  );
});
