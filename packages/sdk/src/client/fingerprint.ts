import { bytesToBase64url } from '@org/payments-crypto';
import type { ClientContext } from '../call/context.ts';
import { ownerOf, supplyAccount } from '../call/owner.ts';

/** Characters of 6 bits each: 132 bits, which nobody finds a second account for. */
const LENGTH = 22;

/** Creates the method `fingerprint` of a client. */
export function createFingerprint(context: ClientContext): () => Promise<string> {
  return async () => {
    const { clock, timeout, deadline, signal } = context.settings(undefined);
    await supplyAccount(context, { clock, timeout, left: deadline, signal });
    const { service, account } = ownerOf(context);
    const text = new TextEncoder().encode(JSON.stringify([service, account]));
    const digest = await crypto.subtle.digest('SHA-256', text);
    return bytesToBase64url(new Uint8Array(digest)).slice(0, LENGTH);
  };
}
