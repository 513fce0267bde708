import { sha256 } from '@noble/hashes/sha2.js';
import { type ApiToken, apiTokenCreate, type NewApiToken } from '@org/payments-contract';
import { bytesToHex } from '@org/payments-crypto';
import { fixture } from '../../engine/resource/fixture.ts';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';
import type { PlatformToken, Scene, World } from '../../world.ts';

/** Fields of a new token. */
type TokenFields = Partial<Pick<NewApiToken, 'name' | 'permissions'>>;

/** Adds a token and returns it with its secret, which is shown only this once (rule 97). */
export function addToken(scene: Scene, fields: TokenFields = {}): NewApiToken {
  const { random } = scene.world;
  const { name = `Token ${tokens.in(scene.world).size + 1}`, permissions = ['VIEW'] } = fields;
  const clientSecret = random.hex('client-secret', 24);
  const record = tokens.add(scene, {
    name,
    permissions: [...new Set(permissions)],
    // Not the id, because a Basic user name cannot contain a colon.
    clientId: `token-${random.hex('client-id', 8)}`,
    secretDigest: digestOf(clientSecret),
  });
  return { ...tokens.view(record, scene.world), clientSecret };
}

/** The fixture behind `mock.add.token`. */
export const tokenFixture = fixture({ schema: apiTokenCreate, add: addToken });

/** An API token. The mock stores a digest of its secret, as a service would. */
export interface TokenRecord extends Omit<ApiToken, 'clientSecret'> {
  /** SHA-256 of the secret, hex. */
  readonly secretDigest: string;
}

/** SHA-256 of a secret, hex. */
function digestOf(secret: string): string {
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
