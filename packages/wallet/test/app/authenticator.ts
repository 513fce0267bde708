import { cdp } from 'vitest/browser';

/** Removes every authenticator, the device's own included. */
export async function removeAuthenticators(): Promise<void> {
  await cdp().send('WebAuthn.disable');
  await cdp().send('WebAuthn.enable', { enableUI: false });
}

/** Replaces the browser's authenticators by one with a present user. */
export async function addAuthenticator() {
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
    /** Whether a user is present. */
    setPresence: async (enabled: boolean) => {
      await cdp().send('WebAuthn.setAutomaticPresenceSimulation', { ...added, enabled });
    },
  };
}

/** A software authenticator that belongs to the device. */
export type TestAuthenticator = Awaited<ReturnType<typeof addAuthenticator>>;
