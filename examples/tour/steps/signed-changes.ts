import { same } from '../expect.ts';
import { printingStamper, type Stage } from '../stage.ts';

/** Turns wallet privacy on: one call, two requests, one signature. */
export async function walletPrivacy(stage: Stage): Promise<string> {
  const { payments, ids } = stage;
  const account = await payments.internalAccounts.update(
    { id: ids.account, privateEnabled: true },
    { stamper: printingStamper(stage) },
  );
  same('privateEnabled', account.privateEnabled, true);
  return 'wallet privacy is on';
}

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
