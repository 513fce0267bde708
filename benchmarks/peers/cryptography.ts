import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { decryptCredentialBundle } from '@turnkey/crypto';
import type { CryptographyModule } from '../lib/peers.ts';

/** Stamps with a key given as hex. */
export const turnkeyStamp: CryptographyModule['turnkeyStamp'] = async (publicKey, scalar) => {
  const stamper = new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: scalar });
  return (payload) => stamper.stamp(payload);
};

/** Opens a sealed key with a scalar given as hex; returns the session's scalar as hex. */
export const turnkeyOpen: CryptographyModule['turnkeyOpen'] = (sealed, scalar) =>
  decryptCredentialBundle(sealed, scalar);
