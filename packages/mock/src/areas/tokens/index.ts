import { area } from '../../engine/area.ts';
import { tokenFixture } from './fixture.ts';
import { createToken, deleteToken } from './operations.ts';
import { tokenOf, tokens } from './tokens.ts';

/** API tokens: what the platform authenticates with. */
export const tokensArea = area({
  resources: [tokens],
  operations: { 'tokens.create': createToken, 'tokens.delete': deleteToken },
  fixtures: {
    /** Adds an API token with the permission VIEW, and returns it with its secret. */
    token: tokenFixture,
  },
  ports: { tokenOf },
});
