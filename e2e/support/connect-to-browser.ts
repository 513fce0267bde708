import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';

/** A connection to the browser that all tests of pages share; closing it closes its own pages only. */
export function connectToBrowser(): Promise<Browser> {
  return chromium.connect(inject('browserEndpoint'));
}
