import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { chromiumFlags, findBrowser } from '../../scripts/browser.ts';

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
