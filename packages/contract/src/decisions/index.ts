import { accountDecisions } from './accounts.ts';
import { customerDecisions } from './customers.ts';
import type { Decision } from './decision.ts';
import { paymentDecisions } from './payments.ts';
import { walletDecisions } from './wallets.ts';

export type { Decision };

/** Every decision, by area. */
export const decisions: readonly Decision[] = [
  ...walletDecisions,
  ...customerDecisions,
  ...paymentDecisions,
  ...accountDecisions,
];

/** Returns the decision about a change that `npm run follow` found; undefined for an open one. */
export function decisionOn(change: string): Decision | undefined {
  return decisions.find(({ changes = [] }) =>
    changes.some((pattern) => {
      const parts = pattern
        .split('*')
        .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
      return new RegExp(`^${parts.join('.*')}$`).test(change);
    }),
  );
}
