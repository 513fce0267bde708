import { createCipheriv, createDecipheriv, createECDH, createHmac, ECDH } from 'node:crypto';

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
