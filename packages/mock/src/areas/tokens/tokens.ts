import { sha256 } from '@noble/hashes/sha2.js';
import type { ApiToken } from '@org/payments-contract';
import { bytesToHex } from '@org/payments-crypto';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';
import type { PlatformToken, World } from '../../world.ts';

/** An API token. The mock stores a digest of its secret, as a service would. */
export interface TokenRecord extends Omit<ApiToken, 'clientSecret'> {
  /** SHA-256 of the secret, hex. */
  readonly secretDigest: string;
}

/** SHA-256 of a secret, hex. */
export function digestOf(secret: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(secret)));
}

const after = (time: string, bound: string) => Date.parse(time) > Date.parse(bound);

/** The API tokens of the platform, except the connection's, which no list shows. */
export const tokens = resource({
  name: 'tokens',
  record: recordOf<TokenRecord>(),
  id: 'Token',
  notFound: 'TOKEN_NOT_FOUND',
  indexes: ['clientId'],
  filters: {
    createdAfter: ({ createdAt }, bound: string) => after(createdAt, bound),
    createdBefore: ({ createdAt }, bound: string) => after(bound, createdAt),
    updatedAfter: ({ updatedAt }, bound: string) => after(updatedAt, bound),
    updatedBefore: ({ updatedAt }, bound: string) => after(bound, updatedAt),
  },
  view: ({ secretDigest: _digest, ...token }): ApiToken => token,
});

/** Returns the API token with a client id, for the check of credentials. */
export function tokenOf(world: World, clientId: string): PlatformToken | undefined {
  const [token] = tokens.in(world).find('clientId', clientId);
  if (token === undefined) return undefined;
  const { id, permissions, secretDigest } = token;
  return { id, permissions, accepts: (secret) => digestOf(secret) === secretDigest };
}
