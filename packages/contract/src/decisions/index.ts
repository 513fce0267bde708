import { accountDecisions } from './accounts.ts';
import { customerDecisions } from './customers.ts';
import type { Decision } from './decision.ts';
import { formDecisions } from './forms.ts';
import { paymentDecisions } from './payments.ts';
import { walletDecisions } from './wallets.ts';

export type { Decision };

/** The decisions of each area, by its title. */
export const decisionAreas = {
  'Wallets and sessions': walletDecisions,
  'Customers and verification': customerDecisions,
  'Quotes, payments and agents': paymentDecisions,
  'Accounts and cards': accountDecisions,
  'What the contract writes in another form': formDecisions,
} as const;

/** Every decision, by area. */
export const decisions: readonly Decision[] = Object.values(decisionAreas).flat();

function expressionOf(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[\\^$.+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}

const decided = decisions.flatMap((decision) =>
  (decision.changes ?? []).map((pattern) => ({ decision, pattern, form: expressionOf(pattern) })),
);

/** Returns the pattern that decides a change, which has several names; undefined for an open change. */
export function patternOn(names: readonly string[]): string | undefined {
  return decided.find(({ form }) => names.some((name) => form.test(name)))?.pattern;
}
