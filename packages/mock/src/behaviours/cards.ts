import {
  type Card,
  canTransition,
  cardUpdateMachine,
  type FieldError,
} from '@org/payments-contract';
import { iso } from '../clock.ts';
import { type CallOf, signed } from '../engine/behaviour.ts';
import { invalidInput, refuse } from '../engine/refusal.ts';
import { type CardRecord, cardView } from '../store/records.ts';
import type { World } from '../world.ts';
import { requireRecord } from './shared.ts';

type UpdateCall = CallOf<'cards.update'>;

function requireTransition(card: Card, state: string | undefined): void {
  if (state === undefined || canTransition(cardUpdateMachine, card.state, state)) return;
  throw refuse(
    'INVALID_STATE_TRANSITION',
    `A card cannot move from ${card.state} to ${state}`,
    `From ${card.state} a card update may ask for: ${
      cardUpdateMachine.transitions[card.state as 'ACTIVE']?.join(', ') || 'nothing'
    }.`,
  );
}

/** What is wrong with a funding source of a card, if anything (rule 67). */
export function fundingSourceProblem(
  world: World,
  card: Pick<Card, 'cardholderId' | 'currency'>,
  accountId: string,
): string | undefined {
  const account = world.store.tables.accounts.get(accountId);
  if (account === undefined) return 'is unknown';
  if (account.customerId !== card.cardholderId) return "is not the cardholder's";
  const { code } = account.balance.currency;
  const isForeign = card.currency !== undefined && card.currency !== code;
  return isForeign ? `is in ${code}; the card is in ${card.currency}` : undefined;
}

function requireFundingSources(
  { world }: UpdateCall,
  card: Card,
  sources: readonly string[],
): void {
  if (card.state === 'CLOSED') {
    throw refuse('CARD_NOT_MUTABLE', 'A closed card cannot be changed');
  }
  const errors = sources.flatMap((id, index): FieldError[] => {
    const message = fundingSourceProblem(world, card, id);
    return message === undefined ? [] : [{ field: `fundingSources.${index}`, message }];
  });
  if (errors.length > 0) throw invalidInput(errors);
}

function owners({ world }: UpdateCall, card: CardRecord): readonly string[] {
  const { cardOwner } = world.settings.choices;
  return cardOwner === 'any-source' ? card.fundingSources : [card.ownerAccountId];
}

/** Freeze, unfreeze, close, rebind (rules 64 to 68 and 70). */
export const updateCard = signed<'cards.update'>({
  plan(call) {
    const { world, write, input } = call;
    const { state, fundingSources } = input;
    const card = requireRecord(call, 'cards', input.id);
    return {
      signers: { accountIds: owners(call, card) },
      check() {
        requireTransition(card, state);
        if (fundingSources !== undefined) requireFundingSources(call, card, fundingSources);
      },
      apply() {
        const updated = write.update('cards', card, {
          ...(state === undefined ? {} : { state }),
          ...(state === 'CLOSED' ? { stateReason: 'CLOSED_BY_PLATFORM' } : {}),
          ...(fundingSources === undefined
            ? {}
            : { fundingSources: fundingSources as Card['fundingSources'] }),
          updatedAt: iso(world.clock.now()),
        });
        return { body: cardView(updated) };
      },
    };
  },
});
