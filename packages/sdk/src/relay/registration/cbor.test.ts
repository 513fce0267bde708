import { describe, expect, it } from 'vitest';
import { cborBytes, cborText, head } from '../support/attestation.ts';
import { readCbor } from './cbor.ts';

const read = (hex: string) => readCbor(new Uint8Array(Buffer.from(hex, 'hex')));

describe('readCbor', () => {
  // RFC 8949, appendix A
  it.each<[string, unknown]>([
    ['00', 0],
    ['17', 23],
    ['1818', 24],
    ['1903e8', 1000],
    ['1a000f4240', 1_000_000],
    ['20', -1],
    ['3863', -100],
    ['f4', false],
    ['f5', true],
    ['f6', null],
    ['4401020304', new Uint8Array([1, 2, 3, 4])],
    ['6449455446', 'IETF'],
    ['62c3bc', 'ü'],
    ['83010203', [1, 2, 3]],
    [
      'a201020304',
      new Map([
        [1, 2],
        [3, 4],
      ]),
    ],
    [
      'a26161016162820203',
      new Map<string, unknown>([
        ['a', 1],
        ['b', [2, 3]],
      ]),
    ],
  ])('reads %s', (hex, value) => {
    expect(read(hex)).toEqual(value);
  });

  it.each([
    ['nothing', ''],
    ['bytes left over', '0000'],
    ['text cut short', '6449'],
    ['a length beyond the end', '5a7fffffff00'],
    ['a length of 64 bits', '5b000000000000000100'],
    ['an indefinite length', '5f42010243030405ff'],
    ['a tag', 'c074323031332d30332d32315432303a30343a30305a'],
    ['a float', 'f93c00'],
    ['a key twice', 'a201020103'],
    ['a map cut short', 'a2010203'],
    ['a long list of nothing', '9a7fffffff'],
    ['nesting without end', '81'.repeat(2_000)],
  ])('refuses %s', (_name, hex) => {
    expect(() => read(hex)).toThrow(SyntaxError);
  });

  it('refuses text that is not UTF-8', () => {
    expect(() => read('62c328')).toThrow(TypeError);
  });

  it('reads what the tests write', () => {
    const bytes = new Uint8Array([
      ...head(5, 1),
      ...cborText('x'.repeat(30)),
      ...cborBytes(new Uint8Array(300)),
    ]);
    expect(readCbor(bytes)).toEqual(new Map([['x'.repeat(30), new Uint8Array(300)]]));
  });
});
