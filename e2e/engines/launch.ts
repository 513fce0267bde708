import type { Driver, EngineName } from './driver.ts';
import { type Preferences, startFirefox } from './firefox.ts';
import { ensureInstalled } from './install.ts';
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
