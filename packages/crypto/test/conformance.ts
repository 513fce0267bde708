import { describe, expect, it } from 'vitest';
import { type ClientKey, importClientKey } from '../src/client-key.ts';
import { assertClientPublicKey, isClientPublicKey, oauthNonce } from '../src/client-public-key.ts';
import { hexToBytes } from '../src/hex.ts';
import { publicKeyFromScalar } from '../src/scalar.ts';
import { importEcdhPair, sealSessionKey } from '../src/seal-session-key.ts';
import { openSealedKey } from '../src/sealed-key.ts';
import { importSessionKey } from '../src/session-key.ts';
import { stampEncoder } from '../src/stamp.ts';
import { verifyStamp } from '../src/verify-stamp.ts';
import clientKeys from '../vectors/client-key.json';
import nonces from '../vectors/oauth-nonce.json';
import sealedKeys from '../vectors/sealed-key.json';
import stamps from '../vectors/stamp.json';

async function clientKeyOf(scalar: string): Promise<ClientKey> {
  return importClientKey(await importEcdhPair(hexToBytes(scalar)));
}

function bindingsOf(row: { info?: string; aad?: string }) {
  return {
    ...(row.info === undefined ? {} : { info: hexToBytes(row.info) }),
    ...(row.aad === undefined ? {} : { aad: hexToBytes(row.aad) }),
  };
}

/** Declares tests of every vector in `vectors/`, for the runtime that calls this. */
export function describeConformance(): void {
  describe('client keys', () => {
    it.each(clientKeys.accepted)('accepts: $name', ({ text }) => {
      expect(isClientPublicKey(text)).toBe(true);
    });

    it.each(clientKeys.refused)('refuses: $name', ({ text, code }) => {
      expect(isClientPublicKey(text)).toBe(false);
      expect(() => assertClientPublicKey(text)).toThrow(expect.objectContaining({ code }));
    });
  });

  describe('OAuth nonces', () => {
    it.each(nonces.accepted)('$nonce', ({ clientPublicKey, nonce }) => {
      expect(oauthNonce(clientPublicKey)).toBe(nonce);
    });
  });

  describe('sealed keys', () => {
    it.each(sealedKeys.accepted)('opens: $name', async (row) => {
      const clientKey = await clientKeyOf(row.clientScalar);
      const sessionKey = await openSealedKey(row.sealed, clientKey, bindingsOf(row));
      expect(sessionKey.publicKey).toBe(row.sessionPublicKey);
      const outcome = await verifyStamp(await sessionKey.stamp('payload'), 'payload');
      expect(outcome).toEqual({ valid: true, publicKey: row.sessionPublicKey, reason: undefined });
    });

    it.each(sealedKeys.accepted)('seals to the same text: $name', async (row) => {
      const { publicKey } = await clientKeyOf(row.clientScalar);
      const sealed = await sealSessionKey(hexToBytes(row.sessionScalar), publicKey, {
        ...bindingsOf(row),
        ephemeralScalar: hexToBytes(row.ephemeralScalar),
      });
      expect(sealed).toBe(row.sealed);
    });

    it.each(sealedKeys.refused)('refuses: $name', async ({ sealed, clientScalar, code }) => {
      const clientKey = await clientKeyOf(clientScalar);
      await expect(openSealedKey(sealed, clientKey)).rejects.toMatchObject({ code });
    });
  });

  describe('stamps', () => {
    it.each(stamps.accepted)('verifies: $name', async ({ stamp, payload, publicKey }) => {
      expect(await verifyStamp(stamp, payload)).toEqual({
        valid: true,
        publicKey,
        reason: undefined,
      });
    });

    it.each(stamps.accepted.filter(({ lowS }) => lowS))('has this text: $name', (row) => {
      expect(stampEncoder(row.publicKey)(row.signature)).toBe(row.stamp);
    });

    it.each(stamps.refused)('refuses: $name', async ({ stamp, payload, reason }) => {
      expect(await verifyStamp(stamp, payload)).toMatchObject({ valid: false, reason });
    });

    it('come from the key of the vectors', async () => {
      const scalar = hexToBytes(stamps.scalar);
      expect(publicKeyFromScalar(scalar)).toBe(stamps.accepted[0]?.publicKey);
      const sessionKey = await importSessionKey(scalar);
      for (const { payload } of stamps.accepted) {
        expect(await verifyStamp(await sessionKey.stamp(payload), payload)).toMatchObject({
          valid: true,
        });
      }
    });
  });
}
