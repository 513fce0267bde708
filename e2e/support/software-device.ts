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
