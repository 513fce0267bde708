import { describe, expect, it } from 'vitest';
import { openssl } from '#openssl';
import { describeConformance } from '../test/conformance.ts';
import { namedScalar } from '../test/material.ts';
import { generateClientKey, importClientKey } from './client-key.ts';
import { derivePoint, pointOfScalar } from './scalar.ts';
import { sealSessionKey } from './seal-session-key.ts';
import { openSealedKey } from './sealed-key.ts';
import { sessionKeyFromCryptoKey } from './session-key.ts';
import { verifyStamp } from './verify-stamp.ts';

function settled<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Writes a value to IndexedDB and reads it back over a second connection. */
async function stored<Value>(value: Value): Promise<Value> {
  const name = `test-${crypto.randomUUID()}`;
  const connect = () => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore('keys');
    return settled(request);
  };
  const first = await connect();
  await settled(first.transaction('keys', 'readwrite').objectStore('keys').put(value, 'key'));
  first.close();
  const second = await connect();
  const read = await settled<Value>(second.transaction('keys').objectStore('keys').get('key'));
  second.close();
  await settled(indexedDB.deleteDatabase(name));
  return read;
}

it('a client key stored in IndexedDB opens a sealed key, and a stored session key stamps', async () => {
  const clientKey = await generateClientKey();
  const scalar = new Uint8Array(32).fill(7);
  const sealed = await sealSessionKey(scalar, clientKey.publicKey);

  const { keyPair } = await stored(clientKey);
  const opened = await openSealedKey(sealed, await importClientKey(keyPair));

  const { cryptoKey, publicKey } = await stored({
    cryptoKey: opened.cryptoKey,
    publicKey: opened.publicKey,
  });
  const again = await sessionKeyFromCryptoKey(cryptoKey, publicKey);
  expect(again.publicKey).toBe(opened.publicKey);
  expect(await verifyStamp(await again.stamp('payload'), 'payload')).toMatchObject({ valid: true });
  await expect(crypto.subtle.exportKey('jwk', again.cryptoKey)).rejects.toThrow();
});

it('Chromium derives the point itself, for both signs of y', async () => {
  const names = ['session', 'client', 'other session', 'a', 'b', 'c', 'd', 'e'];
  const points = await Promise.all(names.map((name) => derivePoint(namedScalar(name))));
  expect(points).toEqual(
    names.map((name) => ({ point: pointOfScalar(namedScalar(name)), byPlatform: true })),
  );
  expect(new Set(points.map(({ point }) => (point[64] ?? 0) % 2)).size).toBe(2);
});

it('runs without node:crypto', () => {
  expect(openssl()).toBeUndefined();
});

describe('in a browser', () => {
  describeConformance();
});
