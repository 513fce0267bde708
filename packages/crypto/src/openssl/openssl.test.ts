import crypto from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { namedScalar } from '../../test/material.ts';
import { generateClientKey } from '../client-key.ts';
import { pointOfScalar, publicKeyFromScalar } from '../scalar.ts';
import { importEcdhPair, sealSessionKey } from '../seal-session-key.ts';
import { openSealedKey } from '../sealed-key.ts';
import { importSessionKey } from '../session-key.ts';

const scalar = namedScalar('session');

/** Replaces OpenSSL's key agreement by one with this public key, and returns what it was passed. */
function standIn(point: Uint8Array): Uint8Array[] {
  const given: Uint8Array[] = [];
  const openssl = process.getBuiltinModule('node:crypto');
  const ecdh = Object.assign(openssl.createECDH('prime256v1'), {
    setPrivateKey: (key: Uint8Array) => given.push(key),
    getPublicKey: () => Buffer.from(point),
  });
  vi.spyOn(openssl, 'createECDH').mockReturnValue(ecdh);
  return given;
}

afterEach(() => {
  vi.restoreAllMocks();
});

it('refuses a key whose computed public key is wrong', async () => {
  const clientKey = await generateClientKey();
  const sealed = await sealSessionKey(scalar, clientKey.publicKey);
  standIn(pointOfScalar(namedScalar('other session')));
  await expect(importSessionKey(scalar)).rejects.toMatchObject({ code: 'SELF_CHECK_FAILED' });
  await expect(openSealedKey(sealed, clientKey)).rejects.toMatchObject({
    code: 'SEALED_KEY_UNOPENED',
  });
});

it('overwrites the copies of a scalar that it made', async () => {
  const given = standIn(pointOfScalar(scalar));
  await importSessionKey(scalar);
  publicKeyFromScalar(scalar);
  expect(given).toEqual([new Uint8Array(32), new Uint8Array(32)]);
  expect(scalar).toEqual(namedScalar('session'));
});

it('overwrites the copies of a scalar for key agreement', async () => {
  const given = standIn(pointOfScalar(scalar));
  const createPrivateKey = vi.spyOn(crypto, 'createPrivateKey');
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(crypto);
  await importEcdhPair(scalar);
  expect(given).toEqual([new Uint8Array(32)]);
  expect(createPrivateKey.mock.calls).toEqual([
    [expect.objectContaining({ key: Buffer.alloc(138) })],
  ]);
});
