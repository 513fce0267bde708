import type { StablecoinProviderAccount } from '@org/payments-contract';
import type { Call, CallOf, Operations } from '../../engine/behaviour.ts';
import { invalidField, notFound, refuse } from '../../engine/refusal.ts';
import { outcomeOf } from '../../options/outcomes.ts';
import type { Scene } from '../../world.ts';
import { addProviderAccount, addStablecoin, providerAccounts, stablecoins } from './stablecoins.ts';

/** Checks that a write can be repeated under a key, which it must have. @throws Refusal 400 */
export function requireKey({ input }: Call<{ readonly idempotencyKey?: string | undefined }>) {
  if (input.idempotencyKey !== undefined) return;
  throw invalidField('idempotencyKey', 'is required: Idempotency-Key');
}

/** Returns a linked account that the provider accepts. @throws Refusal 404, or 400 for another */
export function requireActive(scene: Scene, id: string): StablecoinProviderAccount {
  const account = providerAccounts.require(scene, id);
  if (account.status === 'ACTIVE') return account;
  const code =
    account.status === 'REVOKED'
      ? 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED'
      : 'STABLECOIN_PROVIDER_ACCOUNT_INVALID';
  throw refuse(code, `The linked account is ${account.status}`);
}

/** Returns the linked account that is named, or the only active one. @throws Refusal 404 without one, 400 for several */
function requireSelected(call: CallOf<'stablecoins.register'>): StablecoinProviderAccount {
  const { stablecoinProviderAccountId } = call.input;
  if (stablecoinProviderAccountId !== undefined) {
    return requireActive(call, stablecoinProviderAccountId);
  }
  const active = providerAccounts
    .in(call.world)
    .all()
    .filter(({ status }) => status === 'ACTIVE');
  const [only, ...others] = active;
  if (only === undefined) {
    const code = 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND';
    throw notFound('Active linked account', 'An active StablecoinProviderAccount', code);
  }
  if (others.length === 0) return only;
  const explanation = `${active.length} linked accounts are active.`;
  throw refuse(
    'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED',
    'Several linked accounts are active',
    explanation,
  );
}

export const providerOperations = {
  /** Links an account of a provider. A provider's account is linked once. */
  'stablecoinProviderAccounts.link'(call) {
    requireKey(call);
    const { provider, apiClientId, providerAccountId = `acct-${apiClientId}` } = call.input;
    const { stablecoinProvider } = call.world.settings.outcomes;
    if (outcomeOf(stablecoinProvider, apiClientId) === 'REFUSED') {
      const explanation = `${apiClientId} ends in a suffix that causes this.`;
      throw refuse(
        'STABLECOIN_PROVIDER_ACCOUNT_INVALID',
        'The provider refuses the credentials',
        explanation,
      );
    }
    const linked = providerAccounts
      .in(call.world)
      .all()
      .find((each) => each.provider === provider && each.providerAccountId === providerAccountId);
    if (linked?.status === 'ACTIVE') {
      throw refuse(
        'CONFLICT',
        'The account is linked already',
        `${linked.id} is the same account.`,
      );
    }
    return { body: addProviderAccount(call, { provider, providerAccountId }) };
  },

  /** Registers a stablecoin, once; the service holds it from then on. */
  'stablecoins.register'(call) {
    requireKey(call);
    const { stablecoinProviderAccountId: _selected, idempotencyKey: _key, ...token } = call.input;
    const account = requireSelected(call);
    const registered = stablecoins
      .in(call.world)
      .all()
      .find(
        ({ networkTokenIdentifier }) => networkTokenIdentifier === token.networkTokenIdentifier,
      );
    if (registered !== undefined) {
      const explanation = `${registered.id} has this networkTokenIdentifier.`;
      throw refuse('CONFLICT', 'The stablecoin is registered already', explanation);
    }
    const [last = ''] = token.providerTokenIdentifier.split(/[^A-Za-z0-9]+/).toReversed();
    const symbol = last.toUpperCase() || 'TOKEN';
    return {
      body: addStablecoin(call, { ...token, symbol, stablecoinProviderAccountId: account.id }),
    };
  },
} satisfies Operations;
