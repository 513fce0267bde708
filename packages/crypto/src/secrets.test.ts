import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { describeOnBothEngines, namedScalar } from '../test/material.ts';
import { generateClientKey } from './client-key.ts';
import { CryptoError } from './crypto-error.ts';
import { hexToBytes } from './hex.ts';
import { sealSessionKey } from './seal-session-key.ts';
import { openSealedKey } from './sealed-key.ts';
import { importSessionKey } from './session-key.ts';
import { derSignatureToRaw } from './signature.ts';

const scalar = namedScalar('session');

/** Every form as text under which the scalar would be recognised. */
function formsOf(bytes: Uint8Array): string[] {
  const buffer = Buffer.from(bytes);
  return [
    buffer.toString('hex'),
    buffer.toString('base64').slice(0, 42),
    buffer.toString('base64url').slice(0, 42),
    buffer.toString('latin1'),
    bytes.join(','),
    bytes.join(', '),
    BigInt(`0x${buffer.toString('hex')}`).toString(),
    inspect(buffer).slice(8, 40),
  ];
}

function shown(value: unknown): string {
  return [
    inspect(value, { showHidden: true, depth: null, showProxy: true, getters: true }),
    JSON.stringify(value),
    String(value),
    value instanceof Error ? `${value.message}${value.stack}` : '',
  ].join('\n');
}

function expectSilent(value: unknown): void {
  const text = shown(value);
  for (const form of formsOf(scalar)) expect(text).not.toContain(form);
}

describe('the check itself', () => {
  it('detects a scalar in an output', () => {
    for (const leak of [{ key: Buffer.from(scalar).toString('hex') }, { key: [...scalar] }]) {
      expect(() => expectSilent(leak)).toThrow();
    }
    expect(() => expectSilent({ key: Buffer.from(scalar) })).toThrow();
  });
});

describeOnBothEngines('secrets', () => {
  it('are not shown by a session key', async () => {
    const clientKey = await generateClientKey();
    const sessionKey = await openSealedKey(
      await sealSessionKey(scalar, clientKey.publicKey),
      clientKey,
    );
    expectSilent(sessionKey);
    expectSilent(await importSessionKey(scalar));
    expect(JSON.parse(JSON.stringify(sessionKey))).toEqual({ publicKey: sessionKey.publicKey });
    expect(inspect(sessionKey)).toContain(sessionKey.publicKey);
  });

  it('are not shown by a client key', async () => {
    const { publicKey, keyPair } = await generateClientKey();
    expect(JSON.parse(JSON.stringify({ publicKey, keyPair }))).toEqual({
      publicKey,
      keyPair: { privateKey: {}, publicKey: {} },
    });
  });

  it('are not shown by errors about them', async () => {
    const wrong = new Uint8Array(33);
    wrong.set(scalar);
    const clientKey = await generateClientKey();
    const work = [
      importSessionKey(wrong),
      sealSessionKey(wrong, clientKey.publicKey),
      sealSessionKey(scalar, Buffer.from(scalar).toString('hex')),
      openSealedKey(Buffer.from(scalar).toString('hex'), clientKey),
    ];
    for (const outcome of await Promise.allSettled(work)) {
      if (outcome.status === 'fulfilled') throw new Error('expected a refusal');
      expect(outcome.reason).toBeInstanceOf(CryptoError);
      expectSilent(outcome.reason);
    }
    const bad = `${Buffer.from(scalar).toString('hex')}x`;
    for (const decode of [() => hexToBytes(bad), () => derSignatureToRaw(scalar)]) {
      expect(decode).toThrow(CryptoError);
      try {
        decode();
      } catch (error) {
        expectSilent(error);
      }
    }
  });
});

describe('CryptoError', () => {
  it('carries its code, its cause, and a JSON form without the cause', () => {
    const cause = new Error('inner');
    const error = new CryptoError('INVALID_KEY', 'Expected a key.', { cause });
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('CryptoError');
    expect(error.cause).toBe(cause);
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'CryptoError',
      code: 'INVALID_KEY',
      message: 'Expected a key.',
      action: 'Pass a key that this package returned.',
      docs: 'https://org.github.io/payments-sdk/errors/INVALID_KEY',
    });
    expect('cause' in new CryptoError('INVALID_KEY', 'Expected a key.')).toBe(false);
  });
});
