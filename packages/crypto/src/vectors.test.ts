import { createECDH, createHash } from 'node:crypto';
import { Aes128Gcm, CipherSuite } from '@hpke/core';
import { describe, expect, it, test } from 'vitest';
import { describeConformance } from '../test/conformance.ts';
import {
  convertPoint,
  decodeBase58check,
  encodeBase58check,
  keySchedule,
  open,
  seal,
  sharedSecret,
  verifyByOpenssl,
  verifyStampByOpenssl,
} from '../test/independent.ts';
import { describeOnBothEngines } from '../test/material.ts';
import nonces from '../vectors/oauth-nonce.json' with { type: 'json' };
import sealedKeys from '../vectors/sealed-key.json' with { type: 'json' };
import stamps from '../vectors/stamp.json' with { type: 'json' };
import { importEcdhPoint } from './ecdh.ts';
import { bytesToHex, hexToBytes } from './hex.ts';
import { KeptHkdf, PlatformKem } from './hpke-suite.ts';
import { compressPoint } from './point.ts';
import { publicKeyFromScalar } from './scalar.ts';
import { importEcdhPair } from './seal-session-key.ts';
import { Secrets } from './secrets.ts';

const hex = (text: string) => Buffer.from(text, 'hex');

function publicPoint(scalar: string): Buffer {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(hex(scalar));
  return ecdh.getPublicKey();
}

test('each row of the vectors has a name of its own', () => {
  for (const { accepted, refused } of [sealedKeys, stamps]) {
    const names = [...accepted, ...refused].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  }
});

describe('an implementation on node:crypto alone agrees with', () => {
  it.each(nonces.accepted)('the nonce $nonce', ({ clientPublicKey, nonce }) => {
    expect(createHash('sha256').update(clientPublicKey, 'utf8').digest('hex')).toBe(nonce);
  });

  it.each(sealedKeys.accepted)('the sealed key: $name', (row) => {
    const recipient = publicPoint(row.clientScalar);
    const sealed = decodeBase58check(row.sealed);
    const enc = convertPoint(sealed.subarray(0, 33), 'uncompressed');
    const info = row.info === undefined ? Buffer.from('turnkey_hpke') : hex(row.info);
    const aad = row.aad === undefined ? Buffer.concat([enc, recipient]) : hex(row.aad);

    const plaintext = open(enc, sealed.subarray(33), hex(row.clientScalar), { info, aad });
    expect(plaintext.toString('hex')).toBe(row.sessionScalar);
    expect(convertPoint(publicPoint(row.sessionScalar), 'compressed').toString('hex')).toBe(
      row.sessionPublicKey,
    );

    const again = seal(hex(row.sessionScalar), recipient, hex(row.ephemeralScalar), { info, aad });
    const compressed = convertPoint(again.enc, 'compressed');
    expect(encodeBase58check(Buffer.concat([compressed, again.ciphertext]))).toBe(row.sealed);
  });

  it.each(stamps.accepted)('the stamp: $name', ({ stamp, payload, publicKey, signature }) => {
    expect(verifyByOpenssl(publicKey, hex(signature), payload)).toBe(true);
    expect(verifyStampByOpenssl(stamp, payload)).toBe(true);
  });

  it.each(stamps.refused.filter(({ reason }) => reason === 'signature-mismatch'))(
    'the refused stamp: $name',
    ({ stamp, payload }) => {
      expect(verifyStampByOpenssl(stamp, payload)).toBe(false);
    },
  );
});

describeOnBothEngines('conformance', describeConformance);

/** RFC 9180, appendix A.3.1: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, base mode. */
const rfc = {
  info: hexToBytes('4f6465206f6e2061204772656369616e2055726e'),
  skEm: hexToBytes('4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb'),
  skRm: hexToBytes('f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2'),
  pkRm: hexToBytes(
    '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0',
  ),
  enc: hexToBytes(
    '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4',
  ),
  sharedSecret: 'c0d26aeab536609a572b07695d933b589dcf363ff9d93c93adea537aeabb8cb8',
  key: '868c066ef58aae6dc589b6cfdd18f97e',
  baseNonce: '4e0bc5018beba4bf004cca59',
  exporterSecret: '14ad94af484a7ad3ef40e9f3be99ecc6fa9036df9d4920548424df127ee0d99f',
  pt: hexToBytes('4265617574792069732074727574682c20747275746820626561757479'),
  aad: hexToBytes('436f756e742d30'),
  ct: '5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434',
};

/** The package's suite, but with the cipher of the published vector. */
function suite(): CipherSuite {
  const secrets = new Secrets();
  return new CipherSuite({
    kem: new PlatformKem(secrets),
    kdf: new KeptHkdf(secrets),
    aead: new Aes128Gcm(),
  });
}

describeOnBothEngines('RFC 9180, appendix A.3.1', () => {
  it('matches the output of our sealing', async () => {
    const sealed = await suite().seal(
      {
        recipientPublicKey: await importEcdhPoint(rfc.pkRm),
        info: rfc.info,
        ekm: await importEcdhPair(rfc.skEm),
      },
      rfc.pt,
      rfc.aad,
    );
    expect(new Uint8Array(sealed.enc)).toEqual(rfc.enc);
    expect(bytesToHex(new Uint8Array(sealed.ct))).toBe(rfc.ct);
  });

  it('is opened by our key schedule', async () => {
    const recipientKey = await importEcdhPair(rfc.skRm);
    const opened = await suite().open(
      { recipientKey, enc: rfc.enc, info: rfc.info },
      hexToBytes(rfc.ct),
      rfc.aad,
    );
    expect(new Uint8Array(opened)).toEqual(rfc.pt);
  });

  it('matches the public keys that we derive', () => {
    expect(publicKeyFromScalar(rfc.skEm)).toBe(bytesToHex(compressPoint(rfc.enc)));
    expect(publicKeyFromScalar(rfc.skRm)).toBe(bytesToHex(compressPoint(rfc.pkRm)));
  });

  it('matches the independent implementation, step by step', () => {
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey(rfc.skRm);
    const secret = sharedSecret(ecdh.computeSecret(rfc.enc), rfc.enc, rfc.pkRm);
    expect(secret.toString('hex')).toBe(rfc.sharedSecret);
    const schedule = keySchedule(secret, rfc.info, 'aes-128-gcm');
    expect(schedule.key.toString('hex')).toBe(rfc.key);
    expect(schedule.nonce.toString('hex')).toBe(rfc.baseNonce);
    expect(schedule.exporterSecret.toString('hex')).toBe(rfc.exporterSecret);
    const message = { info: rfc.info, aad: rfc.aad, aead: 'aes-128-gcm' } as const;
    expect(seal(rfc.pt, rfc.pkRm, rfc.skEm, message).ciphertext.toString('hex')).toBe(rfc.ct);
    expect(open(rfc.enc, hexToBytes(rfc.ct), rfc.skRm, message)).toEqual(Buffer.from(rfc.pt));
  });
});
