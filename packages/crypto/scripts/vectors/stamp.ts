import { p256 } from '@noble/curves/nist.js';
import { bytesToBase64url } from '../../src/base64url.ts';
import { CURVE_ORDER, MAX_LOW_S, STAMP_SCHEME } from '../../src/constants.ts';
import { bytesToHex, hexToBytes } from '../../src/hex.ts';
import { publicKeyFromScalar } from '../../src/scalar.ts';
import { rawSignatureToDer } from '../../src/signature.ts';
import { bytesOfNumber, join, namedScalar } from './material.ts';

const scalar = namedScalar('session');
const publicKey = publicKeyFromScalar(scalar);
const utf8 = (text: string) => new TextEncoder().encode(text);
const PAYLOAD = '{"type":"ACTIVITY_TYPE_SIGN","amount":12500,"memo":"Grüße, 世界 🌍"}';

/** The signature as two numbers, the same on every run (RFC 6979). */
function sign(payload: string): { r: bigint; low: bigint; high: bigint } {
  const { r, s } = p256.Signature.fromBytes(p256.sign(utf8(payload), scalar, { lowS: false }));
  const low = s <= MAX_LOW_S ? s : CURVE_ORDER - s;
  return { r, low, high: CURVE_ORDER - low };
}

function derOf(r: bigint, s: bigint): string {
  return bytesToHex(rawSignatureToDer(join(bytesOfNumber(r), bytesOfNumber(s))));
}

const wire = (value: unknown) =>
  bytesToBase64url(utf8(typeof value === 'string' ? value : JSON.stringify(value)));

function accepted() {
  const payloads = {
    'a request': PAYLOAD,
    empty: '',
    'white space kept': ' {\r\n\t"a" : 1 }\n ',
    'not JSON': 'plain text',
    'composed and decomposed letters': '\u00e9 e\u0301',
    'control characters and a byte order mark': '\ufeff\u0000\u001f\u007f',
    'astral characters': '\u{1f468}\u200d\u{1f469}\u{10ffff}',
    long: 'x'.repeat(5000),
  };
  return Object.entries(payloads).flatMap(([name, payload]) => {
    const { r, low, high } = sign(payload);
    return (
      [
        ['low', low],
        ['high', high],
      ] as const
    ).map(([form, s]) => ({
      name: `${name}, ${form} s`,
      payload,
      publicKey,
      signature: derOf(r, s),
      lowS: form === 'low',
      stamp: wire({ publicKey, scheme: STAMP_SCHEME, signature: derOf(r, s) }),
    }));
  });
}

function refused() {
  const { r, low } = sign(PAYLOAD);
  const signature = derOf(r, low);
  const whole = { publicKey, scheme: STAMP_SCHEME, signature };
  const good = wire(whole);
  const other = publicKeyFromScalar(namedScalar('other session'));
  const uncompressed = bytesToHex(p256.getPublicKey(scalar, false));
  const raw = bytesToHex(join(bytesOfNumber(r), bytesOfNumber(low)));
  const zeroR = `3006020100020101`;
  const longLength = `3081${signature.slice(2)}`;
  const padded = `30${(hexToBytes(signature).length - 1).toString(16)}02${(Number.parseInt(signature.slice(6, 8), 16) + 1).toString(16)}00${signature.slice(8)}`;
  const rows: Array<[name: string, stamp: string, reason: string]> = [
    ['padded base64url', `${good}=`, 'not-base64url'],
    ['standard alphabet', `${good.slice(0, -1)}+`, 'not-base64url'],
    ['leading space', ` ${good}`, 'not-base64url'],
    ['impossible length', `${wire('abc')}a`, 'not-base64url'],
    ['unused bits set', 'e31', 'not-base64url'],
    ['hex', `${bytesToHex(utf8('{}'))}`, 'not-json'],
    ['empty', '', 'not-json'],
    ['not JSON', wire('stamp'), 'not-json'],
    ['byte order mark', wire(`\ufeff${JSON.stringify(whole)}`), 'not-json'],
    ['invalid UTF-8', bytesToBase64url(Uint8Array.of(0x22, 0xff, 0x22)), 'not-json'],
    ['null', wire('null'), 'wrong-keys'],
    ['array', wire([publicKey, STAMP_SCHEME, signature]), 'wrong-keys'],
    ['string', wire('"x"'), 'wrong-keys'],
    ['key missing', wire({ publicKey, scheme: STAMP_SCHEME }), 'wrong-keys'],
    ['extra key', wire({ ...whole, extra: 1 }), 'wrong-keys'],
    ['prototype key', wire(JSON.stringify(whole).replace('{', '{"__proto__":{},')), 'wrong-keys'],
    [
      'key in other case',
      wire({ publickey: publicKey, scheme: STAMP_SCHEME, signature }),
      'wrong-keys',
    ],
    [
      'other scheme',
      wire({ ...whole, scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1' }),
      'wrong-scheme',
    ],
    ['lowercase scheme', wire({ ...whole, scheme: STAMP_SCHEME.toLowerCase() }), 'wrong-scheme'],
    ['scheme null', wire({ ...whole, scheme: null }), 'wrong-scheme'],
    ['uncompressed key', wire({ ...whole, publicKey: uncompressed }), 'bad-public-key'],
    ['uppercase key', wire({ ...whole, publicKey: publicKey.toUpperCase() }), 'bad-public-key'],
    [
      'key that is not a point',
      wire({ ...whole, publicKey: `02${'00'.repeat(31)}01` }),
      'bad-public-key',
    ],
    [
      'key with prefix 04',
      wire({ ...whole, publicKey: `04${publicKey.slice(2)}` }),
      'bad-public-key',
    ],
    ['key that is a number', wire({ ...whole, publicKey: 2 }), 'bad-public-key'],
    ['empty signature', wire({ ...whole, signature: '' }), 'bad-signature-encoding'],
    ['raw signature', wire({ ...whole, signature: raw }), 'bad-signature-encoding'],
    [
      'uppercase signature',
      wire({ ...whole, signature: signature.toUpperCase() }),
      'bad-signature-encoding',
    ],
    [
      'half a byte',
      wire({ ...whole, signature: signature.slice(0, -1) }),
      'bad-signature-encoding',
    ],
    ['truncated', wire({ ...whole, signature: signature.slice(0, -2) }), 'bad-signature-encoding'],
    ['trailing byte', wire({ ...whole, signature: `${signature}00` }), 'bad-signature-encoding'],
    ['long form of a length', wire({ ...whole, signature: longLength }), 'bad-signature-encoding'],
    ['integer not minimal', wire({ ...whole, signature: padded }), 'bad-signature-encoding'],
    ['r zero', wire({ ...whole, signature: zeroR }), 'bad-signature-encoding'],
    [
      'signature that is an array',
      wire({ ...whole, signature: [signature] }),
      'bad-signature-encoding',
    ],
    ['key of another session', wire({ ...whole, publicKey: other }), 'signature-mismatch'],
    ['r and s exchanged', wire({ ...whole, signature: derOf(low, r) }), 'signature-mismatch'],
    ['s off by one', wire({ ...whole, signature: derOf(r, low - 1n) }), 'signature-mismatch'],
  ];
  const changedPayloads = {
    'payload trimmed by one space': PAYLOAD.replace(', ', ','),
    'payload with other key order': '{"amount":12500,"type":"ACTIVITY_TYPE_SIGN"}',
    'payload with an extra line break': `${PAYLOAD}\n`,
    'payload of another normal form': PAYLOAD.normalize('NFD'),
  };
  return [
    ...rows.map(([name, stamp, reason]) => ({ name, payload: PAYLOAD, stamp, reason })),
    ...Object.entries(changedPayloads).map(([name, payload]) => ({
      name,
      payload,
      stamp: good,
      reason: 'signature-mismatch',
    })),
  ];
}

/**
 * `stamp.json`: stamps that verify over their payload, and stamps that must be refused, with the
 * reason.
 */
export function stampVectors() {
  return {
    about: 'Stamps over payloads; signatures are deterministic (RFC 6979), in both forms of s.',
    scalar: bytesToHex(scalar),
    accepted: accepted(),
    refused: refused(),
  };
}
