import { API_VERSION } from '@org/payments-contract';
import { ConfigurationError } from '../errors/caller-errors.ts';

const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function wrong(message: string, action: string): ConfigurationError {
  return new ConfigurationError('baseUrl', message, action);
}

/**
 * The base URL without a trailing slash.
 *
 * @throws ConfigurationError when it is missing, not https (http only on loopback), carries
 *   credentials, a query or a fragment, or does not end with the API version
 */
export function parseBaseUrl(value: string | undefined): string {
  if (value === undefined || value === '') {
    throw wrong('There is no base URL.', 'Pass `baseUrl` or set PAYMENTS_BASE_URL.');
  }
  if (!URL.canParse(value))
    throw wrong('The base URL is not a URL.', 'Pass an absolute https URL.');
  const url = new URL(value);
  if (url.username !== '' || url.password !== '') {
    throw wrong('The base URL holds credentials.', 'Pass them as `tokenId` and `clientSecret`.');
  }
  if (url.search !== '' || url.hash !== '') {
    throw wrong('The base URL has a query or a fragment.', 'Pass the URL without them.');
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback.test(url.hostname))) {
    throw wrong('The base URL is not https.', 'Use https; http is for loopback addresses only.');
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (!path.endsWith(`/${API_VERSION}`)) {
    throw wrong(
      'The base URL does not end with the API version.',
      `Add the segment: ${url.origin}${path}/${API_VERSION}`,
    );
  }
  return `${url.origin}${path}`;
}
