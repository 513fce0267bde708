import type { BrowserContext, Page } from 'playwright-core';
import { attachDevice } from '../../support/one-browser.ts';

/** What the next window finds. */
export interface Device {
  state: 'recognises' | 'refuses' | 'away';
}

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
 * window, so that its passkeys are copied. It can recognise the person or not, or be away.
 */
export async function addDevice(context: BrowserContext): Promise<Device> {
  const device: Device = { state: 'recognises' };
  const passkeys: object[] = [];
  await context.addInitScript(
    `if (parent === window && location.hash !== '') (${holdCeremonies})();`,
  );
  const attach = async (opened: Page) => {
    if (device.state === 'away') return;
    const isVerified = device.state === 'recognises';
    const { client, authenticatorId } = await attachDevice(context, opened, isVerified);
    client.on('WebAuthn.credentialAdded', ({ credential }) => passkeys.push(credential));
    for (const credential of [...passkeys] as never[])
      await client.send('WebAuthn.addCredential', { authenticatorId, credential });
    // Not in the empty page that a window begins with.
    await opened.waitForFunction(() => (window as Held).deviceIsReady);
    await opened.evaluate(() => (window as Held).deviceIsReady?.());
  };
  // A window may be closed meanwhile.
  context.on('page', (opened) => attach(opened).catch(() => {}));
  return device;
}
