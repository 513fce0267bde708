// Replaces `importKey`, and records what is imported. The wallet and its cryptography load later.
import { scalars } from '../watch-keys.ts';
import type { TestWorld } from './backend.ts';
import { freezeWith } from './thief.ts';

declare global {
  interface Window {
    attackEarly(world: TestWorld): Promise<unknown>;
  }
}

/** Signs in with a wallet that loads after this script and refuses every action, and signs past it. */
window.attackEarly = async (world) => {
  const { createWallet } = await import('../../src/index.ts');
  const { relay, accountId, emailId } = world;
  const wallet = createWallet({ relay, accountId, vault: 'memory', review: () => false });
  await (await wallet.emailOtp(emailId).send()).verify('000000');
  const scalar = scalars.at(-1);
  if (scalar === undefined) return 'no key was seen';
  const { importSessionKey } = await import('@org/payments-crypto');
  const { stamp } = await importSessionKey(scalar);
  return freezeWith(stamp, world);
};
