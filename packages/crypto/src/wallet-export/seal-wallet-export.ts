import { clientPublicKeyBytes } from '../client-public-key.ts';
import { exportEcdhPoint, generateEcdhPair, importEcdhPair, importEcdhPoint } from '../ecdh.ts';
import { importSigningKey } from '../ecdsa.ts';
import { bytesToHex } from '../hex.ts';
import { hpkeSuite } from '../hpke-suite.ts';
import { copyScalar } from '../scalar.ts';
import { bindings, type SealSessionKeyOptions } from '../sealed-key.ts';
import { Secrets } from '../secrets.ts';
import { ENVELOPE_VERSION } from './envelope.ts';

/** The options of a sealer of exports. */
export interface SealWalletExportOptions extends SealSessionKeyOptions {
  /** The key that signs the envelope, 32 bytes. Without it the signature is empty, as in the sandbox. */
  readonly signingScalar?: Uint8Array | undefined;
  /** The organization the envelope names. */
  readonly organizationId?: string | undefined;
}

async function signatureOf(data: Uint8Array<ArrayBuffer>, scalar: Uint8Array | undefined) {
  if (scalar === undefined) return { dataSignature: '', enclaveQuorumPublic: '' };
  const { sign, point } = await importSigningKey(copyScalar(scalar));
  return { dataSignature: await sign(data), enclaveQuorumPublic: bytesToHex(point) };
}

/**
 * Seals the recovery phrase of a wallet to a client key: the service's side, for test doubles.
 *
 * @param clientPublicKey 130 hex digits
 * @returns the text of `encryptedWalletCredentials`
 * @throws CryptoError `INVALID_SCALAR`, `INVALID_CLIENT_PUBLIC_KEY`, `CRYPTO_UNAVAILABLE`
 */
export async function sealWalletExport(
  mnemonic: string,
  clientPublicKey: string,
  options: SealWalletExportOptions = {},
): Promise<string> {
  const { ephemeralScalar, signingScalar, organizationId = 'test', ...sealing } = options;
  const recipient = clientPublicKeyBytes(clientPublicKey);
  const secrets = new Secrets();
  const plaintext = secrets.keep(Uint8Array.from(new TextEncoder().encode(mnemonic)));
  try {
    const recipientPublicKey = await importEcdhPoint(recipient);
    const ekm = await (ephemeralScalar === undefined
      ? generateEcdhPair()
      : importEcdhPair(ephemeralScalar));
    const enc = new Uint8Array(await exportEcdhPoint(ekm.publicKey));
    const { info, aad } = bindings(sealing, enc, recipient);
    const message = { recipientPublicKey, info, ekm };
    const { ct } = await hpkeSuite(secrets).seal(message, plaintext.buffer, aad);
    const sealed = {
      encappedPublic: bytesToHex(enc),
      ciphertext: bytesToHex(new Uint8Array(ct)),
      organizationId,
    };
    const data = Uint8Array.from(new TextEncoder().encode(JSON.stringify(sealed)));
    const signature = await signatureOf(data, signingScalar);
    return JSON.stringify({ version: ENVELOPE_VERSION, data: bytesToHex(data), ...signature });
  } finally {
    secrets.wipe();
  }
}
