import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../scripts/lib/run.ts';
import {
  type Commands,
  clickActions,
  Driver,
  eventually,
  type Preferences,
  Stage,
  typeActions,
  within,
} from './driver.ts';

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

type Reply = readonly [
  type: 1,
  id: number,
  error: { error: string; message: string } | null,
  result: unknown,
];

/**
 * A client of Marionette, Firefox's own protocol: messages of `length:JSON` over a socket, a
 * command as `[0, id, name, parameters]`, a response as `[1, id, error, result]`.
 */
class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #received = Buffer.alloc(0);
  #id = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (data: Buffer) => this.#read(data));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox has exited.'));
    });
  }

  /** Connects to a Firefox that is starting. */
  static connect(port: number): Promise<Marionette> {
    return eventually(
      () =>
        new Promise((resolve, reject) => {
          const socket = connect(port, '127.0.0.1');
          socket.once('error', reject);
          socket.once('close', () => reject(new Error('Firefox closed the connection.')));
          // Firefox sends a greeting when it is ready; its content is not used.
          socket.once('data', () => resolve(new Marionette(socket)));
        }),
    );
  }

  send(name: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#id += 1;
      this.#waiting.set(this.#id, { resolve, reject });
      const text = JSON.stringify([0, this.#id, name, parameters]);
      this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  }

  #read(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      if (colon < 0) return;
      const end = colon + 1 + Number(this.#received.subarray(0, colon));
      if (this.#received.length < end) return;
      const message = JSON.parse(this.#received.subarray(colon + 1, end).toString()) as Reply;
      this.#received = this.#received.subarray(end);
      const [, id, error, result] = message;
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === null) waiting?.resolve(result);
      else waiting?.reject(new Error(`${error.error}: ${error.message}`));
    }
  }
}

const settings: Preferences = {
  // Virtual authenticators, and no wait for a real one.
  'security.webauth.webauthn_enable_softtoken': true,
  'security.webauth.webauthn_enable_usbtoken': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  // Timers of a background tab run as in the foreground.
  'dom.min_background_timeout_value': 4,
  'dom.timeout.enable_budget_timer_throttling': false,
};

interface Value<T> {
  readonly value: T;
}

/** Sets preferences, in the context of the browser; pages that are opened afterwards have them. */
const PREFER = `
  for (const [name, value] of Object.entries(arguments[0])) {
    if (typeof value === 'number') Services.prefs.setIntPref(name, value);
    else Services.prefs.setBoolPref(name, value);
  }`;

function commandsOf(marionette: Marionette): Commands {
  const send = <T>(name: string, parameters?: Readonly<Record<string, unknown>>) =>
    marionette.send(name, parameters) as Promise<T>;
  return {
    switchTo: (handle) => send('WebDriver:SwitchToWindow', { handle, focus: false }),
    navigate: (url) => send('WebDriver:Navigate', { url }),
    back: () => send('WebDriver:Back'),
    reload: () => send('WebDriver:Refresh'),
    async execute(script, args) {
      const parameters = { script, args, sandbox: null, newSandbox: false };
      return (await send<Value<unknown>>('WebDriver:ExecuteAsyncScript', parameters)).value;
    },
    enterFrame: () => send('WebDriver:SwitchToFrame', { id: 0 }),
    type: (text) => send('WebDriver:PerformActions', typeActions(text)),
    click: (x, y) => send('WebDriver:PerformActions', clickActions(x, y)),
    print: () => send('WebDriver:Print', {}),
    async prefer(preferences) {
      await send('Marionette:SetContext', { value: 'chrome' });
      await send('WebDriver:ExecuteScript', { script: PREFER, args: [preferences] });
      await send('Marionette:SetContext', { value: 'content' });
    },
    newTab: async () =>
      (await send<{ handle: string }>('WebDriver:NewWindow', { type: 'tab', focus: false })).handle,
    tabs: () => send('WebDriver:GetWindowHandles'),
    closeTab: () => send('WebDriver:CloseWindow'),
    async addAuthenticator(options) {
      const parameters = { protocol: 'ctap2_1', ...options };
      return (await send<Value<string>>('WebAuthn:AddVirtualAuthenticator', parameters)).value;
    },
    removeAuthenticator: (authenticatorId) =>
      send('WebAuthn:RemoveVirtualAuthenticator', { authenticatorId }),
    async credentials(authenticatorId) {
      const found = await send<Value<readonly unknown[]> | readonly unknown[]>(
        'WebAuthn:GetCredentials',
        { authenticatorId },
      );
      return 'value' in found ? found.value : found;
    },
    addCredential: (authenticatorId, credentials) =>
      send('WebAuthn:AddCredential', { authenticatorId, credentials }),
    quit: () => send('Marionette:Quit', { flags: ['eForceQuit'] }),
  };
}

/** The longest that a start takes, also on a busy machine. */
const START_LIMIT = 60_000;

/** Connects to a Firefox that is starting, and opens a session. */
async function openSession(port: number, cleanUp: () => void): Promise<Driver> {
  const marionette = await Marionette.connect(port);
  const { capabilities } = (await marionette.send('WebDriver:NewSession', {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: 'ignore' } },
  })) as { capabilities: Record<string, string> };
  await marionette.send('WebDriver:SetTimeouts', { script: 300_000, pageLoad: 300_000 });
  const { value } = (await marionette.send('WebDriver:GetWindowHandle')) as Value<string>;
  const version = `Firefox ${capabilities.browserVersion}`;
  return new Driver('firefox', version, value, commandsOf(marionette), cleanUp);
}

/** Starts a headless Firefox with a new profile, and drives it by Marionette. */
export async function startFirefox(): Promise<Driver> {
  const stage = new Stage('firefox-');
  const port = await freePort();
  const all = { ...settings, 'marionette.port': port };
  const lines = Object.entries(all).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(stage.home, 'user.js'), lines.join('\n'));
  const flags = ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote'];
  stage.start('firefox-esr', [...flags, '--profile', stage.home, 'about:blank'], {
    env: { ...process.env, HOME: stage.home, MOZ_CRASHREPORTER_DISABLE: '1' },
  });
  try {
    return await within(START_LIMIT, 'The start of Firefox', openSession(port, stage.cleanUp));
  } catch (error) {
    stage.cleanUp();
    throw error;
  }
}
