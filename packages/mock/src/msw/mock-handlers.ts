import { type HttpHandler, HttpResponse, http } from 'msw';
import { ContractViolation } from '../engine/check-response.ts';
import type { Mock } from '../mock.ts';
import { clearOpenSslErrors } from './openssl-errors.ts';

/** What the handlers of a mock respond with. */
export interface HandlerOptions {
  /**
   * Every request below the base URL, or every request to its origin: there a wrong version, or a
   * forgotten one, is a logged 404 too. `base` when left out.
   */
  readonly covers?: 'base' | 'origin';
}

/** Everything below a URL. Without groups, so that no version decodes, and stumbles over, the rest. */
function below(url: string): RegExp {
  return new RegExp(`^${url.replaceAll(/[^\w/]/g, '\\$&')}/`);
}

async function answer(mock: Mock, request: Request): Promise<Response> {
  clearOpenSslErrors();
  try {
    return await mock.fetch(request);
  } catch (error) {
    if (error instanceof ContractViolation) throw error;
    return HttpResponse.error();
  }
}

/**
 * The mock as a request handler of Mock Service Worker, 2 or 3, for `setupServer` and
 * `setupWorker`. One handler takes every request below the mock's base URL, unknown paths
 * included; handlers added by `use` go before it.
 *
 * @example
 * const server = setupServer(...mockHandlers(mock));
 * server.listen(failOnUnhandled);
 */
export function mockHandlers(mock: Mock, options: HandlerOptions = {}): HttpHandler[] {
  const { covers = 'base' } = options;
  const { baseUrl } = mock.connection;
  const root = covers === 'base' ? baseUrl : new URL(baseUrl).origin;
  return [http.all(below(root), ({ request }) => answer(mock, request))];
}
