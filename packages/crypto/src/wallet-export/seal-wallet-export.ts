import { clientPublicKeyBytes } from '../client-public-key.ts';
import { importSigningKey } from '../ecdsa.ts';
import { bytesToHex } from '../hex.ts';
import { copyScalar } from '../scalar.ts';
import { type SealSessionKeyOptions, sealMessage } from '../seal-session-key.ts';
import { Secrets } from '../secrets.ts';
import { ENVELOPE_VERSION } from './envelope.ts';

/** The options of a sealer of exports. */
export interface SealWalletExportOptions extends SealSessionKeyOptions {
  /** The key that signs the envelope, 32 bytes. Without it the signature is empty, as in the sandbox. */
  readonly signingScalar?: Uint8Array | undefined;
  /** The organization the envelope names. */
  readonly organizationId?: string | undefined;
}

/** An envelope around fields, signed unless there is no key. */
export async function sealEnvelope(
  fields: Readonly<Record<string, unknown>>,
  scalar: Uint8Array | undefined,
): Promise<string> {
  const data = Uint8Array.from(new TextEncoder().encode(JSON.stringify(fields)));
  const envelope = { version: ENVELOPE_VERSION, data: bytesToHex(data) };
  if (scalar === undefined) {
    return JSON.stringify({ ...envelope, dataSignature: '', enclaveQuorumPublic: '' });
  }
  const { sign, point } = await importSigningKey(copyScalar(scalar));
  const signature = { dataSignature: await sign(data), enclaveQuorumPublic: bytesToHex(point) };
  return JSON.stringify({ ...envelope, ...signature });
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
  const { signingScalar, organizationId = 'test', ...sealing } = options;
  const recipient = clientPublicKeyBytes(clientPublicKey);
  const secrets = new Secrets();
  const plaintext = secrets.keep(Uint8Array.from(new TextEncoder().encode(mnemonic)));
  try {
    const { enc, ciphertext } = await sealMessage(plaintext, recipient, sealing, secrets);
    const sealed = {
      encappedPublic: bytesToHex(enc),
      ciphertext: bytesToHex(ciphertext),
      organizationId,
    };
    return await sealEnvelope(sealed, signingScalar);
  } finally {
    secrets.wipe();
  }
}
