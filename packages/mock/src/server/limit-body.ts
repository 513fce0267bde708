import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/**
 * Converts the request to the runtime's class. Hono's limit copies the request, and the adapter's
 * own class can be copied only if it replaces the global `Request`, which this server does not do.
 */
function ofRuntime({ url, method, headers, body, signal }: Request): Request {
  return new Request(url, { method, headers, body, signal, duplex: 'half' } as RequestInit);
}

/**
 * Refuses bodies of more than a number of bytes with 413, whether their length is declared or not.
 */
export function limitBody(maxSize: number): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize,
    onError: (context) => {
      const message = `The body is larger than ${maxSize} bytes.`;
      const body = { status: 413, code: 'INVALID_REQUEST_FORMAT', message };
      return context.json(body, 413, { Connection: 'close' });
    },
  });
  return async (context, next) => {
    const isStreamed = context.req.header('transfer-encoding') !== undefined;
    if (!isStreamed && context.req.header('content-length') === undefined) return next();
    if (isStreamed) context.req.raw = ofRuntime(context.req.raw);
    return limit(context, next);
  };
}
