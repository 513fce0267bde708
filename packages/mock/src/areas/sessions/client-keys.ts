import { isClientPublicKey } from '@org/payments-crypto';
import type { Call } from '../../engine/behaviour.ts';
import { invalidInput } from '../../engine/refusal.ts';
import { usedClientKeys } from './sessions.ts';

/**
 * Checks that a client public key is a point of the curve, and new.
 *
 * @throws Refusal 400
 */
export function requireClientKey(call: Call<unknown>, clientPublicKey: string | undefined): string {
  const field = 'clientPublicKey';
  if (clientPublicKey === undefined) throw invalidInput([{ field, message: 'is required' }]);
  if (!isClientPublicKey(clientPublicKey)) {
    throw invalidInput([{ field, message: 'is not a point of the curve P-256' }]);
  }
  const { world } = call;
  if (usedClientKeys.in(world).get(clientPublicKey.toLowerCase()) !== undefined) {
    if (world.settings.strict) {
      const message = 'was used before; generate a new key for every sign-in';
      throw invalidInput([{ field, message }]);
    }
    call.note('The client key was used before: generate a new key for every sign-in.');
  }
  return clientPublicKey;
}

/** Stores a client key that opened a session. The oldest one is dropped at the limit. */
export function markUsed({ world, write }: Call<unknown>, clientPublicKey: string): void {
  const id = clientPublicKey.toLowerCase();
  const used = usedClientKeys.in(world);
  if (used.get(id) !== undefined) return;
  const oldest = used.size >= world.settings.challengeLimit ? used.oldest() : undefined;
  if (oldest !== undefined) write.delete(usedClientKeys, oldest.id);
  write.insert(usedClientKeys, { id });
}
