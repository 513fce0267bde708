import { base64urlToBytes, bytesToBase64url, bytesToHex } from '@org/payments-crypto';

type NodeCrypto = typeof import('node:crypto');

/** Marks a sealed entry, so that another token of the same key is not accepted as one. */
const TYPE = 'payments-journal-entry+1';

const ENCRYPTION = { alg: 'dir', enc: 'A256GCM' } as const;
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** A key of 32 bytes. It is used either to seal or to authenticate. */
export interface EntryKey {
  /** Encrypts content as a compact JWE (RFC 7516, `dir` with `A256GCM`) whose header has that key id. */
  seal(content: string, kid: string): string | Promise<string>;
  /** Decrypts what `seal` returned. @throws Error for another or a changed token */
  open(token: string): string | Promise<string>;
  /** HMAC-SHA-256, in hex. */
  hmac(text: string): string | Promise<string>;
}

/** The header of an entry, which is authenticated with it. */
function headerOf(kid: string): string {
  return bytesToBase64url(encoder.encode(JSON.stringify({ ...ENCRYPTION, kid, typ: TYPE })));
}

/** The second part is the encrypted key, which `dir` does not have. */
function tokenOf(
  header: string,
  nonce: Uint8Array,
  ciphertext: Uint8Array,
  tag: Uint8Array,
): string {
  return [header, '', ...[nonce, ciphertext, tag].map(bytesToBase64url)].join('.');
}

/** Returns the id of the key that sealed a token. @throws Error for a token of another kind */
export function keyIdOf(token: string): string {
  const [header = ''] = token.split('.', 1);
  const fields = JSON.parse(decoder.decode(base64urlToBytes(header))) as Record<string, unknown>;
  const { alg, enc, typ, kid } = fields;
  const isOne = alg === ENCRYPTION.alg && enc === ENCRYPTION.enc && typ === TYPE;
  if (isOne && typeof kid === 'string' && Object.keys(fields).length === 4) return kid;
  throw new TypeError('The token is not a sealed entry.');
}

function partsOf(token: string) {
  const parts = token.split('.');
  const [header = '', encryptedKey, ...rest] = parts;
  const [nonce, ciphertext, tag] = rest.map(base64urlToBytes);
  const isWhole = parts.length === 5 && encryptedKey === '' && nonce?.length === NONCE_LENGTH;
  if (!isWhole || ciphertext === undefined || tag?.length !== TAG_LENGTH) {
    throw new TypeError('The token is not a sealed entry.');
  }
  return { header: encoder.encode(header), nonce, ciphertext, tag };
}

/**
 * Without a promise for each step: those of WebCrypto take ten times as long as the encryption, on the
 * thread that sends.
 */
function nodeKey(crypto: NodeCrypto, bytes: Uint8Array): EntryKey {
  const key = crypto.createSecretKey(bytes);
  return {
    seal(content, kid) {
      const header = headerOf(kid);
      const nonce = crypto.randomBytes(NONCE_LENGTH);
      const cipher = crypto.createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(Buffer.from(header));
      const ciphertext = Buffer.concat([cipher.update(content, 'utf8'), cipher.final()]);
      return tokenOf(header, nonce, ciphertext, cipher.getAuthTag());
    },
    open(token) {
      const { header, nonce, ciphertext, tag } = partsOf(token);
      const options = { authTagLength: TAG_LENGTH };
      const decipher = crypto.createDecipheriv('aes-256-gcm', key, nonce, options);
      decipher.setAAD(header);
      decipher.setAuthTag(tag);
      return decoder.decode(Buffer.concat([decipher.update(ciphertext), decipher.final()]));
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
    async seal(content, kid) {
      const header = headerOf(kid);
      const iv = crypto.getRandomValues(new Uint8Array(NONCE_LENGTH));
      const algorithm = { name: 'AES-GCM', iv, additionalData: encoder.encode(header) };
      const sealed = await crypto.subtle.encrypt(algorithm, key, encoder.encode(content));
      const end = sealed.byteLength - TAG_LENGTH;
      return tokenOf(header, iv, new Uint8Array(sealed, 0, end), new Uint8Array(sealed, end));
    },
    async open(token) {
      const { header, nonce, ciphertext, tag } = partsOf(token);
      const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: header };
      const sealed = new Uint8Array(ciphertext.length + TAG_LENGTH);
      sealed.set(ciphertext);
      sealed.set(tag, ciphertext.length);
      return decoder.decode(await crypto.subtle.decrypt(algorithm, key, sealed));
    },
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
