import { oauthNonce } from '../src/client-public-key.ts';
import { bytesToHex, hexToBytes } from '../src/hex.ts';
import { decompressPoint } from '../src/point.ts';
import { publicKeyFromScalar } from '../src/scalar.ts';
import { HIGHEST_SCALAR, LOWEST_SCALAR, namedScalar } from './material.ts';

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

const FIELD_PRIME = 'ffffffff00000001000000000000000000000000ffffffffffffffffffffffff';

/** The uncompressed public key of a scalar, in hex. */
export function clientPublicKeyOf(scalar: Uint8Array): string {
  return bytesToHex(decompressPoint(hexToBytes(publicKeyFromScalar(scalar))));
}

/** `client-key.json`: valid and invalid values of a `clientPublicKey`. */
export function clientKeyVectors() {
  const text = clientPublicKeyOf(namedScalar('client'));
  const x = text.slice(2, 66);
  const y = text.slice(66);
  const accepted = [
    { name: 'lowercase', text },
    { name: 'uppercase', text: text.toUpperCase() },
    { name: 'the base point', text: clientPublicKeyOf(LOWEST_SCALAR) },
    { name: 'the negated base point', text: clientPublicKeyOf(HIGHEST_SCALAR) },
  ];
  const refused = [
    { name: 'empty', text: '' },
    { name: 'compressed', text: publicKeyFromScalar(namedScalar('client')) },
    { name: 'hybrid prefix 06', text: `06${x}${y}` },
    { name: 'hybrid prefix 07', text: `07${x}${y}` },
    { name: 'without prefix', text: `${x}${y}` },
    { name: 'one digit short', text: text.slice(0, -1) },
    { name: 'one byte long', text: `${text}00` },
    { name: 'with 0x', text: `0x${text}` },
    { name: 'trailing line break', text: `${text}\n` },
    { name: 'not hex', text: `${text.slice(0, -1)}g` },
    { name: 'full-width digit', text: `${text.slice(0, -1)}\uff11` },
    { name: 'coordinates exchanged', text: `04${y}${x}` },
    { name: 'y off by one bit', text: `04${x}${y.slice(0, -1)}${y.endsWith('0') ? '1' : '0'}` },
    { name: 'all zeros', text: `04${'00'.repeat(64)}` },
    { name: 'x is the field prime', text: `04${FIELD_PRIME}${y}` },
    { name: 'y is the field prime', text: `04${x}${FIELD_PRIME}` },
    { name: 'all ones', text: `04${'ff'.repeat(64)}` },
  ];
  return {
    about: 'clientPublicKey: uncompressed SEC1 P-256 point in hex, either case, on the curve.',
    accepted,
    refused: refused.map((row) => ({ ...row, code: 'INVALID_CLIENT_PUBLIC_KEY' })),
  };
}
