import { clientPublicKeyBytes } from './client-public-key.ts';
import { hpkeSuite } from './hpke-suite.ts';
import { encodePkcs8 } from './pkcs8.ts';
import { webCrypto } from './platform.ts';
import { compressPoint } from './point.ts';
import { copyScalar, pointOfScalar } from './scalar.ts';
import { bindings, type SealOptions } from './seal-options.ts';
import { encodeSealedText } from './sealed-text.ts';
import { wipe } from './wipe.ts';

const ECDH_P256 = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** What a sealer may choose besides the bindings. */
export interface SealSessionKeyOptions extends SealOptions {
  /**
   * The sender's ephemeral scalar, 32 bytes, for reproducible test doubles only. **Never pass one
   * twice for the same recipient:** the AES-GCM key and nonce depend on nothing else, so that two
   * messages would share them, which gives both away. Left out, a fresh random one is used.
   */
  readonly ephemeralScalar?: Uint8Array;
}

function importPoint(point: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return webCrypto().importKey('raw', point, ECDH_P256, true, []);
}

async function importSender(ephemeralScalar: Uint8Array): Promise<CryptoKeyPair> {
  const scalar = copyScalar(ephemeralScalar);
  const point = pointOfScalar(scalar);
  const pkcs8 = encodePkcs8(scalar, point);
  try {
    return {
      privateKey: await webCrypto().importKey('pkcs8', pkcs8, ECDH_P256, false, ['deriveBits']),
      publicKey: await importPoint(point),
    };
  } finally {
    wipe(scalar, pkcs8);
  }
}

/**
 * Seals a session key to a client key: the service's side, for test doubles and own services.
 *
 * @param scalar 32 bytes, big-endian, from 1 to n-1; stays the caller's to wipe
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
  const recipientPublicKey = await importPoint(recipient);
  const { ephemeralScalar } = options;
  const ekm = await (ephemeralScalar === undefined
    ? webCrypto().generateKey(ECDH_P256, false, ['deriveBits'])
    : importSender(ephemeralScalar));
  const enc = new Uint8Array(await webCrypto().exportKey('raw', ekm.publicKey));
  const { info, aad } = bindings(options, enc, recipient);
  const plaintext = copyScalar(scalar);
  try {
    const { ct } = await hpkeSuite().seal({ recipientPublicKey, info, ekm }, plaintext.buffer, aad);
    return encodeSealedText({ enc: compressPoint(enc), ciphertext: new Uint8Array(ct) });
  } finally {
    wipe(plaintext);
  }
}
