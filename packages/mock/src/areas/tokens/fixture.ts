import { apiTokenCreate, type NewApiToken } from '@org/payments-contract';
import { fixture } from '../../engine/resource/fixture.ts';
import type { Scene } from '../../world.ts';
import { digestOf, tokens } from './tokens.ts';

/** Fields of a new token. */
export type TokenFields = Partial<Pick<NewApiToken, 'name' | 'permissions'>>;

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
