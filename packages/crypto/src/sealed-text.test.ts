import bs58check from 'bs58check';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodeBase58check, encodeBase58check } from '../test/independent.ts';
import { join } from '../test/material.ts';
import { SEALED_KEY_BYTES, SEALED_KEY_MAX_CHARACTERS } from './constants.ts';
import { decodeSealedText, encodeSealedText } from './sealed-text.ts';

const refusal = expect.objectContaining({ code: 'SEALED_KEY_MALFORMED' });
const sealedBytes = fc
  .uint8Array({ minLength: SEALED_KEY_BYTES, maxLength: SEALED_KEY_BYTES })
  .map((bytes) => Uint8Array.from(bytes));

afterEach(() => {
  vi.restoreAllMocks();
  vi.doUnmock('bs58check');
  vi.resetModules();
});

describe('sealed text', () => {
  it('is base58check without a version byte', () => {
    fc.assert(
      fc.property(sealedBytes, (bytes) => {
        const text = encodeBase58check(bytes);
        const parts = decodeSealedText(text);
        expect(parts.enc).toHaveLength(33);
        expect(parts.ciphertext).toHaveLength(48);
        expect(join(parts.enc, parts.ciphertext)).toEqual(bytes);
        expect(encodeSealedText(parts)).toBe(text);
        expect(Uint8Array.from(decodeBase58check(text))).toEqual(bytes);
      }),
    );
  });

  it('stays below the maximum length, whatever its bytes', () => {
    const longest = encodeBase58check(new Uint8Array(SEALED_KEY_BYTES).fill(255));
    expect(longest.length).toBeLessThanOrEqual(SEALED_KEY_MAX_CHARACTERS);
    expect(decodeSealedText(longest).enc[0]).toBe(255);
    const shortest = encodeBase58check(new Uint8Array(SEALED_KEY_BYTES));
    expect(decodeSealedText(shortest).enc[0]).toBe(0);
  });

  it('is refused when any one character is changed', () => {
    const text = encodeBase58check(new Uint8Array(SEALED_KEY_BYTES).fill(3));
    for (let index = 0; index < text.length; index += 1) {
      const changed = `${text.slice(0, index)}${text[index] === 'x' ? 'y' : 'x'}${text.slice(index + 1)}`;
      expect(() => decodeSealedText(changed), `character ${index}`).toThrow(refusal);
    }
  });

  it('is refused unread when it is too long', () => {
    const decode = vi.spyOn(bs58check, 'decodeUnsafe');
    expect(() => decodeSealedText('z'.repeat(SEALED_KEY_MAX_CHARACTERS + 1))).toThrow(refusal);
    expect(() => decodeSealedText('1'.repeat(5_000_000))).toThrow(refusal);
    expect(decode).not.toHaveBeenCalled();
    expect(() => decodeSealedText('z'.repeat(SEALED_KEY_MAX_CHARACTERS))).toThrow(refusal);
    expect(decode).toHaveBeenCalledOnce();
  });

  it.each([0, 1, 80, 82])('is refused with %d bytes and a valid checksum', (length) => {
    expect(() => decodeSealedText(encodeBase58check(new Uint8Array(length).fill(2)))).toThrow(
      refusal,
    );
  });

  it.each([undefined, null, 5, ['1']])('cannot be %j', (value) => {
    expect(() => decodeSealedText(value as unknown as string)).toThrow(refusal);
  });

  it('works with bs58check as CommonJS, whose default export is nested', async () => {
    vi.resetModules();
    vi.doMock('bs58check', () => ({ default: { default: bs58check } }));
    const { decodeSealedText: decode, encodeSealedText: encode } = await import('./sealed-text.ts');
    const text = encodeBase58check(new Uint8Array(SEALED_KEY_BYTES).fill(9));
    expect(encode(decode(text))).toBe(text);
  });
});
