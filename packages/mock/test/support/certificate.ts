import { p256 } from '@noble/curves/nist.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64urlToBytes, bytesToBase64url } from '@org/payments-crypto';
import { decodeAttestationObject, isoCBOR } from '@simplewebauthn/server/helpers';
import type { TestAttestation } from '../../src/testing/index.ts';

/** A certificate of an authenticator, valid in 2040, whose private key is 1. */
const certificate = base64urlToBytes(
  'MIIBkzCCATigAwIBAgIBATAKBggqhkjOPQQDAjBLMQowCAYDVQQDDAFBMQswCQYDVQQGDAJERTEMMAoGA1UECgwDT3JnMSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0aW9uMB4XDTQwMDEwMTAwMDAwMFoXDTQxMDEwMTAwMDAwMFowSzEKMAgGA1UEAwwBQTELMAkGA1UEBgwCREUxDDAKBgNVBAoMA09yZzEiMCAGA1UECwwZQXV0aGVudGljYXRvciBBdHRlc3RhdGlvbjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfWjDTALMAkGA1UdEwQCMAAwCgYIKoZIzj0EAwIDSQAwRgIhAIQM5ncAet_oQ40rLWN2P3JwwqyyJA3H939NyhZdnH3iAiEAxko04ykPhfp4adqjDsWhZaRXkYY57UOsERPQMwFHcis',
);

/** Returns an attestation with a packed statement by that certificate, over its data or another text. */
export function withCertificate(attestation: TestAttestation, text?: string): TestAttestation {
  const object = decodeAttestationObject(base64urlToBytes(attestation.attestationObject));
  const authData = object.get('authData');
  const hash = sha256(base64urlToBytes(attestation.clientDataJson));
  const signed = text === undefined ? [...authData, ...hash] : new TextEncoder().encode(text);
  const key = Uint8Array.from({ length: 32 }, (_, index) => (index === 31 ? 1 : 0));
  const sig = p256.sign(Uint8Array.from(signed), key, { format: 'der' });
  const attStmt = new Map(Object.entries({ alg: -7, sig, x5c: [certificate] }));
  const parts = new Map<string, unknown>(Object.entries({ fmt: 'packed', attStmt, authData }));
  const encoded = isoCBOR.encode(parts as Parameters<typeof isoCBOR.encode>[0]);
  return { ...attestation, attestationObject: bytesToBase64url(encoded) };
}
