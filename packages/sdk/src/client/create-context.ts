import { ConfigurationError } from '../errors/caller-errors.ts';
import { parseBaseUrl } from './base-url.ts';
import type { ClientContext } from './context.ts';
import type { Authorization } from './credentials.ts';
import { diagnosticsObserver } from './diagnostics.ts';
import type { SharedOptions } from './options.ts';
import { RetryBudget } from './retry-budget.ts';
import { checkNumbers } from './settings.ts';

function refuseBrowser(): void {
  const { window, document } = globalThis as { window?: unknown; document?: unknown };
  if (window === undefined || document === undefined) return;
  throw new ConfigurationError(
    'environment',
    'This client holds secrets and does not run in a browser.',
    'Call it on your server; in the browser use @org/payments-wallet with the relay.',
  );
}

/**
 * What a client is made of, checked.
 *
 * @throws ConfigurationError in a browser, or for options it cannot work with
 */
export function createContext(
  baseUrl: string | undefined,
  authorization: Authorization,
  options: SharedOptions,
): ClientContext {
  refuseBrowser();
  const [wrong] = checkNumbers(options);
  if (wrong !== undefined) {
    throw new ConfigurationError(wrong.path, `${wrong.path} is out of range.`, `${wrong.message}.`);
  }
  return {
    baseUrl: parseBaseUrl(baseUrl),
    authorization,
    options,
    observers: [diagnosticsObserver],
    budget: new RetryBudget(),
    random: Math.random,
  };
}
