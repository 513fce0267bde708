import type { Openssl } from './openssl.ts';

/** No OpenSSL: the form for browsers, which leaves out the code for Node. */
export function openssl(): Openssl | undefined {
  return undefined;
}
