import * as z from 'zod';
import { checked, onlyFields } from '../usage-error.ts';
import { targetProblem } from '../webhooks/line.ts';
import type { AllowedOrigins } from './allowed-origins.ts';
import { urlHost } from './hosts.ts';

/** Options of `listen`: the address, and the hosts and origins it accepts. */
export interface ListenOptions {
  /** Port to listen on; 0, or left out, for any free port. */
  readonly port?: number;
  /** Loopback when left out. On any other address the control API requires `controlToken`. */
  readonly host?: string;
  /**
   * Names in the `Host` header that are accepted besides `localhost`, `127.0.0.1`, `[::1]` and
   * `host`. Requests for other names are refused, which stops DNS rebinding.
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Origins whose pages may use the API, never the control API: none when left out, `true` for any.
   */
  readonly cors?: AllowedOrigins;
  /** URLs to which events are delivered while the server runs. */
  readonly forwardTo?: readonly string[];
  /**
   * Maximum size of a request body in bytes; 1 MiB when left out. A snapshot and an upload may be
   * larger.
   */
  readonly bodyLimit?: number;
}

function list(what: string, isOne: (text: string) => boolean) {
  const message = `must be a list of ${what}`;
  return z.array(z.string(message).refine(isOne, `is not one of ${what}`), message);
}
const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;
const isTarget = (text: string) => targetProblem(text) === undefined;
/** Returns whether a string is a name or an address as written in `Host`, without a port. */
const isHostName = (text: string) =>
  URL.canParse(`http://${urlHost(text)}`) &&
  new URL(`http://${urlHost(text)}`).host === urlHost(text);
const origins = list('origins such as https://app.example', isOrigin);
const count = (highest: number) =>
  z
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(highest, `must be at most ${highest}`);
/** Its type requires a complete list: a missing option does not compile. */
const optionFields = {
  port: count(65_535).optional(),
  host: z.string('must be text').min(1, 'must not be empty').optional(),
  allowedHosts: list('host names without a port', isHostName).optional(),
  cors: z
    .union(
      [z.boolean(), origins],
      'must be true, false or a list of origins such as https://app.example',
    )
    .optional(),
  forwardTo: list('http or https URLs without a user name and a password', isTarget).optional(),
  bodyLimit: count(Number.MAX_SAFE_INTEGER).optional(),
} satisfies Readonly<Record<keyof ListenOptions, z.ZodType>>;
const listenOptions = z.strictObject(optionFields, {
  error: onlyFields(Object.keys(optionFields)),
});

/** Checks the options of `listen`. @throws MockUsageError for an unknown option or value */
export function checkListenOptions(options: ListenOptions): void {
  checked('The server cannot be started', listenOptions, options);
}
