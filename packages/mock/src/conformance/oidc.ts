import { bytesToBase64url } from '@org/payments-crypto';
import type { Mock } from '../mock.ts';

export const identity = {
  iss: 'https://accounts.google.com',
  aud: 'platform-client-id',
  sub: 'user-1',
};

function segment(json: unknown): string {
  return bytesToBase64url(new TextEncoder().encode(JSON.stringify(json)));
}

/** A token of the test identity, issued now; claims that are undefined are left out. */
export function oidcToken(mock: Mock, claims: Readonly<Record<string, unknown>> = {}): string {
  const iat = mock.clock.now() / 1000;
  const all = { ...identity, email: 'ada@example.org', iat, exp: iat + 3600, ...claims };
  return `${segment({ alg: 'RS256' })}.${segment(all)}.c2lnbmF0dXJl`;
}
