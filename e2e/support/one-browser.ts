import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Result } from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Frame,
  type Page,
} from 'playwright-core';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { chromiumFlags, findBrowser } from '../../scripts/browser.ts';

const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Returns the violations that axe finds in a page, or in a frame, as it is now: the rule, and the element. The
 * program is evaluated by the browser's debugger, so that a strict content security policy does not
 * block it.
 *
 * @param within the selector of a part of the page; the whole of it by default
 */
export async function axeFindings(page: Page | Frame, within?: string): Promise<readonly string[]> {
  // A window that is drawn again has no element for a moment.
  await page.waitForFunction('document.body !== null');
  const isLoaded = await page.evaluate('window.axe !== undefined');
  if (isLoaded !== true) await page.evaluate(await readFile(path, 'utf8'));
  const part = within === undefined ? 'document' : JSON.stringify(within);
  // Every rule runs; of the others, axe does not describe each element that keeps them.
  const run = () =>
    page.evaluate(
      `axe.run(${part}, { resultTypes: ['violations'] }).then((results) => results.violations)`,
    );
  // On a busy machine the window may be drawn again after the wait: it is looked at once more then.
  const violations = (await run().catch(async (error: unknown) => {
    if (!String(error).includes('No elements found')) throw error;
    await page.waitForFunction('document.body !== null');
    return run();
  })) as readonly Result[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/** Attaches a device to a page that keeps passkeys, and verifies its person or does not. */
async function attachDevice(context: BrowserContext, page: Page, isUserVerified: boolean) {
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

/** Collects the errors of a page, and what its console says of these kinds. */
export function collectComplaints(page: Page, into: string[], kinds = ['error', 'warning']): void {
  page.on('pageerror', (error) => into.push(String(error)));
  page.on('console', (line) => {
    if (kinds.includes(line.type())) into.push(line.text());
  });
}

/** A connection to the browser that all tests of pages share; closing it closes its own pages only. */
export function connectToBrowser(): Promise<Browser> {
  // Files connect before their first test, outside of its time limit and those of hooks.
  return chromium.connect(inject('browserEndpoint'), { timeout: 300_000 });
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the browser that all page tests share. */
    readonly browserEndpoint: string;
  }
}

/** Starts Chromium once for all files of the project; each connects with `connectToBrowser()`. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const executablePath = await findBrowser();
  const server = await chromium.launchServer({ executablePath, args: [...chromiumFlags] });
  provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}
