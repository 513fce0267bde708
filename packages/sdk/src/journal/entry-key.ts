import type { KeyObject } from 'node:crypto';
import { bytesToHex } from '@org/payments-crypto';
import { CompactEncrypt } from 'jose';

type NodeCrypto = typeof import('node:crypto');

/** Marks a sealed entry, so that another token of the same key is not accepted as one. */
export const TYPE = 'payments-journal-entry+1';

const ENCRYPTION = { alg: 'dir', enc: 'A256GCM' } as const;
const NONCE_LENGTH = 12;
const encoder = new TextEncoder();

/** A key of 32 bytes. It is used either to seal or to authenticate. */
export interface EntryKey {
  /** The key as `jose` takes it. */
  readonly key: CryptoKey | KeyObject;
  /** Encrypts content as a compact JWE (RFC 7516) whose header has that key id. */
  seal(content: string, kid: string): string | Promise<string>;
  /** HMAC-SHA-256, in hex. */
  hmac(text: string): string | Promise<string>;
}

/**
 * The same token as that of `jose`, made without a promise for each step: those of WebCrypto take
 * ten times as long as the encryption, on the thread that sends.
 */
function nodeKey(crypto: NodeCrypto, bytes: Uint8Array): EntryKey {
  const key = crypto.createSecretKey(bytes);
  return {
    key,
    seal(content, kid) {
      const header = Buffer.from(JSON.stringify({ ...ENCRYPTION, kid, typ: TYPE }));
      const protectedHeader = header.toString('base64url');
      const nonce = crypto.randomBytes(NONCE_LENGTH);
      const cipher = crypto.createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(Buffer.from(protectedHeader));
      const ciphertext = Buffer.concat([cipher.update(content, 'utf8'), cipher.final()]);
      const parts = [nonce, ciphertext, cipher.getAuthTag()];
      // The second part is the encrypted key, which `dir` does not have.
      return [protectedHeader, '', ...parts.map((part) => part.toString('base64url'))].join('.');
    },
    hmac: (text) => crypto.createHmac('sha256', key).update(text).digest('hex'),
  };
}

async function webKey(bytes: Uint8Array<ArrayBuffer>): Promise<EntryKey> {
  const hash = { name: 'HMAC', hash: 'SHA-256' };
  const signing = await crypto.subtle.importKey('raw', bytes, hash, false, ['sign']);
  const usages: KeyUsage[] = ['encrypt', 'decrypt'];
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, usages);
  return {
    key,
    seal: (content, kid) =>
      new CompactEncrypt(encoder.encode(content))
        .setProtectedHeader({ ...ENCRYPTION, kid, typ: TYPE })
        .encrypt(key),
    hmac: async (text) =>
      bytesToHex(new Uint8Array(await crypto.subtle.sign('HMAC', signing, encoder.encode(text)))),
  };
}

function nodeCrypto(): NodeCrypto | undefined {
  return globalThis.process?.getBuiltinModule?.('node:crypto');
}

/**
 * A key from its bytes, which the caller gives up.
 *
 * @param builtin the crypto of Node; undefined for WebCrypto
 */
export async function entryKey(
  bytes: Uint8Array<ArrayBuffer>,
  builtin = nodeCrypto,
): Promise<EntryKey> {
  const found = builtin();
  const key = found === undefined ? await webKey(bytes) : nodeKey(found, bytes);
  bytes.fill(0);
  return key;
}
