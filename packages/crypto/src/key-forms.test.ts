import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { namedScalar } from '../test/material.ts';
import { encodePkcs8, encodePkcs8WithoutPoint } from './key-forms.ts';
import { pointOfScalar } from './scalar.ts';

it('encodes PKCS#8 byte for byte as OpenSSL, with the public point', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { d = '', x = '', y = '' } = privateKey.export({ format: 'jwk' });
  const [scalar, ...coordinates] = [d, x, y].map((text) => Buffer.from(text, 'base64url'));
  const point = Buffer.concat([Buffer.of(4), ...coordinates]);
  const theirs = privateKey.export({ format: 'der', type: 'pkcs8' });
  expect(Buffer.from(encodePkcs8(scalar ?? Buffer.of(), point))).toEqual(theirs);
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
