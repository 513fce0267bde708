import { type ChildProcess, spawn } from 'node:child_process';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumFlags, findBrowser } from '../../../scripts/browser.ts';
import { environment } from '../../../scripts/lib/run.ts';

const PATIENCE = 120_000;

/** How often a server that may stall is started. */
const STARTS = 3;

/** A server to start: a program of Node and its arguments. */
export interface ServerProgram {
  readonly folder: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Paths that the server compiles when they are first requested; by default the root. */
  readonly compiled?: readonly string[];
  /** Whether it is started again if it does not respond. One that ends is not. */
  readonly mayStall?: boolean;
}

/**
 * Requests paths until each has a response, whatever it is; returns the first that has none in time.
 *
 * @throws Error if the server ends
 */
async function silentPath(
  url: string,
  paths: readonly string[],
  server: ChildProcess,
): Promise<string | undefined> {
  for (const path of paths) {
    const signal = AbortSignal.timeout(PATIENCE);
    while ((await fetch(url + path, { signal }).catch(() => undefined)) === undefined) {
      if (server.exitCode !== null) throw new Error('The server ended.');
      if (signal.aborted) return path;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  return undefined;
}

/** Ends a detached process and its children: a framework serves from a child of its command. */
function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  const isRunning = exitCode === null && signalCode === null;
  if (pid !== undefined && isRunning) process.kill(-pid, 'SIGKILL');
}

function start({ folder, command, env }: ServerProgram, printed: string[]): ChildProcess {
  const server = spawn(process.execPath, command, {
    cwd: folder,
    env: { ...environment(), NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: 'pipe',
    detached: true,
  });
  for (const output of [server.stdout, server.stderr]) {
    output.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  }
  return server;
}

/** Runs a check while a server runs; returns what went wrong, with what the server printed. */
export async function served(
  title: string,
  url: string,
  program: ServerProgram,
  check: () => Promise<unknown>,
): Promise<string[]> {
  const { compiled = ['/'], mayStall = false } = program;
  const printed: string[] = [];
  for (let left = mayStall ? STARTS : 1; left > 0; left -= 1) {
    const server = start(program, printed);
    try {
      const silent = await silentPath(url, compiled, server);
      if (silent === undefined) {
        await check();
        return [];
      }
      console.log(`${title}: ${silent} did not respond; ${left - 1} starts left`);
    } catch (error) {
      return [`${title}: ${String(error)}\n${printed.join('')}`];
    } finally {
      endGroup(server);
    }
  }
  return [`${title}: no response\n${printed.join('')}`];
}

/** Runs a check with a browser of its own. */
export async function inChromium<T>(check: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
  try {
    return await check(browser);
  } finally {
    await browser.close();
  }
}

/** Runs a check in a page; an error or a warning of the page fails it. */
export async function visited(
  browser: Browser,
  check: (page: Page) => Promise<unknown>,
): Promise<void> {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const isAboutIcon = message.location().url.endsWith('/favicon.ico');
    if (!isAboutIcon && ['error', 'warning'].includes(message.type())) {
      complaints.push(message.text());
    }
  });
  try {
    await check(page);
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
  } finally {
    await page.close();
  }
}
