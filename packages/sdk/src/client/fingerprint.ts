import { bytesToBase64url } from '@org/payments-crypto';
import type { ClientContext } from '../call/context.ts';
import { ownerOf } from '../call/owner.ts';
import { safeCause } from '../call/response/scrub.ts';
import { limited } from '../config/limited.ts';
import { CredentialsError } from '../errors/caller-errors.ts';
import { isPaymentsError } from '../errors/payments-error.ts';

/** Characters of 6 bits each: 132 bits, which nobody finds a second account for. */
const LENGTH = 22;

/** Waits for the function that supplies the credentials, which alone name the account. */
async function supplyAccount({ account, authorization, settings }: ClientContext): Promise<void> {
  if (account !== undefined || authorization.account() !== undefined) return;
  const { clock, timeout, deadline, signal } = settings(undefined);
  try {
    const header = Promise.resolve(authorization.header());
    await limited(header, { clock, timeout, left: deadline, signal });
  } catch (error) {
    if (isPaymentsError(error)) throw error;
    authorization.giveUp();
    throw new CredentialsError({ cause: safeCause(error, []) });
  }
}

/**
 * Creates the method `fingerprint` of a client.
 *
 * @example
 * const fingerprint = createFingerprint(context);
 * await fingerprint(); // 'uK2l0qv5mX8yT4cZr1bNwA'
 */
export function createFingerprint(context: ClientContext): () => Promise<string> {
  return async () => {
    await supplyAccount(context);
    const { service, account } = ownerOf(context);
    const text = new TextEncoder().encode(JSON.stringify([service, account]));
    const digest = await crypto.subtle.digest('SHA-256', text);
    return bytesToBase64url(new Uint8Array(digest)).slice(0, LENGTH);
  };
}
