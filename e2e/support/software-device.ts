import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/** The protocol session of a page, and its device. */
export interface SoftwareDevice {
  readonly client: CDPSession;
  readonly authenticatorId: string;
}

/** Attaches a device to a page that keeps passkeys, and verifies its person or does not. */
export async function attachDevice(
  context: BrowserContext,
  page: Page,
  isUserVerified: boolean,
): Promise<SoftwareDevice> {
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

/** A software authenticator inside the browser. */
export interface VirtualAuthenticator {
  /** From now on it signs at once. */
  answer(): Promise<void>;
  /** The person is not recognised: ceremonies fail as when they are dismissed. */
  refuse(): Promise<void>;
  /** Returns the number of its passkeys. */
  count(): Promise<number>;
}

/** Attaches a device to a page that keeps passkeys and verifies its person. */
export async function addAuthenticator(
  context: BrowserContext,
  page: Page,
): Promise<VirtualAuthenticator> {
  const { client, authenticatorId } = await attachDevice(context, page, true);
  const verified = (isUserVerified: boolean) =>
    client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return {
    answer: async () => void (await verified(true)),
    refuse: async () => void (await verified(false)),
    async count() {
      const { credentials } = await client.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
  };
}
