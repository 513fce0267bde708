import type { Mock } from '../../src/index.ts';
import { createIdentityProvider, type TokenClaims } from '../../src/testing/index.ts';

export const identity = {
  iss: 'https://accounts.google.com',
  aud: 'platform-client-id',
  sub: 'user-1',
};

/** Returns a token of the test identity, issued now; claims that are undefined are left out. */
export function oidcToken(mock: Mock, claims: TokenClaims = {}): string {
  const provider = createIdentityProvider({ clock: mock.clock });
  return provider.issue(identity.sub, { email: 'ada@example.org', ...claims });
}
