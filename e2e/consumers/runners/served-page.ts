import { type ChildProcess, spawn } from 'node:child_process';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumFlags, findBrowser } from '../../../scripts/browser.ts';
import { environment } from '../../../scripts/lib/run.ts';

const PATIENCE = 120_000;

/** A server to start. */
export interface ServerProgram {
  readonly folder: string;
  /** The runtime; this version of Node when left out. */
  readonly program?: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Requests addresses until each has a response, whatever it is; returns the first that has none in time.
 *
 * @throws Error if the server ends
 */
async function silentAddress(
  urls: readonly string[],
  server: ChildProcess,
): Promise<string | undefined> {
  for (const url of urls) {
    const signal = AbortSignal.timeout(PATIENCE);
    while ((await fetch(url, { signal }).catch(() => undefined)) === undefined) {
      if (server.exitCode !== null) throw new Error('The server ended.');
      if (signal.aborted) return url;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return undefined;
}

/** Ends a detached process and its children: a framework serves from a child of its command. */
function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  const isRunning = exitCode === null && signalCode === null;
  if (pid !== undefined && isRunning) process.kill(-pid, 'SIGKILL');
}

function start(server: ServerProgram, printed: string[]): ChildProcess {
  const { folder, program = process.execPath, command, env } = server;
  const child = spawn(program, command, {
    cwd: folder,
    env: { ...environment(), NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: 'pipe',
    detached: true,
  });
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  }
  return child;
}

/**
 * Runs a check once a server responds at some addresses; returns what went wrong, with what the server
 * printed.
 */
export async function served(
  title: string,
  urls: readonly string[],
  program: ServerProgram,
  check: () => Promise<unknown>,
): Promise<string[]> {
  const printed: string[] = [];
  const server = start(program, printed);
  try {
    const silent = await silentAddress(urls, server);
    if (silent !== undefined) throw new Error(`${silent} did not respond`);
    await check();
    return [];
  } catch (error) {
    return [`${title}: ${String(error)}\n${printed.join('')}`];
  } finally {
    endGroup(server);
  }
}

/** Runs a check with a browser of its own. */
export async function inChromium<T>(check: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = await findBrowser();
  await using browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
  return await check(browser);
}

/** Runs a check in a page; an error or a warning of the page fails it. */
export async function visited(
  browser: Browser,
  check: (page: Page) => Promise<unknown>,
): Promise<void> {
  await using page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const isAboutIcon = message.location().url.endsWith('/favicon.ico');
    if (!isAboutIcon && ['error', 'warning'].includes(message.type())) {
      complaints.push(message.text());
    }
  });
  await check(page);
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
}
