import { type HttpHandler, HttpResponse, http } from 'msw';
import { ConnectionLost } from '../engine/connection-lost.ts';
import type { Mock } from '../mock.ts';
import { clearOpenSslErrors } from './openssl-errors.ts';

/** Options of a mock's handlers. */
export interface HandlerOptions {
  /**
   * Whether the handler covers every request below the base URL, or every request to its origin;
   * then a wrong or missing version is a logged 404 too. Default: `base`.
   */
  readonly covers?: 'base' | 'origin';
}

/**
 * Returns a pattern for everything below a URL. It has no groups, so that no version of Mock
 * Service Worker decodes the rest of the path.
 */
function below(url: string): RegExp {
  return new RegExp(`^${url.replaceAll(/[^\w/]/g, '\\$&')}/`);
}

async function respond(mock: Mock, request: Request): Promise<Response> {
  clearOpenSslErrors();
  try {
    return await mock.fetch(request);
  } catch (error) {
    if (error instanceof ConnectionLost || request.signal.aborted) return HttpResponse.error();
    throw error;
  }
}

/**
 * Returns the mock as a request handler of Mock Service Worker, 2 or 3, for `setupServer` and
 * `setupWorker`. One handler handles every request below the mock's base URL, unknown paths
 * included; handlers added by `use` run first.
 *
 * @example
 * const server = setupServer(...mockHandlers(mock));
 * server.listen(failOnUnhandled);
 */
export function mockHandlers(mock: Mock, options: HandlerOptions = {}): HttpHandler[] {
  const { covers = 'base' } = options;
  const { baseUrl } = mock.connection;
  const root = covers === 'base' ? baseUrl : new URL(baseUrl).origin;
  return [http.all(below(root), ({ request }) => respond(mock, request))];
}
