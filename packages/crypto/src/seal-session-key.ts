import { openssl } from '#openssl';
import { clientPublicKeyBytes } from './client-public-key.ts';
import { ECDH_P256 } from './constants.ts';
import { exportEcdhPoint, generateEcdhPair, importEcdhPoint } from './ecdh.ts';
import { bindings, type HpkeMessage, type SealOptions } from './hpke-message.ts';
import { hpkeSuite } from './hpke-suite.ts';
import { encodePkcs8 } from './key-forms.ts';
import { type PlatformKeyPair, webCrypto } from './platform.ts';
import { compressedForm } from './point.ts';
import { copyScalar, derivePoint } from './scalar.ts';
import { encodeSealedText } from './sealed-key.ts';
import { Secrets, wipe } from './secrets.ts';

/** The options of a sealer, besides the bindings. */
export interface SealSessionKeyOptions extends SealOptions {
  /**
   * The sender's ephemeral scalar, 32 bytes, for reproducible test doubles only. **Never pass one
   * twice for the same recipient:** the AES-GCM key and nonce depend only on it, so that two
   * messages would share them, which reveals both. Left out, a fresh random one is used.
   */
  readonly ephemeralScalar?: Uint8Array | undefined;
}

/**
 * The pair of a known scalar, its private key not extractable.
 *
 * @throws CryptoError `INVALID_SCALAR`
 */
export async function importEcdhPair(scalar: Uint8Array): Promise<PlatformKeyPair> {
  const copy = copyScalar(scalar);
  let pkcs8: Uint8Array<ArrayBuffer> | undefined;
  try {
    const { point } = await derivePoint(copy);
    pkcs8 = encodePkcs8(copy, point);
    return { privateKey: await importPrivateKey(pkcs8), publicKey: await importEcdhPoint(point) };
  } finally {
    wipe(copy, pkcs8);
  }
}

async function importPrivateKey(pkcs8: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return (
    openssl()?.importEcdhPrivateKey(pkcs8) ??
    (await webCrypto().importKey('pkcs8', pkcs8, ECDH_P256, false, ['deriveBits']))
  );
}

/**
 * Seals one message.
 *
 * @param recipient an uncompressed point of the curve
 * @param secrets wiped by the caller
 */
export async function sealMessage(
  plaintext: Uint8Array<ArrayBuffer>,
  recipient: Uint8Array<ArrayBuffer>,
  { ephemeralScalar, ...sealing }: SealSessionKeyOptions,
  secrets: Secrets,
): Promise<HpkeMessage> {
  const recipientPublicKey = await importEcdhPoint(recipient);
  const ekm = await (ephemeralScalar === undefined
    ? generateEcdhPair()
    : importEcdhPair(ephemeralScalar));
  const enc = new Uint8Array(await exportEcdhPoint(ekm.publicKey));
  const { info, aad } = bindings(sealing, enc, recipient);
  const message = { recipientPublicKey, info, ekm };
  const { ct } = await hpkeSuite(secrets).seal(message, plaintext.buffer, aad);
  return { enc, ciphertext: new Uint8Array(ct) };
}

/**
 * Seals a session key to a client key: the service's side, for test doubles and your own services.
 *
 * @param scalar 32 bytes, big-endian, from 1 to n-1; the caller wipes it
 * @param clientPublicKey 130 hex digits
 * @returns base58check text of 81 bytes
 * @throws CryptoError `INVALID_SCALAR`, `INVALID_CLIENT_PUBLIC_KEY`, `CRYPTO_UNAVAILABLE`
 */
export async function sealSessionKey(
  scalar: Uint8Array,
  clientPublicKey: string,
  options: SealSessionKeyOptions = {},
): Promise<string> {
  const recipient = clientPublicKeyBytes(clientPublicKey);
  const secrets = new Secrets();
  const plaintext = secrets.keep(copyScalar(scalar));
  try {
    const { enc, ciphertext } = await sealMessage(plaintext, recipient, options, secrets);
    return encodeSealedText({ enc: compressedForm(enc), ciphertext });
  } finally {
    secrets.wipe();
  }
}
