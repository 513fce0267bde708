import { oauthNonce } from '../../src/oauth-nonce.ts';
import { clientPublicKeyOf } from './client-key.ts';
import { LOWEST_SCALAR, namedScalar } from './material.ts';

/** `oauth-nonce.json`: the text of a client key and the nonce derived from it. Letter case counts. */
export function oauthNonceVectors() {
  const key = clientPublicKeyOf(namedScalar('client'));
  const keys = [key, key.toUpperCase(), clientPublicKeyOf(LOWEST_SCALAR)];
  return {
    about: 'nonce: lowercase hex SHA-256 of the UTF-8 text of clientPublicKey, as sent.',
    accepted: keys.map((clientPublicKey) => ({
      clientPublicKey,
      nonce: oauthNonce(clientPublicKey),
    })),
  };
}
