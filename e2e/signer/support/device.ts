import type { BrowserContext, Page } from 'playwright-core';

interface Held {
  deviceIsReady?: () => void;
}

/** Lets the ceremonies of a window wait until its authenticator is there. */
function holdCeremonies(): void {
  const container = navigator.credentials;
  const ready = new Promise<void>((resolve) => {
    (window as Held).deviceIsReady = resolve;
  });
  for (const name of ['create', 'get'] as const) {
    const real = container[name].bind(container);
    Object.assign(container, { [name]: (options?: object) => ready.then(() => real(options)) });
  }
}

/**
 * Gives the windows that a context opens from now on one device: a software authenticator belongs to one
 * window, so that its passkeys are copied. While it is refusing, it does not recognise the person.
 */
export async function addDevice(context: BrowserContext): Promise<{ isRefusing: boolean }> {
  const device = { isRefusing: false };
  const passkeys: object[] = [];
  await context.addInitScript(
    `if (parent === window && location.hash !== '') (${holdCeremonies})();`,
  );
  const attach = async (opened: Page) => {
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
    client.on('WebAuthn.credentialAdded', ({ credential }) => passkeys.push(credential));
    for (const credential of [...passkeys] as never[])
      await client.send('WebAuthn.addCredential', { authenticatorId, credential });
    await opened.evaluate(() => (window as Held).deviceIsReady?.());
  };
  // A window may be closed meanwhile.
  context.on('page', (opened) => attach(opened).catch(() => {}));
  return device;
}
