import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { walletTestApp } from '../../packages/wallet/test/app/plugin.ts';
import type { EngineName } from './driver.ts';
import { engineProvider, tabCommands } from './provider.ts';

const wallet = (...paths: readonly string[]) =>
  paths.map((path) => `packages/wallet/src/${path}.browser.test.ts`);

/**
 * The browser tests of what engines do differently: cryptography, storage, tabs, sleep, popups,
 * policies, and functions of the language that a page replaces. What the wallet decides by itself is
 * tested in Chromium; each of its flows and each state of its elements runs once in every engine.
 */
const everywhere = [
  'packages/crypto/src/indexed-db.browser.test.ts',
  ...wallet('vault/vault', 'tabs/tabs', 'tabs/lock', 'session/sleep'),
  ...wallet('sign-in/oauth', 'platform/captured', 'secrecy', 'policy'),
  ...wallet('signing/payload-forms', 'ui/stories', 'flows/review-flow'),
];

/** Passkeys, which WebKitGTK does not have. */
const passkeys = wallet('sign-in/passkey', 'sign-in/new-passkey', 'environment');

/**
 * What does not depend on the engine: the contrast of the dark scheme, what the wallet does not prevent in
 * any of them, and what it decides by its own clock, records and counts, or of replaced functions.
 */
const onlyInChromium = [
  ...['has words, a way on and no finding of axe: .*, dark', 'does not prevent: .*'],
  // `vault/vault` and `session/sleep`
  ...['does not restore .*', 'deletes only expired .*', 'attack: a planted record .*'],
  ...['restores a session in another tab .*', 'has its own database .*', 'uses only memory .*'],
  ...['attack: in memory, .*', 'detects on .*', 'does not sign with a session .*'],
  // `sign-in`
  ...['in the dialect 2026-08 .*', 'refuses a token .*', 'leaves the check of the age .*'],
  ...['discards the key of a .*', 'refuses an expired challenge .*', 'refuses another passkey .*'],
  ...['does not sign in without an id .*', 'needs a session to add a passkey', 'signals which .*'],
  ...['runs one ceremony at a time', 'leaves no pending request .*', '.* no Signal API, or .*'],
  // Each flow has one form of payload.
  ...[
    '(?:every flow|adds and removes|passes no key).*: (?:activity|opaque)',
    'reports that the old .*',
  ],
  // `flows/review-flow`
  ...[
    '.*a page that (?:leaves|shows) .*',
    '.* row outside of the question .*',
    'says what to change .*',
  ],
  ...['ends with its challenge .*', 'sends only ids to other tabs'],
].join('|');

/**
 * Firefox offers no virtual authenticator among the suggestions of an input, and keeps the failure of a
 * part that could not be loaded until the page is loaded again.
 */
const notInFirefox = `${onlyInChromium}|signs in from an input, also when its component mounted twice|loads at the next use what could not be loaded, .*`;

/** The tests that run inside an engine: files below the repository, and the patterns of the titles to leave out. */
const testsInEngines: Readonly<
  Record<EngineName, { readonly files: readonly string[]; readonly without: string }>
> = {
  firefox: { files: [...everywhere, ...passkeys], without: notInFirefox },
  webkit: { files: everywhere, without: onlyInChromium },
};

// A file that was renamed would otherwise run in Chromium only.
for (const file of testsInEngines.firefox.files) {
  if (globSync(file, { cwd: new URL('../../', import.meta.url) }).length === 0) {
    throw new Error(`e2e/engines/vitest.config.ts names ${file}, which does not exist`);
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url));
// Limits only end tests that hang: a test may start a browser of its own on a machine that does much else.
const limits = { testTimeout: 300_000, hookTimeout: 300_000 };

/** Browser tests of the crypto and the wallet package. */
const inPage = (engine: EngineName) => ({
  root,
  resolve: { conditions: ['source'] },
  // Both engines run at the same time: neither may see the other's half-written files.
  cacheDir: fileURLToPath(new URL(`../../node_modules/.vite-engines/${engine}`, import.meta.url)),
  plugins: [walletTestApp()],
  test: {
    ...limits,
    name: engine,
    include: [...testsInEngines[engine].files],
    testNamePattern: new RegExp(`^(?!.*(?:${testsInEngines[engine].without})$)`),
    // One page for all files: loading the modules again for each file takes a third of the time.
    isolate: false,
    // Watches keys from before the wallet is loaded, which the first file would do too late.
    setupFiles: ['packages/wallet/test/watch-keys.ts'],
    // Long, because a busy machine needs more than the default second.
    expect: { poll: { timeout: 60_000 } },
    browser: {
      enabled: true,
      headless: false,
      // Also in CI: without it, vitest sets the size of the page with a command of Playwright's.
      ui: true,
      screenshotFailures: false,
      connectTimeout: 300_000,
      commands: tabCommands(engine),
      provider: engineProvider(engine),
      instances: [{ browser: engine as never }],
    },
  },
});

/** Tests that drive the engine `ENGINE` from outside, because a test runner cannot run inside it. */
const fromOutside = (engine: EngineName) => ({
  root,
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    ...limits,
    name: `${engine}-from-outside`,
    env: { ENGINE: engine },
    include: ['e2e/engines/*.engine-test.ts'],
    sequence: { groupOrder: 1 },
  },
});

const engines = ['firefox', 'webkit'] as const;

/** Both engines at the same time: `vitest run --config e2e/engines/vitest.config.ts`. */
export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    projects: engines.flatMap((engine) => [inPage(engine), fromOutside(engine)]),
  },
});
