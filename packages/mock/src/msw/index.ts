import { type HttpHandler, HttpResponse, http } from 'msw';
import { ConnectionLost } from '../engine/connection-lost.ts';
import type { Mock } from '../mock.ts';

/**
 * Makes unhandled requests fail, in both versions of Mock Service Worker.
 *
 * Version 3 renamed `onUnhandledRequest` to `onUnhandledFrame`. Under its old name the option is
 * ignored: Mock Service Worker only prints a warning, and the request goes out to the network.
 *
 * @example server.listen(failOnUnhandled); await worker.start(failOnUnhandled);
 */
export const failOnUnhandled = {
  onUnhandledRequest: 'error',
  onUnhandledFrame: 'error',
} as const;

/**
 * Empties OpenSSL's error queue, on runtimes that use OpenSSL.
 *
 * MSW 3 passes a session that OpenSSL cannot read to the TLS clients it intercepts. The error stays
 * queued, and the process's next key import fails with it although the key is valid. Drawing random
 * bytes empties the queue.
 */
function clearOpenSslErrors(): void {
  if (typeof process === 'undefined') return;
  process.getBuiltinModule?.('node:crypto')?.randomBytes(1);
}

/** Options of a mock's handlers. */
export interface HandlerOptions {
  /**
   * Whether the handler covers every request below the base URL, or every request to its origin;
   * then a wrong or missing version is a logged 404 too. Default: `base`.
   */
  readonly covers?: 'base' | 'origin' | undefined;
}

/** Returns a pattern for all below a URL. Without groups, Mock Service Worker does not decode the path. */
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
