import type { CreationOptionsJSON } from '../relay-protocol.ts';

/** Web Authentication Level 3, 5.1.10: how a site tells authenticators what it still accepts. */
interface Signals {
  signalUnknownCredential?(options: { rpId: string; credentialId: string }): Promise<void>;
  signalAllAcceptedCredentials?(options: {
    rpId: string;
    userId: string;
    allAcceptedCredentialIds: readonly string[];
  }): Promise<void>;
}

const signals = () => globalThis.PublicKeyCredential as Signals | undefined;

/** Whoever manages passkeys may take it or leave it: a failure changes nothing. */
async function quietly(send: () => Promise<void> | undefined): Promise<void> {
  try {
    await send();
  } catch {
    // Nothing depends on it.
  }
}

/** Says which passkeys of an account are accepted: others are no longer offered. */
export function signalAccepted(
  { rp, user }: Pick<CreationOptionsJSON, 'rp' | 'user'>,
  credentialIds: readonly string[],
): Promise<void> {
  const options = { rpId: rp.id, userId: user.id, allAcceptedCredentialIds: credentialIds };
  return quietly(() => signals()?.signalAllAcceptedCredentials?.(options));
}

/** Says that a passkey does not exist any more: it is no longer offered. */
export function signalUnknown(rpId: string, credentialId: string): Promise<void> {
  return quietly(() => signals()?.signalUnknownCredential?.({ rpId, credentialId }));
}
