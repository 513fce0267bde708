import { same } from '../expect.ts';
import { printingStamper, type Stage } from '../stage.ts';

/** Freezes, unfreezes and closes the card. */
export async function cardLife(stage: Stage): Promise<string> {
  const { payments, ids } = stage;
  const stamper = printingStamper(stage);
  for (const state of ['FROZEN', 'ACTIVE', 'CLOSED'] as const) {
    const card = await payments.cards.update({ id: ids.card, state }, { stamper });
    same('The state of the card', card.state, state);
  }
  return 'the card was frozen, unfrozen and closed';
}
