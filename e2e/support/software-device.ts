import type { BrowserContext, Page } from 'playwright-core';

/** Attaches a device to a page that keeps passkeys, and verifies its person or does not. */
export async function attachDevice(context: BrowserContext, page: Page, isUserVerified: boolean) {
  const client = await context.newCDPSession(page);
  await client.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
  return { client, authenticatorId };
}

/** Attaches a device to a page that keeps passkeys and verifies its person. */
export async function addAuthenticator(context: BrowserContext, page: Page) {
  const { client, authenticatorId } = await attachDevice(context, page, true);
  const verified = (isUserVerified: boolean) =>
    client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return {
    /** From now on it signs at once. */
    answer: async () => void (await verified(true)),
    /** The person is not recognised: ceremonies fail as when they are dismissed. */
    refuse: async () => void (await verified(false)),
    /** Returns the number of its passkeys. */
    async count() {
      const { credentials } = await client.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
  };
}
