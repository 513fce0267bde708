import { CipherSuite } from '@hpke/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { describeOnBothEngines } from '../test/engines.ts';
import { namedScalar } from '../test/material.ts';
import { generateClientKey } from './client-key.ts';
import { openSealedKey } from './open-sealed-key.ts';
import { sealSessionKey } from './seal-session-key.ts';
import { decodeSealedText } from './sealed-text.ts';

const scalar = namedScalar('session');

afterEach(() => {
  vi.restoreAllMocks();
});

describeOnBothEngines('sealing', () => {
  it('uses a fresh sender each time', async () => {
    const { publicKey } = await generateClientKey();
    const sealed = await Promise.all(
      Array.from({ length: 6 }, () => sealSessionKey(scalar, publicKey)),
    );
    const encapsulated = sealed.map((text) => decodeSealedText(text).enc.join());
    expect(new Set(encapsulated).size).toBe(6);
  });

  it('binds info and aad', async () => {
    const clientKey = await generateClientKey();
    const options = { info: Uint8Array.of(1), aad: Uint8Array.of(2, 3) };
    const sealed = await sealSessionKey(scalar, clientKey.publicKey, options);
    await expect(openSealedKey(sealed, clientKey, options)).resolves.toBeDefined();
    for (const half of [{ info: options.info }, { aad: options.aad }, {}]) {
      await expect(openSealedKey(sealed, clientKey, half)).rejects.toMatchObject({
        code: 'SEALED_KEY_UNOPENED',
      });
    }
  });

  it('overwrites its copy of the scalar and not that of the caller', async () => {
    const seal = vi.spyOn(CipherSuite.prototype, 'seal');
    const { publicKey } = await generateClientKey();
    const own = Uint8Array.from(scalar);
    await sealSessionKey(own, publicKey);
    expect(new Uint8Array(seal.mock.calls[0]?.[1] as ArrayBuffer)).toEqual(new Uint8Array(32));
    expect(own).toEqual(scalar);
  });
});

describe('sealing refuses', () => {
  it.each([
    ['a zero scalar', new Uint8Array(32), {}, 'INVALID_SCALAR'],
    ['a short scalar', new Uint8Array(31).fill(1), {}, 'INVALID_SCALAR'],
    ['a zero sender', scalar, { ephemeralScalar: new Uint8Array(32) }, 'INVALID_SCALAR'],
  ])('%s', async (_, value, options, code) => {
    const { publicKey } = await generateClientKey();
    await expect(sealSessionKey(value, publicKey, options)).rejects.toMatchObject({ code });
  });

  it('a recipient that is not a point', async () => {
    await expect(sealSessionKey(scalar, `04${'00'.repeat(64)}`)).rejects.toMatchObject({
      code: 'INVALID_CLIENT_PUBLIC_KEY',
    });
  });
});
