import { isWalletError } from './errors/wallet-error.ts';
import type { PreparedPasskey } from './sign-in/passkey.ts';

/**
 * Whether an offer among the suggestions of an input failed after the person had picked the passkey.
 * Other errors of an offer are not shown: nobody has asked for anything.
 */
export function wasPicked(passkey: PreparedPasskey, error: unknown): boolean {
  return passkey.timeLeft() === 0 || (isWalletError(error) && error.code === 'WRONG_PASSKEY');
}

/** The longest delay that a browser's timer accepts; beyond it the callback would run at once. */
const LONGEST_DELAY = 2 ** 31 - 1;
/** A challenge that lives shorter shows that the clock of the relay is wrong. Milliseconds. */
const SHORTEST_DELAY = 10_000;

/** Milliseconds until another sign-in is prepared in place of one that expires. */
export function replacedIn(prepared: { timeLeft(): number }): number {
  return Math.min(Math.max(prepared.timeLeft(), SHORTEST_DELAY), LONGEST_DELAY);
}
