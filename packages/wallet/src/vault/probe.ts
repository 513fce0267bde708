import { webCrypto } from '@org/payments-crypto/web-crypto';
import type { Timed } from './records.ts';
import type { Vault } from './vault.ts';

/** A probe that a closed tab left behind is swept after this many milliseconds. */
const PROBE_LIFE = 60_000;
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

interface Probe extends Timed {
  readonly key: CryptoKey;
}

/**
 * Puts a key that cannot be extracted into a vault, takes it out again and signs with it: what
 * private windows, locked-down browsers and full disks refuse at one step or another.
 *
 * @param now the device's time in milliseconds
 * @throws whatever the step that failed threw
 */
export async function probeVault(vault: Vault, now: number): Promise<void> {
  const name = `probe:${crypto.randomUUID()}`;
  const subtle = webCrypto();
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
