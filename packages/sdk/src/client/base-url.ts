import { API_VERSION } from '@org/payments-contract';
import { copyMistake } from '@org/payments-contract/internal';
import type { Service } from '../call/context.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { fromEnvironment } from '../runtime.ts';

const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function baseUrlError(message: string, action: string): ConfigurationError {
  return new ConfigurationError('baseUrl', message, action);
}

/**
 * Reads a base URL.
 *
 * @throws ConfigurationError when it is not https (http only on loopback), carries credentials, a
 *   query or a fragment, or does not end with the API version
 */
function parseBaseUrl(value: string): Service {
  const mistake = copyMistake(value.trim());
  if (mistake !== undefined) throw baseUrlError(`The base URL ${mistake[0]}.`, mistake[1]);
  // A host and its port alone are read as a scheme and a path.
  const [, host] = /^(?:\/\/)?((?:[\w-]+\.)+[\w-]+|localhost|\[::1\])(?=[:/]|$)/.exec(value) ?? [];
  if (host !== undefined) {
    const scheme = loopback.test(host) ? 'http' : 'https';
    const action = `Write ${scheme}://${value.replace(/^\/\//, '')}.`;
    throw baseUrlError('The base URL has no scheme.', action);
  }
  if (!URL.canParse(value)) {
    throw baseUrlError('The base URL is not a URL.', 'Pass an absolute https URL.');
  }
  const url = new URL(value);
  if (url.username !== '' || url.password !== '') {
    throw baseUrlError(
      'The base URL holds credentials.',
      'Pass them as `tokenId` and `clientSecret`.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw baseUrlError('The base URL has a query or a fragment.', 'Pass the URL without them.');
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback.test(url.hostname))) {
    throw baseUrlError(
      'The base URL is not https.',
      'Use https; http is for loopback addresses only.',
    );
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (path.includes('//')) {
    const action = `Write ${url.origin}${path.replace(/\/{2,}/g, '/')}.`;
    throw baseUrlError('The base URL has two slashes in a row.', action);
  }
  const [place = '', version] = path.split(/\/(\d{4}-\d{2}-\d{2})(?=\/|$)/);
  if (path !== `${place}/${API_VERSION}`) {
    // What is not a date in its place is the version of another service.
    const before = version === undefined ? place.replace(/\/(?:v\d+|\d{4}-\d\d.*)$/i, '') : place;
    const write = `Write ${url.origin}${before}/${API_VERSION}`;
    if (version === undefined) throw baseUrlError('The base URL has no API version.', `${write}.`);
    throw version === API_VERSION
      ? baseUrlError('The base URL goes on after the API version.', `${write}.`)
      : baseUrlError(
          'The base URL has another API version than this client.',
          `${write}, or install the version of the client that fits.`,
        );
  }
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { baseUrl: `${url.origin}${path}`, host: url.hostname, port };
}

/**
 * Where a client sends its requests. A given URL is checked at once; a missing one is read from the
 * environment at first use.
 *
 * @throws ConfigurationError for a URL that cannot work; the function returned throws it too
 */
export function serviceAt(value: string | undefined): () => Service {
  if (value !== undefined && value !== '') {
    const given = parseBaseUrl(value);
    return () => given;
  }
  return () => {
    const url = fromEnvironment('PAYMENTS_BASE_URL');
    if (url === undefined) {
      throw baseUrlError('The base URL is missing.', 'Pass `baseUrl` or set PAYMENTS_BASE_URL.');
    }
    return parseBaseUrl(url);
  };
}
