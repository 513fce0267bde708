import { type OperationRow, type Risk, riskOf } from '@org/payments-contract';
import type { Fields } from '../../fields.ts';

/** What a call does at worst, and what happens if the person refuses, each in one sentence. */
export interface Consequences {
  readonly warning: string;
  readonly refusal: string;
}

const warnings: Readonly<Record<Risk, string>> = {
  reads: 'This reads data.',
  adds: 'This adds something.',
  changes: 'This changes something.',
  'moves-money': 'This moves money.',
  'raises-authority': 'This lets somebody do more than before.',
  irreversible: 'This cannot be undone.',
};

const NOTHING_SENT = 'Nothing is sent: no money moves and nothing changes.';

/** Operations of which more can be said than their risk tells. */
const known: Readonly<Record<string, Partial<Consequences>>> = {
  'transfers.createIn': { warning: 'This takes money from the account outside.' },
  'agents.approveAction': {
    warning: "This carries out the agent's payment.",
    refusal: "No money moves. The agent's payment keeps waiting, and you can decide it later.",
  },
  'agents.rejectAction': {
    warning: "This rejects the agent's payment for good. No money moves.",
    refusal: "The agent's payment keeps waiting, and you can decide it later.",
  },
  'transactions.approve': {
    warning: 'This accepts the payment.',
    refusal: 'The payment keeps waiting, and the service may end it after a time.',
  },
  'transactions.reject': {
    warning: 'This rejects the payment for good.',
    refusal: 'The payment keeps waiting, and the service may end it after a time.',
  },
  'transactions.cancel': {
    warning: 'This stops the payment and returns its money.',
    refusal: 'Nothing is sent: the payment continues.',
  },
  'invitations.create': {
    warning: 'This promises money: it leaves the inviter once somebody claims the invitation.',
  },
  'externalAccounts.create': {
    warning: "Payments can go to this account afterwards. Compare it with the payee's invoice.",
    refusal: 'Nothing is sent: the account is not added.',
  },
  'platformAccounts.create': {
    warning: 'Money of the platform can go to this account afterwards. Compare it with your own.',
    refusal: 'Nothing is sent: the account is not added.',
  },
  'agents.updatePolicy': {
    warning: 'The agent can do and spend afterwards what the new policy allows.',
    refusal: 'Nothing is sent: the policy stays as it is.',
  },
  'config.update': {
    warning:
      'This changes the settings of the platform, for all customers. Events go to the webhook address that is shown.',
    refusal: 'Nothing is sent: the settings stay as they are.',
  },
  'customers.delete': { warning: 'The customer is deleted. This cannot be undone.' },
  'tokens.delete': {
    warning: 'Every program that uses the token stops working. This cannot be undone.',
  },
};

/** Describes what a call does and what a refusal does. */
export function consequencesOf(name: string, row: OperationRow, input: Fields): Consequences {
  const own = known[name.replace(/^agent\./, '')] ?? {};
  return { warning: warnings[riskOf(row, input)], refusal: NOTHING_SENT, ...own };
}
