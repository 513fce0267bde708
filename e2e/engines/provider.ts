import { defineBrowserProvider } from '@vitest/browser';
import type { BrowserCommand, CDPSession } from 'vitest/node';
import type { Driver, EngineName } from './driver.ts';
import { type Preferences, startFirefox } from './firefox.ts';
import { ensureInstalled } from './install.ts';
import { createWebAuthn } from './web-authn.ts';
import { startWebKit } from './webkit.ts';

/**
 * Starts an engine, installing it first if it is missing. One that does not start is started once
 * more: the tests are about what runs in it. `preferences` are Firefox's.
 */
export function launch(engine: EngineName, preferences?: Preferences): Promise<Driver> {
  ensureInstalled(engine);
  const start = () => (engine === 'firefox' ? startFirefox(preferences) : startWebKit());
  return start().catch((error: unknown) => {
    console.warn(`${String(error)} It is started again.`);
    return start();
  });
}

let running: Promise<Driver> | undefined;
let origin = '';

function drive(engine: EngineName): Promise<Driver> {
  running ??= launch(engine).then((driver) => {
    console.log(`engine: ${driver.version}`);
    return driver;
  });
  return running;
}

/** Lets vitest run browser tests in an engine. */
export function engineProvider(engine: EngineName) {
  return defineBrowserProvider({
    name: engine,
    supportedBrowser: [engine],
    options: {},
    providerFactory: () => {
      const tabs = new Map<string, string>();
      return {
        name: engine,
        supportsParallelism: false,
        initScripts: [],
        getCommandsContext: () => ({}),
        async openPage(sessionId: string, url: string) {
          const driver = await drive(engine);
          origin = new URL(url).origin;
          tabs.set(sessionId, driver.firstTab);
          await driver.goto(driver.firstTab, url);
        },
        async getCDPSession(sessionId: string) {
          const driver = await drive(engine);
          const send = createWebAuthn(driver, tabs.get(sessionId) ?? driver.firstTab);
          const nothing = () => {};
          return { send, on: nothing, off: nothing, once: nothing } as unknown as CDPSession;
        },
        async close() {
          const driver = await running;
          running = undefined;
          await driver?.close();
        },
      };
    },
  });
}

const CALL = `
  const names = args[0].split('.');
  const last = names.pop();
  const holder = names.reduce((at, name) => at[name], window);
  const found = holder[last];
  return typeof found === 'function' ? found.call(holder, args[1]) : found;`;

/** The commands of tests that need more than one tab, as the Chromium project has them. */
export function tabCommands(engine: EngineName) {
  const isReady = (name: string) => `window.${name} !== undefined`;
  const openTab: BrowserCommand<[path: string, ready: string]> = async (_context, path, ready) => {
    const driver = await drive(engine);
    const tab = await driver.openTab(new URL(path, origin).href);
    await driver.until(tab, isReady(ready));
    return tab;
  };
  const callTab: BrowserCommand<[tab: string, path: string, argument?: unknown]> = async (
    _context,
    tab,
    path,
    argument,
  ) => (await drive(engine)).call(tab, CALL, [path, argument ?? null]);
  const reloadTab: BrowserCommand<[tab: string, ready: string]> = async (_context, tab, ready) => {
    const driver = await drive(engine);
    await driver.inTab(tab, (commands) => commands.reload());
    await driver.until(tab, isReady(ready));
  };
  const closeTab: BrowserCommand<[tab: string]> = async (_context, tab) => {
    const driver = await drive(engine);
    await driver.inTab(tab, (commands) => commands.closeTab());
  };
  return { openTab, callTab, reloadTab, closeTab };
}
