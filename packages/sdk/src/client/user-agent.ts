import type { AppInfo } from '../call/options.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { runtimeName, SDK_NAME, SDK_VERSION } from '../sdk-info.ts';

/** The characters of a product name or version: the token characters of RFC 9110, 5.6.2. */
const token = /^[!#$%&'*+.^`|~\w-]+$/;
const url = /^https?:\/\/[\x21-\x27\x2a-\x7e]+$/;

function check(field: string, value: string | undefined, pattern: RegExp): void {
  if (value === undefined || pattern.test(value)) return;
  throw new ConfigurationError(
    'appInfo',
    `appInfo.${field} has characters that a User-Agent cannot hold.`,
    pattern === url
      ? 'Pass an absolute http or https URL without parentheses.'
      : 'Use letters, digits and -._ only.',
  );
}

/**
 * The User-Agent: the SDK and its version, the runtime, and the application if it is named.
 *
 * @throws ConfigurationError for an `appInfo` that is not a valid header value
 */
export function userAgent(app: AppInfo | undefined): string {
  const sdk = `${SDK_NAME.replace(/^@/, '').replace('/', '-')}/${SDK_VERSION} ${runtimeName()}`;
  if (app === undefined) return sdk;
  check('name', app.name, token);
  check('version', app.version, token);
  check('url', app.url, url);
  const version = app.version === undefined ? '' : `/${app.version}`;
  return `${sdk} ${app.name}${version}${app.url === undefined ? '' : ` (${app.url})`}`;
}
