import { cdp } from 'vitest/browser';

/** A software authenticator that belongs to the device. */
export interface TestAuthenticator {
  /** Whether a user is present. */
  setPresence(isPresent: boolean): Promise<void>;
}

/** Removes every authenticator, the device's own included. */
export async function removeAuthenticators(): Promise<void> {
  await cdp().send('WebAuthn.disable');
  await cdp().send('WebAuthn.enable', { enableUI: false });
}

/** Replaces the browser's authenticators by one with a present user. */
export async function addAuthenticator(): Promise<TestAuthenticator> {
  await removeAuthenticators();
  const added = (await cdp().send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })) as { authenticatorId: string };
  return {
    setPresence: async (enabled) => {
      await cdp().send('WebAuthn.setAutomaticPresenceSimulation', { ...added, enabled });
    },
  };
}
