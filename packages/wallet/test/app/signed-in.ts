import {
  createWallet,
  type Wallet,
  type WalletEvent,
  type WalletOptions,
} from '../../src/index.ts';
import { newWorld, optionsOf, type TestWorld, type WorldOptions } from './client.ts';

/** Signs in with a code by e-mail. */
export async function signIn(wallet: Pick<Wallet, 'emailOtp'>, { emailId }: TestWorld) {
  return (await wallet.emailOtp(emailId).send()).verify('000000');
}

/** Asks for the freeze of a world's card. */
export const freezeCard = (wallet: Pick<Wallet, 'run'>, { cardId }: TestWorld) =>
  wallet.run('freezeCard', { cardId });

/** A wallet that is signed in, in a world of its own. */
export async function signedIn(options: Partial<WalletOptions> = {}, service: WorldOptions = {}) {
  const world = await newWorld(service);
  const wallet = createWallet({ ...optionsOf(world), ...options });
  const events: WalletEvent[] = [];
  wallet.subscribe((event) => events.push(event));
  await signIn(wallet, world);
  return { world, wallet, events, freeze: () => freezeCard(wallet, world) };
}
