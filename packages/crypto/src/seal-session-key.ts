import { clientPublicKeyBytes } from './client-public-key.ts';
import { exportEcdhPoint, generateEcdhPair, importEcdhPair, importEcdhPoint } from './ecdh.ts';
import { hpkeSuite } from './hpke-suite.ts';
import { compressedForm } from './point.ts';
import { copyScalar } from './scalar.ts';
import { bindings, type SealOptions } from './seal-options.ts';
import { encodeSealedText } from './sealed-text.ts';
import { Secrets } from './secrets.ts';

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
  const { ephemeralScalar } = options;
  const recipient = clientPublicKeyBytes(clientPublicKey);
  const secrets = new Secrets();
  const plaintext = secrets.keep(copyScalar(scalar));
  try {
    const recipientPublicKey = await importEcdhPoint(recipient);
    const ekm = await (ephemeralScalar === undefined
      ? generateEcdhPair()
      : importEcdhPair(ephemeralScalar));
    const enc = new Uint8Array(await exportEcdhPoint(ekm.publicKey));
    const { info, aad } = bindings(options, enc, recipient);
    const message = { recipientPublicKey, info, ekm };
    const { ct } = await hpkeSuite(secrets).seal(message, plaintext.buffer, aad);
    return encodeSealedText({ enc: compressedForm(enc), ciphertext: new Uint8Array(ct) });
  } finally {
    secrets.wipe();
  }
}
