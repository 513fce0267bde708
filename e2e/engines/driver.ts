import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The engines besides Chromium. */
export type EngineName = 'firefox' | 'webkit';

/** The settings of a virtual authenticator, in WebDriver's terms. */
export interface AuthenticatorOptions {
  readonly transport: string;
  readonly hasResidentKey: boolean;
  readonly hasUserVerification: boolean;
  readonly isUserVerified: boolean;
  readonly isUserConsenting: boolean;
}

/** Settings of Firefox's about:config, such as `{ 'network.cookie.cookieBehavior': 2 }`. */
export type Preferences = Readonly<Record<string, number | boolean>>;

/** The commands of an engine: WebDriver's, one at a time, in the foreground tab. */
export interface Commands {
  switchTo(tab: string): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  back(): Promise<unknown>;
  reload(): Promise<unknown>;
  /** Runs the body of a function in the page; its last argument is called with the result. */
  execute(script: string, args: readonly unknown[]): Promise<unknown>;
  /** Goes from the tab's page into its first frame; commands then work in the frame. */
  enterFrame(): Promise<unknown>;
  /** A click by the person, at a place of the window. */
  click(x: number, y: number): Promise<unknown>;
  /** Keys that the person types, one after the other, for the focused field of the tab or its first frame. */
  type(text: string, field: string): Promise<unknown>;
  /** Prints the tab to a document, with its events; WebKitWebDriver cannot. */
  print?(): Promise<unknown>;
  /** Changes settings of Firefox, for the pages that are opened afterwards. */
  prefer?(preferences: Preferences): Promise<unknown>;
  newTab(): Promise<string>;
  /** All tabs and windows. */
  tabs(): Promise<readonly string[]>;
  closeTab(): Promise<unknown>;
  addAuthenticator(options: AuthenticatorOptions): Promise<string>;
  removeAuthenticator(id: string): Promise<unknown>;
  /** The passkeys on an authenticator, as `addCredential` takes them. */
  credentials(id: string): Promise<readonly unknown[]>;
  addCredential(id: string, credential: unknown): Promise<unknown>;
  quit(): Promise<unknown>;
}

/**
 * Repeats work until it succeeds.
 *
 * @throws the last attempt's error, after the time limit
 */
export async function eventually<T>(work: () => Promise<T>, milliseconds = 60_000): Promise<T> {
  const end = Date.now() + milliseconds;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
      await delay(50);
    }
  }
}

/**
 * Waits for work no longer than a time limit.
 *
 * @throws an error that names the work, after the limit
 */
export async function within<T>(milliseconds: number, name: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    const error = new Error(`${name} took longer than ${milliseconds} ms.`);
    timer = setTimeout(() => reject(error), milliseconds);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** The outcome of a call in a page, which is kept until it is read. */
interface Outcome {
  readonly value?: unknown;
  readonly error?: string;
}

/** The actions of a click, as WebDriver takes them. */
export function clickActions(x: number, y: number) {
  const actions = [
    { type: 'pointerMove', duration: 0, x, y },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return { actions: [{ type: 'pointer', id: 'mouse', parameters: {}, actions }] };
}

/** The actions of typing, as WebDriver takes them. */
export function typeActions(text: string) {
  const actions = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return { actions: [{ type: 'key', id: 'keyboard', actions }] };
}

const START = (body: string) => `
  const [args, id, done] = arguments;
  const calls = (window.__engineCalls ??= {});
  (async () => { ${body} })().then(
    (value) => { calls[id] = { value: value === undefined ? null : value }; },
    (error) => { calls[id] = { error: String(error?.name) + ': ' + String(error?.message) }; },
  );
  done(null);`;
const IN_FRAME = (body: string) => `
  const [args, done] = arguments;
  (async () => { ${body} })().then(
    (value) => done({ value: value === undefined ? null : value }),
    (error) => done({ error: String(error?.name) + ': ' + String(error?.message) }),
  );`;
const COLLECT = `
  const [id, done] = arguments;
  const calls = window.__engineCalls ?? {};
  const found = calls[id] ?? null;
  if (found !== null) delete calls[id];
  done(found);`;

/** Drives one browser: several tabs, whose calls run side by side although the protocol does not. */
export class Driver {
  readonly name: EngineName;
  readonly version: string;
  /** The tab the browser opened with. */
  readonly firstTab: string;
  readonly #commands: Commands;
  readonly #cleanUp: () => void;
  #tail: Promise<unknown> = Promise.resolve();
  #calls = 0;

  constructor(
    name: EngineName,
    version: string,
    firstTab: string,
    commands: Commands,
    cleanUp: () => void,
  ) {
    this.name = name;
    this.version = version;
    this.firstTab = firstTab;
    this.#commands = commands;
    this.#cleanUp = cleanUp;
  }

  /** Runs work with a tab in the foreground, after all earlier work has ended. */
  inTab<T>(tab: string, work: (commands: Commands) => Promise<T>): Promise<T> {
    const run = this.#tail.then(async () => {
      await this.#commands.switchTo(tab);
      return work(this.#commands);
    });
    this.#tail = run.catch(() => {});
    return run;
  }

  prefer(preferences: Preferences): Promise<unknown> {
    return this.inTab(this.firstTab, async ({ prefer }) => prefer?.(preferences));
  }

  goto(tab: string, url: string): Promise<unknown> {
    return this.inTab(tab, (commands) => commands.navigate(url));
  }

  async openTab(url: string): Promise<string> {
    const tab = await this.inTab(this.firstTab, (commands) => commands.newTab());
    await this.goto(tab, url);
    return tab;
  }

  /** Runs the body of an async function in a page; it finds its argument in `args`. */
  async call(tab: string, body: string, args?: unknown): Promise<unknown> {
    this.#calls += 1;
    const id = `call${this.#calls}`;
    const script = START(body);
    await this.inTab(tab, (commands) => commands.execute(script, [args ?? null, id]));
    const outcome = await eventually(async () => {
      const found = await this.inTab(tab, (commands) => commands.execute(COLLECT, [id]));
      if (found === null || found === undefined)
        throw new Error(`the page did not return a result for: ${body}`);
      return found as Outcome;
    }, 300_000);
    if (outcome.error !== undefined) throw new Error(outcome.error);
    return outcome.value;
  }

  /** Runs the body of a short async function in the first frame of a page. */
  async callInFrame(tab: string, body: string, args?: unknown): Promise<unknown> {
    const outcome = await this.inTab(tab, async (commands) => {
      await commands.enterFrame();
      return (await commands.execute(IN_FRAME(body), [args ?? null])) as Outcome;
    });
    if (outcome.error !== undefined) throw new Error(outcome.error);
    return outcome.value;
  }

  /** Waits until an expression is true in a page. */
  until(tab: string, expression: string): Promise<void> {
    return eventually(async () => {
      const isTrue = await this.call(tab, `return (${expression}) === true;`);
      if (isTrue !== true) throw new Error(`did not become true: ${expression}`);
    });
  }

  async close(): Promise<void> {
    await Promise.race([
      this.#commands.quit().catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, 5_000).unref()),
    ]);
    this.#cleanUp();
  }
}

/** The processes and the folder of one browser, and how to end and delete them. */
export class Stage {
  readonly home: string;
  readonly #processes: ChildProcess[] = [];

  constructor(prefix: string) {
    this.home = mkdtempSync(join(tmpdir(), prefix));
  }

  start(command: string, args: readonly string[], options: SpawnOptions = {}): void {
    const child = spawn(command, args, { stdio: 'ignore', ...options });
    child.on('error', (error) => console.error(`${command}: ${error.message}`));
    this.#processes.push(child);
  }

  cleanUp = (): void => {
    for (const child of this.#processes.splice(0)) child.kill('SIGKILL');
    rmSync(this.home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
}
