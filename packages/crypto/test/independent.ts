import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  createPublicKey,
  ECDH,
  verify,
} from 'node:crypto';

/** Base58check by arithmetic on one large integer, to check the package against. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function checksum(payload: Uint8Array): Buffer {
  const once = createHash('sha256').update(payload).digest();
  return createHash('sha256').update(once).digest().subarray(0, 4);
}

/** Base58 without a checksum. */
function encodeBase58(bytes: Uint8Array): string {
  let number = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = ALPHABET.charAt(Number(number % 58n)) + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}

export function encodeBase58check(payload: Uint8Array): string {
  return encodeBase58(Buffer.concat([payload, checksum(payload)]));
}

export function decodeBase58check(text: string): Buffer {
  let number = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit === -1) throw new RangeError('not base58');
    number = number * 58n + BigInt(digit);
  }
  const hex = number === 0n ? '' : number.toString(16);
  const body = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const bytes = Buffer.concat([Buffer.alloc(zeros), body]);
  const payload = bytes.subarray(0, -4);
  if (!checksum(payload).equals(bytes.subarray(-4))) throw new RangeError('wrong checksum');
  return payload;
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** Verifies a DER signature of any form OpenSSL takes, by a public key in SEC1 hex. */
export function verifyByOpenssl(publicKey: string, der: Uint8Array, payload: string): boolean {
  const point = convertPoint(Buffer.from(publicKey, 'hex'), 'uncompressed');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: base64url(point.subarray(1, 33)),
    y: base64url(point.subarray(33)),
  };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return verify('sha256', Buffer.from(payload, 'utf8'), key, der);
}

/** Verifies a stamp without any code of the package: the three fields and the signature. */
export function verifyStampByOpenssl(stamp: string, payload: string): boolean {
  const { publicKey, scheme, signature } = JSON.parse(
    Buffer.from(stamp, 'base64url').toString('utf8'),
  );
  if (scheme !== 'SIGNATURE_SCHEME_TK_API_P256') return false;
  return verifyByOpenssl(publicKey, Buffer.from(signature, 'hex'), payload);
}

/**
 * RFC 9180 base mode for DHKEM(P-256, HKDF-SHA256) and HKDF-SHA256, written from the RFC on
 * `node:crypto` alone, to check the package against. Not for production use.
 */
export type Aead = 'aes-128-gcm' | 'aes-256-gcm';

const AEADS = { 'aes-128-gcm': { id: 1, keyBytes: 16 }, 'aes-256-gcm': { id: 2, keyBytes: 32 } };
const MODE_BASE = Buffer.of(0);
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function hmac(key: Uint8Array, ...parts: Uint8Array[]): Buffer {
  return createHmac('sha256', key).update(Buffer.concat(parts)).digest();
}

/** Section 4: LabeledExtract and LabeledExpand, for outputs of at most one hash. */
function labeled(suite: Buffer) {
  const prefix = (label: string) =>
    Buffer.concat([Buffer.from('HPKE-v1'), suite, Buffer.from(label)]);
  return {
    extract: (salt: Uint8Array, label: string, ikm: Uint8Array) => hmac(salt, prefix(label), ikm),
    expand: (prk: Uint8Array, label: string, info: Uint8Array, bytes: number) =>
      hmac(prk, Buffer.of(0, bytes), prefix(label), info, Buffer.of(1)).subarray(0, bytes),
  };
}

const kem = labeled(Buffer.from('KEM\0\x10', 'latin1'));

/** Section 4.1, ExtractAndExpand: the shared secret of an encapsulation. */
export function sharedSecret(dh: Uint8Array, enc: Uint8Array, recipient: Uint8Array): Buffer {
  const prk = kem.extract(Buffer.alloc(0), 'eae_prk', dh);
  return kem.expand(prk, 'shared_secret', Buffer.concat([enc, recipient]), 32);
}

/** Section 5.1, KeySchedule: the key and the nonce of message 0. */
export function keySchedule(secretOfKem: Uint8Array, info: Uint8Array, aead: Aead) {
  const { id, keyBytes } = AEADS[aead];
  const hpke = labeled(Buffer.from(`HPKE\0\x10\0\x01\0${String.fromCharCode(id)}`, 'latin1'));
  const none = Buffer.alloc(0);
  const context = Buffer.concat([
    MODE_BASE,
    hpke.extract(none, 'psk_id_hash', none),
    hpke.extract(none, 'info_hash', info),
  ]);
  const secret = hpke.extract(secretOfKem, 'secret', none);
  return {
    key: hpke.expand(secret, 'key', context, keyBytes),
    nonce: hpke.expand(secret, 'base_nonce', context, NONCE_BYTES),
    exporterSecret: hpke.expand(secret, 'exp', context, 32),
  };
}

export interface Message {
  readonly info: Uint8Array;
  readonly aad: Uint8Array;
  readonly aead?: Aead;
}

/** Seals to an uncompressed point, as the sender with this ephemeral scalar. */
export function seal(
  plaintext: Uint8Array,
  recipient: Uint8Array,
  ephemeralScalar: Uint8Array,
  { info, aad, aead = 'aes-256-gcm' }: Message,
): { enc: Buffer; ciphertext: Buffer } {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(ephemeralScalar);
  const enc = sender.getPublicKey();
  const secret = sharedSecret(sender.computeSecret(recipient), enc, recipient);
  const { key, nonce } = keySchedule(secret, info, aead);
  const cipher = createCipheriv(aead, key, nonce).setAAD(aad);
  const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return { enc, ciphertext: Buffer.concat([body, cipher.getAuthTag()]) };
}

/** Opens with a recipient's scalar. Throws when the tag is wrong. */
export function open(
  enc: Uint8Array,
  ciphertext: Uint8Array,
  recipientScalar: Uint8Array,
  { info, aad, aead = 'aes-256-gcm' }: Message,
): Buffer {
  const recipient = createECDH('prime256v1');
  recipient.setPrivateKey(recipientScalar);
  const secret = sharedSecret(recipient.computeSecret(enc), enc, recipient.getPublicKey());
  const { key, nonce } = keySchedule(secret, info, aead);
  const body = ciphertext.subarray(0, -TAG_BYTES);
  const decipher = createDecipheriv(aead, key, nonce).setAAD(aad);
  decipher.setAuthTag(ciphertext.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(body), decipher.final()]);
}

/** Decompresses or compresses a point by OpenSSL. */
export function convertPoint(point: Uint8Array, form: 'compressed' | 'uncompressed'): Buffer {
  return Buffer.from(ECDH.convertKey(point, 'prime256v1', undefined, undefined, form) as Buffer);
}
