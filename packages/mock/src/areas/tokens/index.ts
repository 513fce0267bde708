import { sha256 } from '@noble/hashes/sha2.js';
import { type ApiToken, apiTokenCreate, type NewApiToken } from '@org/payments-contract';
import { bytesToHex } from '@org/payments-crypto';
import { area } from '../../engine/area.ts';
import type { CallOf } from '../../engine/behaviour.ts';
import { invalidField } from '../../engine/refusal.ts';
import { fixture } from '../../engine/resource/fixture.ts';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';
import type { PlatformToken, Scene, World } from '../../world.ts';

type TokenFields = Partial<Pick<NewApiToken, 'name' | 'permissions'>>;

/** Adds a token and returns it with its secret, which is shown only this once (rule 97). */
function addToken(scene: Scene, fields: TokenFields = {}): NewApiToken {
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

/** An API token. The mock stores a digest of its secret, as a service would. */
interface TokenRecord extends Omit<ApiToken, 'clientSecret'> {
  /** SHA-256 of the secret, hex. */
  readonly secretDigest: string;
}

/** SHA-256 of a secret, hex. */
function digestOf(secret: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(secret)));
}

/** The API tokens of the platform, except the connection's, which no list shows. */
const tokens = resource({
  name: 'tokens',
  record: recordOf<TokenRecord>(),
  id: 'Token',
  notFound: 'TOKEN_NOT_FOUND',
  indexes: ['clientId', 'name'],
  view: ({ secretDigest: _digest, ...token }): ApiToken => token,
});

function tokenOf(world: World, clientId: string): PlatformToken | undefined {
  const [token] = tokens.in(world).find('clientId', clientId);
  if (token === undefined) return undefined;
  const { id, permissions, secretDigest } = token;
  return { id, permissions, accepts: (secret) => digestOf(secret) === secretDigest };
}

function isOwn({ input, tokenId, world }: CallOf<'tokens.delete'>): boolean {
  return input.tokenId === (tokenId ?? world.settings.connection.tokenId);
}

export const tokensArea = area({
  resources: [tokens],
  operations: {
    'tokens.create': (call) => ({ body: addToken(call, call.input) }),

    /** Deletes a token, which stops working at once. A token cannot delete itself. */
    'tokens.delete'(call) {
      if (isOwn(call)) {
        const message = 'is the token that authenticates this request; delete it with another one';
        throw invalidField('tokenId', message);
      }
      tokens.remove(call, tokens.require(call, call.input.tokenId));
      return { body: undefined };
    },
  },
  fixtures: {
    /** Adds an API token with the permission VIEW, and returns it with its secret. */
    token: fixture({ schema: apiTokenCreate, add: addToken }),
  },
  ports: { tokenOf },
});
