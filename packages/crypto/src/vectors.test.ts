import { createECDH, createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { vectorFiles } from '../scripts/generate-vectors.ts';
import { decodeBase58check, encodeBase58check } from '../scripts/independent/base58check.ts';
import { verifyByOpenssl, verifyStampByOpenssl } from '../scripts/independent/ecdsa.ts';
import { convertPoint, open, seal } from '../scripts/independent/hpke.ts';
import nonces from '../vectors/oauth-nonce.json' with { type: 'json' };
import sealedKeys from '../vectors/sealed-key.json' with { type: 'json' };
import stamps from '../vectors/stamp.json' with { type: 'json' };

const folder = new URL('../vectors/', import.meta.url);
const hex = (text: string) => Buffer.from(text, 'hex');

function publicPoint(scalar: string): Buffer {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(hex(scalar));
  return ecdh.getPublicKey();
}

describe('vector files', () => {
  it('are what the generator writes', async () => {
    const files = await vectorFiles();
    expect((await readdir(folder)).sort()).toEqual(Object.keys(files).sort());
    for (const [name, text] of Object.entries(files)) {
      expect(await readFile(new URL(name, folder), 'utf8'), name).toBe(text);
    }
  });

  it('name each row once', async () => {
    for (const { accepted, refused } of [sealedKeys, stamps]) {
      const names = [...accepted, ...refused].map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    }
  });
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
