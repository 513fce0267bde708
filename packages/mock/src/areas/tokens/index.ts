import { area } from '../../engine/area.ts';
import { type CallOf, plain } from '../../engine/behaviour.ts';
import { invalidInput } from '../../engine/refusal.ts';
import { addToken, tokenFixture, tokenOf, tokens } from './tokens.ts';

/** Creates a further token of the platform. */
const createToken = plain<'tokens.create'>({
  run: (call) => ({ body: addToken(call, call.input) }),
});

function isOwn({ input, tokenId, world }: CallOf<'tokens.delete'>): boolean {
  return input.tokenId === (tokenId ?? world.settings.connection.tokenId);
}

/** Deletes a token, which stops working at once. A token cannot delete itself. */
const deleteToken = plain<'tokens.delete'>({
  run(call) {
    if (isOwn(call)) {
      const message = 'is the token that authenticates this request; delete it with another one';
      throw invalidInput([{ field: 'tokenId', message }]);
    }
    tokens.remove(call, tokens.require(call, call.input.tokenId));
    return { body: undefined };
  },
});

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
