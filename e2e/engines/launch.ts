import type { Driver, EngineName } from './driver.ts';
import { type Preferences, startFirefox } from './firefox.ts';
import { ensureInstalled } from './install.ts';
import { startWebKit } from './webkit.ts';

/** Starts an engine, installing it first where it is missing. `preferences` are Firefox's. */
export function launch(engine: EngineName, preferences?: Preferences): Promise<Driver> {
  ensureInstalled(engine);
  return engine === 'firefox' ? startFirefox(preferences) : startWebKit();
}
