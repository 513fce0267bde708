import { globSync } from 'node:fs';
import type { EngineName } from './driver.ts';

const wallet = (...paths: readonly string[]) =>
  paths.map((path) => `packages/wallet/src/${path}.browser.test.ts`);

/**
 * The browser tests of what engines do differently: cryptography, storage, tabs, sleep, popups,
 * policies, and functions of the language that a page replaces. What the wallet decides by itself is
 * tested in Chromium; each of its flows and each state of its elements runs once in every engine.
 */
const everywhere = [
  'packages/crypto/src/indexed-db.browser.test.ts',
  ...wallet('vault/vault', 'tabs/tabs', 'tabs/lock', 'session/sleep', 'session/sign-out'),
  ...wallet('sign-in/oauth', 'platform/captured', 'secrecy', 'policy'),
  ...wallet('signing/payload-forms', 'ui/stories'),
];

/** Passkeys, which WebKitGTK does not have. */
const passkeys = wallet('sign-in/passkey', 'sign-in/new-passkey', 'environment');

/** No virtual authenticator is offered among the suggestions of an input of Firefox. */
const notInFirefox = 'signs in from an input, also when its component mounted twice';

/** The tests that run inside an engine: files below the repository, and the titles to leave out. */
export const testsInEngines: Readonly<
  Record<EngineName, { readonly files: readonly string[]; readonly without?: string }>
> = {
  firefox: { files: [...everywhere, ...passkeys], without: notInFirefox },
  webkit: { files: everywhere },
};

// A file that was renamed would otherwise run in Chromium only.
for (const file of testsInEngines.firefox.files) {
  if (globSync(file, { cwd: new URL('../../', import.meta.url) }).length === 0) {
    throw new Error(`e2e/engines/tests-in-engines.ts names ${file}, which does not exist`);
  }
}
