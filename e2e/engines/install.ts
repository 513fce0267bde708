import { installWithApt, which } from '../../scripts/browser.ts';
import type { EngineName } from './driver.ts';

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
export function ensureInstalled(engine: EngineName): void {
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
