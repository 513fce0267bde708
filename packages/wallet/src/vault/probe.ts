import { keyFunctions } from '@org/payments-crypto/web-crypto';
import type { Timed } from './records.ts';
import type { Vault } from './vault.ts';

/** Milliseconds after which a probe that a closed tab left is deleted. */
const PROBE_LIFE = 60_000;
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

interface Probe extends Timed {
  readonly key: CryptoKey;
}

/**
 * Puts a key that cannot be extracted into a vault, reads it back and signs with it, because
 * private windows, restricted browsers and full disks may fail at any of these steps.
 *
 * @param now the device's time in milliseconds
 * @throws the error of the failed step
 */
export async function probeVault(vault: Vault, now: number): Promise<void> {
  const name = `probe:${crypto.randomUUID()}`;
  const subtle = keyFunctions();
  if (subtle === undefined) throw new Error('WebCrypto is missing.');
  const { privateKey, publicKey } = await subtle.generateKey(ECDSA, false, ['sign', 'verify']);
  const record: Probe = { version: 1, life: PROBE_LIFE, anchoredAt: now, key: privateKey };
  await vault.set(name, record);
  try {
    const message = new TextEncoder().encode(name);
    const stored = ((await vault.get(name)) as Probe).key;
    const signature = await subtle.sign(ECDSA, stored, message);
    if (!(await subtle.verify(ECDSA, publicKey, signature, message))) {
      throw new Error('The vault returned another key.');
    }
  } finally {
    await vault.delete(name);
  }
}
