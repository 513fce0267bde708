import { ConfigurationError } from '../errors/caller-errors.ts';

/**
 * Checks that an object has the functions that will be called, so that another kind of object is
 * found before it is used.
 *
 * @param option names the object in the error
 * @param expected describes what to pass, such as `a \`Pool\` of \`pg\``
 * @throws ConfigurationError
 */
export function checkFunctions(
  value: unknown,
  functions: readonly string[],
  { option, expected }: { readonly option: string; readonly expected: string },
): void {
  const given = Object(value) as Readonly<Record<string, unknown>>;
  const missing = functions.filter((name) => typeof given[name] !== 'function');
  if (missing.length === 0) return;
  const names = missing.map((name) => `\`${name}\``).join(', ');
  const message = `\`${option}\` does not have the function${missing.length > 1 ? 's' : ''} ${names}.`;
  throw new ConfigurationError(option, message, `Pass ${expected}.`);
}

/**
 * Checks the argument of a `fetch` function that was mounted: a server may pass a request of its
 * own, such as Express's, or a context that holds the request, such as Hono's.
 *
 * @throws ConfigurationError for anything but a `Request`
 */
export function checkRequest(request: unknown, adapter: string): void {
  const { headers, method, url, arrayBuffer } = Object(request) as Partial<Request>;
  const isRequest =
    typeof headers?.get === 'function' &&
    typeof arrayBuffer === 'function' &&
    typeof method === 'string' &&
    typeof url === 'string';
  if (isRequest) return;
  throw new ConfigurationError(
    'request',
    '`fetch` was called with something other than a `Request` of the Fetch standard.',
    `With node:http or Express, mount \`nodeHandler\` of ${adapter}; with Hono, pass \`context.req.raw\`.`,
  );
}
