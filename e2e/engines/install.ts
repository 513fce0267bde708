import { spawnSync } from 'node:child_process';
import type { EngineName } from './driver.ts';

/** What an engine needs: the programs, and the packages of Debian they come in. */
const needs: Readonly<Record<EngineName, Readonly<Record<string, string>>>> = {
  firefox: { 'firefox-esr': 'firefox-esr' },
  webkit: { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' },
};

function isThere(program: string): boolean {
  return spawnSync('which', [program], { stdio: 'ignore' }).status === 0;
}

function apt(...args: string[]): boolean {
  const [command = 'apt-get', ...rest] =
    process.getuid?.() === 0 ? ['apt-get', ...args] : ['sudo', '-n', 'apt-get', ...args];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
}

/**
 * Makes sure that an engine can be started; installs it from Debian when it is missing.
 *
 * @throws Error when it is not available: engines are never left out because a program is missing
 */
export function ensureInstalled(engine: EngineName): void {
  const programs = needs[engine];
  const missing = Object.keys(programs).filter((program) => !isThere(program));
  if (missing.length === 0) return;
  const packages = missing.map((program) => programs[program] ?? program);
  console.error(`${engine}: installing ${packages.join(', ')}`);
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  const still = missing.filter((program) => !isThere(program));
  if (still.length > 0) {
    throw new Error(
      `${engine} cannot be tested: ${still.join(', ')} is missing. Install ${packages.join(', ')}.`,
    );
  }
}
