import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { chromiumFlags } from './browser.ts';

const FLAG = '--disable-features=';

function featuresIn(commandLine: string): readonly string[] {
  return [...commandLine.matchAll(/--disable-features=(\S+)/g)].map(([, list = '']) => list);
}

it("keeps every feature disabled that playwright disables: Chromium reads only the tests' own list", async () => {
  // Not a browser: playwright reports the command line that did not lead to one.
  const failure: unknown = await chromium
    .launch({ executablePath: process.execPath })
    .catch((error: unknown) => error);
  const [theirs = ''] = featuresIn(String(failure));
  expect(theirs).toContain('ThirdPartyStoragePartitioning');
  const ours = chromiumFlags.find((flag) => flag.startsWith(FLAG))?.slice(FLAG.length) ?? '';
  expect(ours.split(',')).toEqual(expect.arrayContaining(theirs.split(',')));
});
