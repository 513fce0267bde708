import type { EngineName } from './driver.ts';

/** A group of tests that an engine cannot run, with the reason. */
export interface NotRunnable {
  readonly engine: EngineName;
  readonly why: string;
  /** Files below the repository; all their tests. */
  readonly files: readonly string[];
  /** Titles of single tests. */
  readonly titles: readonly string[];
}

/** What is run in Chromium only. Printed with each run, and listed in the README. */
export const notRunnable: readonly NotRunnable[] = [
  {
    engine: 'firefox',
    why: 'no virtual authenticator is offered among the suggestions of an input',
    files: [],
    titles: ['signs in from an input, also when its component mounted twice'],
  },
  {
    engine: 'firefox',
    why: 'its tests share a page, and this one takes built-in functions away',
    files: ['packages/wallet/src/floor.browser.test.ts'],
    titles: [],
  },
  ...(['firefox', 'webkit'] as const).map((engine) => ({
    engine,
    why: 'its driver has no locators and does not type; each state of the elements is shown and checked by axe',
    files: [
      'packages/wallet/src/ui/lists.browser.test.ts',
      'packages/wallet/src/ui/review.browser.test.ts',
      'packages/wallet/src/ui/ui.browser.test.ts',
    ],
    titles: [],
  })),
  {
    engine: 'webkit',
    why: 'WebKitGTK has no WebAuthn',
    files: [
      'packages/wallet/src/adapters.browser.test.ts',
      'packages/wallet/src/floor.browser.test.ts',
      'packages/wallet/src/sign-in/passkey.browser.test.ts',
      'packages/wallet/src/sign-in/new-passkey.browser.test.ts',
    ],
    titles: [
      'reports what this page can do',
      'recommends a passkey where the device has an authenticator, otherwise a code',
      'does not fail where a call to the browser fails',
      'prepares a passkey while mounting, and reaches the browser inside the click',
      'asks for one challenge under StrictMode, for any passkey, and for another one when the id changes',
      'shows why a passkey sign-in is not available',
    ],
  },
];
