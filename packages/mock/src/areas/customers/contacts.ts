import type { Scene, World } from '../../world.ts';
import { type CredentialRecord, credentials, oneTimeCodes } from '../credentials/credentials.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';

/** A new address or number of a customer, and the credentials that are tied to it. */
export interface ContactChange {
  readonly type: 'EMAIL_OTP' | 'SMS_OTP';
  readonly value: string;
  readonly credentials: readonly CredentialRecord[];
}

export function walletIds(world: World, customerId: string): string[] {
  const held = accounts.in(world).find('customerId', customerId);
  return held.filter(({ type }) => type === 'EMBEDDED_WALLET').map(({ id }) => id);
}

/** Returns the change of an address or number, with the credentials of all wallets that are tied to it. */
export function contactChangeOf(
  world: World,
  customerId: string,
  changed: Pick<ContactChange, 'type' | 'value'>,
): ContactChange {
  const tied = walletIds(world, customerId)
    .flatMap((id) => credentials.in(world).find('accountId', id))
    .filter(({ type }) => type === changed.type);
  return { ...changed, credentials: tied };
}

export function takenBy(world: World, change: ContactChange): CredentialRecord | undefined {
  const changed = new Set(change.credentials.map(({ accountId }) => accountId));
  const all = credentials.in(world).all();
  return all.find(
    ({ type, nickname, accountId }) =>
      type === change.type && nickname === change.value && !changed.has(accountId),
  );
}

/** Gives the tied credentials the new address or number. A code that went to the one before opens nothing. */
export function changeTied(scene: Scene, { value, credentials: tied }: ContactChange): void {
  for (const credential of tied) {
    credentials.change(scene, credential, { nickname: value });
    scene.write.delete(oneTimeCodes, credential.id);
  }
}
