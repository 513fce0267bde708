import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { namedScalar } from '../scripts/vectors/material.ts';
import { encodePkcs8, encodePkcs8WithoutPoint } from './pkcs8.ts';
import { pointOfScalar } from './scalar.ts';

it('encodes PKCS#8 byte for byte as OpenSSL, with the public point', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { d = '', x = '', y = '' } = privateKey.export({ format: 'jwk' });
  const [scalar, ...coordinates] = [d, x, y].map((text) => Buffer.from(text, 'base64url'));
  const point = Buffer.concat([Buffer.of(4), ...coordinates]);
  const theirs = privateKey.export({ format: 'der', type: 'pkcs8' });
  expect(Buffer.from(encodePkcs8(scalar ?? Buffer.of(), point))).toEqual(theirs);
});

it('can be imported everywhere', async () => {
  const scalar = namedScalar('session');
  const pkcs8 = encodePkcs8(scalar, pointOfScalar(scalar));
  const key = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
  expect(key.export({ format: 'jwk' }).d).toBe(Buffer.from(scalar).toString('base64url'));
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const imported = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']);
  expect(imported.extractable).toBe(false);
});

it('is shorter without the point, which OpenSSL then derives', () => {
  const scalar = namedScalar('session');
  const der = Buffer.from(encodePkcs8WithoutPoint(scalar));
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { d = '', x = '', y = '' } = key.export({ format: 'jwk' });
  const [read, ...coordinates] = [d, x, y].map((text) => Buffer.from(text, 'base64url'));
  expect(Uint8Array.from(read ?? [])).toEqual(scalar);
  expect(Uint8Array.from(Buffer.concat([Buffer.of(4), ...coordinates]))).toEqual(
    pointOfScalar(scalar),
  );
});
