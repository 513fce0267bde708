import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../test/any-character.ts';
import { describeOnBothEngines, flipBit } from '../test/material.ts';
import stamps from '../vectors/stamp.json' with { type: 'json' };
import { bytesToBase64url } from './base64url.ts';
import { MAX_LOW_S, STAMP_SCHEME } from './constants.ts';
import { base64urlToBytes } from './decode-base64url.ts';
import { bytesToHex, hexToBytes } from './hex.ts';
import { compressPoint } from './point.ts';
import { rawSignatureToDer } from './signature.ts';
import { payloadBytes } from './stamp.ts';
import { verifyStamp } from './verify-stamp.ts';

/** RFC 6979, appendix A.2.5: ECDSA on P-256 with SHA-256. The first signature has a high s. */
const rfc = {
  x: '60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6',
  y: '7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299',
  signatures: [
    {
      message: 'sample',
      r: 'efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716',
      s: 'f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8',
      high: true,
    },
    {
      message: 'test',
      r: 'f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367',
      s: '019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083',
      high: false,
    },
  ],
};

function stampOf(publicKey: string, der: Uint8Array): string {
  const fields = { publicKey, scheme: STAMP_SCHEME, signature: bytesToHex(der) };
  return bytesToBase64url(new TextEncoder().encode(JSON.stringify(fields)));
}

describeOnBothEngines('verifying', () => {
  it.each(rfc.signatures)('accepts the signature of RFC 6979 over "$message"', async (row) => {
    expect(BigInt(`0x${row.s}`) > MAX_LOW_S).toBe(row.high);
    const publicKey = bytesToHex(compressPoint(hexToBytes(`04${rfc.x}${rfc.y}`)));
    const stamp = stampOf(publicKey, rawSignatureToDer(hexToBytes(`${row.r}${row.s}`)));
    expect(await verifyStamp(stamp, row.message)).toEqual({
      valid: true,
      publicKey,
      reason: undefined,
    });
    expect(await verifyStamp(stamp, `${row.message}s`)).toEqual({
      valid: false,
      publicKey,
      reason: 'signature-mismatch',
    });
  });

  it('refuses every stamp with one bit flipped', async () => {
    const { stamp = '', payload = '' } = stamps.accepted[0] ?? {};
    const bytes = base64urlToBytes(stamp);
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const outcome = await verifyStamp(bytesToBase64url(flipBit(bytes, bit)), payload);
      expect(outcome.valid, `bit ${bit}`).toBe(false);
    }
  });

  it('accepts other white space and key order, which are not signed', async () => {
    const { stamp = '', payload = '' } = stamps.accepted[0] ?? {};
    const { publicKey, scheme, signature } = JSON.parse(
      new TextDecoder().decode(base64urlToBytes(stamp)),
    );
    const text = JSON.stringify({ signature, scheme, publicKey }, null, 1);
    const other = bytesToBase64url(new TextEncoder().encode(text));
    expect(await verifyStamp(other, payload)).toMatchObject({ valid: true, publicKey });
  });
});

describe('verifying', () => {
  it('returns the claimed key only after checking that it is a key', async () => {
    const outcomes = await Promise.all(
      stamps.refused.map(async (row) => verifyStamp(row.stamp, row.payload)),
    );
    for (const { reason, publicKey } of outcomes) {
      const known = reason === 'bad-signature-encoding' || reason === 'signature-mismatch';
      expect(publicKey !== undefined).toBe(known);
    }
  });

  it('every reason has a vector', () => {
    expect([...new Set(stamps.refused.map(({ reason }) => reason))].sort()).toEqual([
      'bad-public-key',
      'bad-signature-encoding',
      'not-base64url',
      'not-json',
      'signature-mismatch',
      'wrong-keys',
      'wrong-scheme',
    ]);
  });

  it.each([undefined, null, 5, {}])('refuses %j, which is not a string', async (value) => {
    expect(await verifyStamp(value as unknown as string, 'x')).toMatchObject({
      valid: false,
      reason: 'not-base64url',
    });
  });

  it('throws for a payload that cannot be stamped', async () => {
    const { stamp = '' } = stamps.accepted[0] ?? {};
    await expect(verifyStamp(stamp, '\udc00')).rejects.toMatchObject({ code: 'INVALID_PAYLOAD' });
  });
});

const refusal = expect.objectContaining({ code: 'INVALID_PAYLOAD' });

describe('payload bytes', () => {
  it('are exactly the UTF-8 of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(payloadBytes(text)).toEqual(Uint8Array.from(Buffer.from(text, 'utf8')));
      }),
    );
  });

  it.each([
    ['a lone high surrogate', 'a\ud83cb'],
    ['a lone low surrogate', '\udf0d'],
    ['surrogates in the wrong order', '\udf0d\ud83c'],
    ['a high surrogate at the end', 'a\ud83c'],
  ])('refuse %s, which UTF-8 encoding would replace', (_, text) => {
    expect(() => payloadBytes(text)).toThrow(refusal);
  });

  it.each([undefined, null, 5, { a: 1 }, new Uint8Array(3)])(
    'refuse %j, which is not a string',
    (value) => {
      expect(() => payloadBytes(value as unknown as string)).toThrow(refusal);
    },
  );
});
