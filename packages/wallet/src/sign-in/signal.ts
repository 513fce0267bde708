import { sendSignal } from '@simplewebauthn/browser';
import type { CreationOptionsJSON } from '../relay-protocol.ts';

/** Waits for a signal. The passkey manager may ignore it, so a failure changes nothing. */
async function quietly(sent: Promise<unknown>): Promise<void> {
  try {
    await sent;
  } catch {
    // The result is ignored.
  }
}

/** Signals which passkeys of an account are accepted: others are no longer offered. */
export function signalAccepted(
  { rp, user }: Pick<CreationOptionsJSON, 'rp' | 'user'>,
  credentialIds: readonly string[],
): Promise<void> {
  return quietly(
    sendSignal({
      signalName: 'allAcceptedCredentials',
      rpID: rp.id,
      userID: user.id,
      allAcceptedCredentialIDs: [...credentialIds],
    }),
  );
}

/** Signals that a passkey no longer exists: it is no longer offered. */
export function signalUnknown(rpId: string, credentialId: string): Promise<void> {
  const ids = { rpID: rpId, credentialID: credentialId };
  return quietly(sendSignal({ signalName: 'unknownCredential', ...ids }));
}
