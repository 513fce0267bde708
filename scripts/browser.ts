import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Features that tests run without. Chromium reads only the last flag of this kind, so the list starts with
 * the features that playwright disables in its own one.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  // The address bar of each window loads pages for its suggestions: a second of processor time per test.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
] as const;

/** Flags under which Chromium starts in a container, stays off the network, and loads only the tests' pages. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
] as const;

const installedNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a program, if it is installed. */
export function which(name: string): string | undefined {
  const found = spawnSync('which', [name], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : undefined;
}

function installed(): string | undefined {
  for (const name of installedNames) {
    const path = which(name);
    if (path !== undefined) return path;
  }
  return macPaths.find((path) => existsSync(path));
}

async function playwrightBrowser(): Promise<string | undefined> {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

/** Runs a command, and prints one line of why it failed: the next way may work. */
function run(command: string, ...args: string[]): boolean {
  console.error(`browser: ${[command, ...args].join(' ')}`);
  const { status, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const why = stderr?.split('\n').find((line) => /error|^E:/i.test(line)) ?? `status ${status}`;
  if (status !== 0) console.error(`browser: this did not work: ${why}`);
  return status === 0;
}

/** Installs packages of Debian, where there is apt. */
export function installWithApt(...packages: readonly string[]): void {
  if (which('apt-get') === undefined) return;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args: string[]) => {
    const [command = 'apt-get', ...rest] = [...sudo, 'apt-get', ...args];
    return run(command, ...rest);
  };
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
}

/**
 * Returns the path of a Chromium to test with: `CHROMIUM_PATH`, an installed Chrome or Chromium, one that
 * playwright can install, one that apt can install, in this order.
 *
 * @throws Error when none is available: tests are never skipped because a browser is missing.
 */
export async function findBrowser(): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, which does not exist.`);
  }
  const present = installed() ?? (await playwrightBrowser());
  if (present !== undefined) return present;
  const cli = new URL('../node_modules/playwright-core/cli.js', import.meta.url).pathname;
  if (run(process.execPath, cli, 'install', 'chromium')) {
    const path = await playwrightBrowser();
    if (path !== undefined) return path;
  }
  installWithApt('chromium');
  const path = installed();
  if (path === undefined) {
    throw new Error(
      'No browser: set CHROMIUM_PATH to a Chrome or Chromium, or install the package "chromium".',
    );
  }
  return path;
}

/** The version line of a browser, as it prints it. */
export function browserVersion(path: string): string {
  return execFileSync(path, ['--version', '--no-sandbox'], { encoding: 'utf8' }).trim();
}

/** Runs a command with `CHROMIUM_PATH` set: `browser.ts <command> [arguments]`. */
if (import.meta.main) {
  const [command, ...args] = process.argv.slice(2);
  if (command === undefined) throw new Error('usage: browser.ts <command> [arguments]');

  const browser = await findBrowser().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
  const env = { ...process.env, CHROMIUM_PATH: browser };
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  process.exit(status ?? 1);
}
