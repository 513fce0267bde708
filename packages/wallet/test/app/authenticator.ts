import { cdp } from 'vitest/browser';

/** A software authenticator that belongs to the device. */
export interface TestAuthenticator {
  /** Whether somebody is there to touch it. */
  setPresence(isPresent: boolean): Promise<void>;
}

/** Takes away every authenticator there is, the device's own among them. */
export async function removeAuthenticators(): Promise<void> {
  await cdp().send('WebAuthn.disable');
  await cdp().send('WebAuthn.enable', { enableUI: false });
}

/** Adds to the browser one authenticator, in place of all others; somebody is there to touch it. */
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
