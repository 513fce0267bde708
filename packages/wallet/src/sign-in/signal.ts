import type { CreationOptionsJSON } from '@org/payments-relay/protocol';

/**
 * Waits for a signal. A browser may not have it and a passkey manager may ignore it, so that a
 * failure changes nothing.
 */
async function quietly(send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch {
    // The result is ignored.
  }
}

/** Signals which passkeys of an account are accepted: others are no longer offered. */
export function signalAccepted(
  { rp, user }: Pick<CreationOptionsJSON, 'rp' | 'user'>,
  allAcceptedCredentialIds: readonly string[],
): Promise<void> {
  const ids = { rpId: rp.id, userId: user.id };
  return quietly(() =>
    PublicKeyCredential.signalAllAcceptedCredentials({
      ...ids,
      allAcceptedCredentialIds: [...allAcceptedCredentialIds],
    }),
  );
}

/** Signals that a passkey no longer exists: it is no longer offered. */
export function signalUnknown(rpId: string, credentialId: string): Promise<void> {
  return quietly(() => PublicKeyCredential.signalUnknownCredential({ rpId, credentialId }));
}
