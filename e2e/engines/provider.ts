import { defineBrowserProvider } from '@vitest/browser';
import type { BrowserCommand, CDPSession } from 'vitest/node';
import { installWithApt, which } from '../../scripts/browser.ts';
import type { AuthenticatorOptions, Driver, EngineName } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

/** What an engine needs: the programs, and the packages of Debian they come in. */
const needs: Readonly<Record<EngineName, Readonly<Record<string, string>>>> = {
  firefox: { 'firefox-esr': 'firefox-esr' },
  webkit: { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' },
};

/**
 * Makes sure that an engine can be started; installs it from Debian when it is missing.
 *
 * @throws Error when it is not available: engines are never left out because a program is missing
 */
function ensureInstalled(engine: EngineName): void {
  const missing = () =>
    Object.keys(needs[engine]).filter((program) => which(program) === undefined);
  if (missing().length === 0) return;
  const packages = Object.values(needs[engine]);
  installWithApt(...packages);
  if (missing().length > 0) {
    const programs = missing().join(', ');
    throw new Error(
      `${engine} cannot be tested: ${programs} is missing. Install ${packages.join(', ')}.`,
    );
  }
}

interface Parameters {
  readonly options?: Omit<AuthenticatorOptions, 'isUserConsenting'> & {
    readonly automaticPresenceSimulation: boolean;
  };
  readonly enabled?: boolean;
}

/** An authenticator that is removed while the person is absent, with its passkeys. */
interface Away {
  readonly options: AuthenticatorOptions;
  readonly credentials: readonly unknown[];
}

/**
 * Translates commands of Chromium's WebAuthn domain to WebDriver's virtual authenticators. WebDriver
 * cannot leave one untouched: while the person is absent it is removed, and afterwards added again
 * with its passkeys.
 */
function createWebAuthn(driver: Driver, tab: string) {
  const added = new Map<string, AuthenticatorOptions>();
  let away: Away | undefined;

  async function add(options: AuthenticatorOptions): Promise<string> {
    const id = await driver.inTab(tab, (it) => it.addAuthenticator(options));
    added.set(id, options);
    return id;
  }

  async function remove(id: string): Promise<void> {
    await driver.inTab(tab, (it) => it.removeAuthenticator(id));
    added.delete(id);
  }

  async function setPresence(isPresent: boolean): Promise<void> {
    if (isPresent && away !== undefined) {
      const id = await add(away.options);
      for (const credential of away.credentials) {
        await driver.inTab(tab, (it) => it.addCredential(id, credential));
      }
      away = undefined;
    } else if (!isPresent) {
      for (const [id, options] of added) {
        away = { options, credentials: await driver.inTab(tab, (it) => it.credentials(id)) };
        await remove(id);
      }
    }
  }

  return async (method: string, { options, enabled }: Parameters = {}): Promise<unknown> => {
    switch (method) {
      case 'WebAuthn.enable':
        return {};
      case 'WebAuthn.disable':
        for (const id of [...added.keys()]) await remove(id);
        away = undefined;
        return {};
      case 'WebAuthn.setAutomaticPresenceSimulation':
        await setPresence(enabled === true);
        return {};
      case 'WebAuthn.addVirtualAuthenticator': {
        if (options === undefined) break;
        const { automaticPresenceSimulation: isUserConsenting } = options;
        const { transport, hasResidentKey, hasUserVerification, isUserVerified } = options;
        const wanted = { transport, hasResidentKey, hasUserVerification, isUserVerified };
        return { authenticatorId: await add({ ...wanted, isUserConsenting }) };
      }
    }
    throw new Error(`${method} has no counterpart in WebDriver.`);
  };
}

/**
 * Starts an engine, installing it first if it is missing. One that does not start is started once
 * more: the tests are about what runs in it.
 */
export function launch(engine: EngineName): Promise<Driver> {
  ensureInstalled(engine);
  const start = engine === 'firefox' ? startFirefox : startWebKit;
  return start().catch((error: unknown) => {
    console.warn(`${String(error)} It is started again.`);
    return start();
  });
}

const running = new Map<EngineName, Promise<Driver>>();
const origins = new Map<EngineName, string>();

function drive(engine: EngineName): Promise<Driver> {
  const started =
    running.get(engine) ??
    launch(engine).then((driver) => {
      console.log(`engine: ${driver.version}`);
      return driver;
    });
  running.set(engine, started);
  return started;
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
          origins.set(engine, new URL(url).origin);
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
          const driver = await running.get(engine);
          running.delete(engine);
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
    const tab = await driver.openTab(new URL(path, origins.get(engine)).href);
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
