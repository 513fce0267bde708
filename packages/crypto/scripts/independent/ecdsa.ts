import { createPublicKey, verify } from 'node:crypto';
import { convertPoint } from './hpke.ts';

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** Verifies a DER signature of any form OpenSSL takes, by a public key in SEC1 hex. */
export function verifyByOpenssl(publicKey: string, der: Uint8Array, payload: string): boolean {
  const point = convertPoint(Buffer.from(publicKey, 'hex'), 'uncompressed');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: base64url(point.subarray(1, 33)),
    y: base64url(point.subarray(33)),
  };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return verify('sha256', Buffer.from(payload, 'utf8'), key, der);
}

/** Verifies a stamp without any code of the package: the three fields and the signature. */
export function verifyStampByOpenssl(stamp: string, payload: string): boolean {
  const { publicKey, scheme, signature } = JSON.parse(
    Buffer.from(stamp, 'base64url').toString('utf8'),
  );
  if (scheme !== 'SIGNATURE_SCHEME_TK_API_P256') return false;
  return verifyByOpenssl(publicKey, Buffer.from(signature, 'hex'), payload);
}
