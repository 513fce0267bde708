import { DelegatedKey } from '@org/payments-contract';
import { area } from '../../engine/area.ts';
import type { Result } from '../../engine/behaviour.ts';
import { backendId } from '../../engine/payload-forms.ts';
import { invalidField, refuse } from '../../engine/refusal.ts';
import { fixture } from '../../engine/resource/fixture.ts';
import { listResult } from '../../engine/resource/list.ts';
import type { Scene, World } from '../../world.ts';
import { addCard, cards, isBound } from '../cards/cards.ts';
import { requireHeldAccount } from '../internal-accounts/internal-accounts.ts';
import { delegatedKeys } from './delegated-keys.ts';

function bindingId(world: World, cardId: string, accountId: string) {
  return `CardFundingSource:${backendId(world, 'binding', `${cardId}/${accountId}`)}` as const;
}

function addDelegatedKey(scene: Scene, fields: Partial<DelegatedKey> = {}): DelegatedKey {
  const { world } = scene;
  const card = fields.cardId === undefined ? addCard(scene) : cards.require(scene, fields.cardId);
  const accountId = fields.accountId ?? card.fundingSources[0] ?? 'InternalAccount:none';
  return delegatedKeys.add(scene, {
    cardId: card.id,
    accountId,
    fundingSourceId: bindingId(world, card.id, accountId),
    publicKey: world.random.keyPair('delegated-key').publicKey,
    nickname: 'Card payments',
    status: 'ACTIVE',
    ...fields,
    ...(isBound(card, accountId) ? {} : { status: 'REVOKED' }),
  });
}

/** Keys with which the service spends from a wallet for one card, without a session. */
export const delegatedKeysArea = area({
  resources: [delegatedKeys],
  operations: {
    /**
     * Creates a key for a wallet that funds a card; only one of a binding works. The first stamp creates
     * the key, the second one the right to sign with it.
     */
    'delegatedKeys.create'(call) {
      const { cardId, internalAccountId, nickname } = call.input;
      const card = cards.require(call, cardId);
      const account = requireHeldAccount(call, internalAccountId);
      return {
        signers: { accountIds: [account.id] },
        check() {
          if (account.type !== 'EMBEDDED_WALLET' || !isBound(card, account.id)) {
            const explanation = `${account.id} is not an embedded wallet that funds ${card.id}.`;
            throw refuse('NOT_FOUND', 'Card funding source not found', explanation);
          }
          const keys = delegatedKeys.in(call.world).find('accountId', account.id);
          const live = keys.find((key) => key.cardId === card.id && key.status === 'ACTIVE');
          if (live === undefined) return;
          throw refuse('CONFLICT', 'The card has a key for this wallet', `${live.id} is live.`);
        },
        prepare() {
          const { id } = addDelegatedKey(call, {
            cardId: card.id,
            accountId: account.id,
            nickname,
            status: 'PENDING',
          });
          return { binds: { delegatedKeyId: id } };
        },
        apply(): Result {
          const key = delegatedKeys.require(call, String(call.bound?.delegatedKeyId));
          return { body: delegatedKeys.move(call, key, 'ACTIVE') };
        },
      };
    },

    /** Lists the keys of a wallet, or of one binding of it to a card. @throws Refusal 400 without either */
    'delegatedKeys.list'(call) {
      const { accountId, fundingSourceId } = call.input;
      if (accountId !== undefined || fundingSourceId !== undefined)
        return listResult(delegatedKeys, call);
      throw invalidField('accountId', 'is required, or fundingSourceId');
    },

    /** Revokes a key that works, for good. */
    'delegatedKeys.revoke'(call) {
      const key = delegatedKeys.require(call, call.input.id);
      if (key.status !== 'ACTIVE') {
        throw invalidField('id', `names a key that is ${key.status}, not ACTIVE`);
      }
      delegatedKeys.move(call, key, 'REVOKED');
      return { body: undefined };
    },
  },
  fixtures: {
    /** Adds a key that works. Without `cardId`, a card with its wallet is added too. */
    delegatedKey: fixture({ schema: DelegatedKey, add: addDelegatedKey }),
  },
});
