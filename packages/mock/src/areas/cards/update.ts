import type { Card, FieldError } from '@org/payments-contract';
import { type Call, signed } from '../../engine/behaviour.ts';
import { invalidInput, refuse } from '../../engine/refusal.ts';
import { requireMove } from '../../engine/resource/resource.ts';
import { cards, fundingSourceProblem } from './cards.ts';

/** Checks the funding sources (rule 67). @throws Refusal 400 with one entry for each invalid one */
export function requireFundingSources(
  { world }: Call<unknown>,
  card: Pick<Card, 'cardholderId' | 'currency'>,
  sources: readonly string[],
): void {
  const errors = sources.flatMap((id, index): FieldError[] => {
    const message = fundingSourceProblem(world, card, id);
    return message === undefined ? [] : [{ field: `fundingSources.${index}`, message }];
  });
  if (errors.length > 0) throw invalidInput(errors);
}

/** Freezes, unfreezes, closes, or replaces funding sources (rules 64 to 68 and 70). */
export const updateCard = signed<'cards.update'>({
  plan(call) {
    const { state, fundingSources } = call.input;
    const card = cards.require(call, call.input.id);
    return {
      signers: { accountIds: [card.ownerAccountId] },
      check() {
        requireMove(cards.declaration, card, state, 'request');
        if (fundingSources === undefined) return;
        if (card.state === 'CLOSED') {
          throw refuse('CARD_NOT_MUTABLE', 'A closed card cannot be changed');
        }
        requireFundingSources(call, card, fundingSources);
      },
      apply() {
        const updated = cards.change(call, card, {
          ...(state === undefined ? {} : { state }),
          ...(state === 'CLOSED' ? { stateReason: 'CLOSED_BY_PLATFORM' } : {}),
          ...(fundingSources === undefined
            ? {}
            : { fundingSources: fundingSources as Card['fundingSources'] }),
        });
        return { body: cards.view(updated, call.world) };
      },
    };
  },
});
