import type { BrowserContext } from 'playwright-core';

/** The passkeys of one device, in whichever window they are used. */
export interface Device {
  /** The person is not recognised: ceremonies fail as when they are dismissed. */
  isRefusing: boolean;
}

interface Held {
  deviceIsReady?: () => void;
}

/**
 * Gives the windows that a context opens from now on one device. A software authenticator belongs to one
 * window, so that its passkeys are copied, and ceremonies wait until it is there.
 */
export async function addDevice(context: BrowserContext): Promise<Device> {
  const device = { isRefusing: false };
  /** By their ids, with the count of their last use. */
  const passkeys = new Map<string, object>();
  await context.addInitScript(() => {
    if (window.parent !== window || location.hash === '') return;
    const ready = new Promise<void>((resolve) => {
      (window as Held).deviceIsReady = resolve;
    });
    const { create, get } = navigator.credentials;
    const container = navigator.credentials;
    Object.assign(container, {
      create: (options?: CredentialCreationOptions) =>
        ready.then(() => create.call(container, options)),
      get: (options?: CredentialRequestOptions) => ready.then(() => get.call(container, options)),
    });
  });
  context.on('page', async (opened) => {
    const client = await context.newCDPSession(opened);
    await client.send('WebAuthn.enable', { enableUI: false });
    const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: !device.isRefusing,
        automaticPresenceSimulation: true,
      },
    });
    client.on('WebAuthn.credentialAdded', ({ credential }) =>
      passkeys.set(credential.credentialId, credential),
    );
    client.on('WebAuthn.credentialAsserted', ({ credential: { credentialId, signCount } }) =>
      passkeys.set(credentialId, { ...passkeys.get(credentialId), signCount }),
    );
    for (const credential of [...passkeys.values()]) {
      await client.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: credential as never,
      });
    }
    await opened.evaluate(() => (window as Held).deviceIsReady?.());
  });
  return device;
}
