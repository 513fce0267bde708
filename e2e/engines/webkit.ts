import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../scripts/lib/run.ts';
import {
  type Commands,
  clickActions,
  Driver,
  eventually,
  Stage,
  typeActions,
  within,
} from './driver.ts';

type Send = <T>(method: string, path: string, body?: unknown) => Promise<T>;

function sendTo(base: string): Send {
  return async <T>(method: string, path: string, body?: unknown) => {
    const response = await fetch(base + path, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await response.json()) as {
      value: T & { error?: string; message?: string };
    };
    if (!response.ok) throw new Error(`${value?.error}: ${value?.message}`);
    return value;
  };
}

function commandsOf(send: Send): Commands {
  const authenticators = () =>
    Promise.reject(new Error('WebKitGTK has no WebAuthn: see e2e/engines/README.md.'));
  return {
    switchTo: (handle) => send('POST', '/window', { handle }),
    navigate: (url) => send('POST', '/url', { url }),
    back: () => send('POST', '/back', {}),
    reload: () => send('POST', '/refresh', {}),
    execute: (script, args) => send('POST', '/execute/async', { script, args }),
    enterFrame: () => send('POST', '/frame', { id: 0 }),
    // Keys that WebKitWebDriver sends to no field in particular do not reach a frame.
    type: async (text, field) => {
      const frames = await send<readonly unknown[]>('POST', '/elements', {
        using: 'css selector',
        value: 'iframe',
      });
      if (frames.length === 0) return void (await send('POST', '/actions', typeActions(text)));
      await send('POST', '/frame', { id: 0 });
      const found = await send<Record<string, string>>('POST', '/element', {
        using: 'css selector',
        value: field,
      });
      await send('POST', `/element/${Object.values(found)[0]}/value`, { text });
    },
    click: (x, y) => send('POST', '/actions', clickActions(x, y)),
    newTab: async () =>
      (await send<{ handle: string }>('POST', '/window/new', { type: 'window' })).handle,
    tabs: () => send('GET', '/window/handles'),
    closeTab: () => send('DELETE', '/window'),
    addAuthenticator: authenticators,
    removeAuthenticator: authenticators,
    credentials: authenticators,
    addCredential: authenticators,
    quit: () => send('DELETE', ''),
  };
}

/** The longest that a start takes, also on a busy machine. */
const START_LIMIT = 60_000;

/** Connects to a driver that is starting, and opens a session. */
async function openSession(base: string, cleanUp: () => void): Promise<Driver> {
  const driver = sendTo(base);
  await eventually(() => driver('GET', '/status'));
  const opened = await eventually(async () => {
    // The display may not be there yet.
    await delay(200);
    return driver<{ sessionId: string; capabilities: Record<string, string> }>('POST', '/session', {
      capabilities: { alwaysMatch: {} },
    });
  });
  const send = sendTo(`${base}/session/${opened.sessionId}`);
  await send('POST', '/timeouts', { script: 300_000, pageLoad: 300_000 });
  const first = await send<string>('GET', '/window');
  const version = `WebKitGTK ${opened.capabilities.browserVersion}`;
  return new Driver('webkit', version, first, commandsOf(send), cleanUp);
}

/** Starts WebKitGTK on a virtual display, and drives it by WebKitWebDriver. */
export async function startWebKit(): Promise<Driver> {
  const stage = new Stage('webkit-');
  const display = `:${1_000 + (process.pid % 50_000)}`;
  stage.start('Xvfb', [display, '-screen', '0', '1280x900x24', '-nolisten', 'tcp']);
  const port = await freePort();
  const { home } = stage;
  const env = {
    ...process.env,
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    HOME: home,
    XDG_DATA_HOME: home,
    XDG_CACHE_HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_RUNTIME_DIR: home,
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    NO_AT_BRIDGE: '1',
  };
  stage.start('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], { env });
  const session = openSession(`http://127.0.0.1:${port}`, stage.cleanUp);
  try {
    return await within(START_LIMIT, 'The start of WebKitGTK', session);
  } catch (error) {
    stage.cleanUp();
    throw error;
  }
}
