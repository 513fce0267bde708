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
  const violations = (await page.evaluate(
    `axe.run(${part}, { resultTypes: ['violations'] }).then((results) => results.violations)`,
  )) as readonly Result[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

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

/** A connection to the browser that all tests of pages share; closing it closes its own pages only. */
export function connectToBrowser(): Promise<Browser> {
  return chromium.connect(inject('browserEndpoint'));
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
