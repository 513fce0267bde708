import {
  type ApprovedOperationName,
  type Fields,
  type OperationRow,
  type Risk,
  riskOf,
} from '@org/payments-contract';

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

/** An agent's own operation has the consequences of the platform's. */
type Name = ApprovedOperationName extends infer Each
  ? Each extends `agent.${infer Shared}`
    ? Shared
    : Each
  : never;

/** What can be said of a call of the row's own risk besides what every call of that risk does. */
const known: Readonly<Record<Name, Partial<Consequences>>> = {
  'transfers.createOut': {},
  'quotes.create': {},
  'quotes.execute': {},
  'transfers.createIn': {
    warning: 'This takes money from the account outside.',
  },
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
  'invitations.claim': {
    warning:
      'This decides who receives the money of the invitation, which leaves the inviter. It cannot be claimed again.',
    refusal: 'Nothing is sent: the invitation can still be claimed.',
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
      'This changes the settings of the platform, for all customers. Events go to the webhook address that is shown; of a long one, its beginning and its host are.',
    refusal: 'Nothing is sent: the settings stay as they are.',
  },
  'stablecoins.mint': {
    warning: 'New stablecoins are paid for with money of the currency that they stand for.',
  },
  'stablecoins.burn': {
    warning: 'The stablecoins are destroyed for good, and their value leaves the service.',
  },
  'quotes.authorize': {
    warning: "This confirms the payment in the customer's name; it is then sent.",
  },
  'cards.create': {
    warning: 'Whoever has the card can spend from the accounts that are shown.',
  },
  'cards.reveal': {
    warning: "Whoever has the link that is returned sees the card's number and can pay with it.",
  },
  'cards.update': {
    warning: 'The card is closed, and can never be used again. This cannot be undone.',
    refusal: 'Nothing is sent: the card stays as it is.',
  },
  'agents.create': {
    warning: 'The agent can do and spend what its policy allows.',
  },
  'agents.createDeviceCode': {
    warning: 'Whoever has the code that is returned can act as the agent.',
  },
  'agents.redeemDeviceCode': {
    warning: 'Whoever has the token that is returned can act as the agent.',
  },
  'agents.update': {
    warning: 'An agent that is not paused can pay within its policy.',
  },
  'delegatedKeys.create': {
    warning: "The card can spend from the wallet afterwards without the customer's signature.",
  },
  'delegatedKeys.revoke': {
    warning: 'The card can no longer spend from the wallet. This cannot be undone.',
  },
  'credentials.create': {
    warning: 'Whoever has the new credential can sign for the account, as those before can.',
  },
  'credentials.revoke': {
    warning: 'The customer can no longer sign with the credential. This cannot be undone.',
  },
  'credentials.verify': {
    warning: 'Whoever holds the key of the new session can sign for the account.',
  },
  'sessions.refresh': {
    warning: 'Whoever holds the key of the new session can sign for the account.',
  },
  'internalAccounts.export': {
    warning: 'Whoever has the key that is returned controls the wallet for good.',
  },
  'sessions.revoke': {
    warning: 'The customer has to sign in again on that device. This cannot be undone.',
  },
  'stablecoinProviderAccounts.link': {
    warning: 'Stablecoins can be minted and burned through the account at the provider.',
  },
  'scaLogin.recordEvent': {
    warning: 'A customer who is locked after failed attempts can sign in again.',
  },
  'scaLogin.complete': {
    warning: 'The customer counts as signed in afterwards, from the address that is given.',
  },
  'externalAccounts.confirmTrust': {
    warning: 'Payments to the account need no strong authentication afterwards.',
  },
  'scaFactors.confirmEnrollment': {
    warning: "Payments can be confirmed with the new factor in the customer's name.",
  },
  'scaFactors.delete': {
    warning: 'The customer can no longer confirm payments with it. This cannot be undone.',
  },
  'scaFactors.completeReset': {
    warning:
      'The customer confirms payments without the factor, or with codes sent to the number that is given.',
  },
  'externalAccounts.delete': {
    warning: 'Payments can no longer go to the account. This cannot be undone.',
  },
  'platformAccounts.delete': {
    warning: 'Money of the platform can no longer go to the account. This cannot be undone.',
  },
  'agents.delete': {
    warning: 'The agent can no longer do anything. This cannot be undone.',
  },
  'customers.delete': {
    warning: 'The customer can no longer use the service. This cannot be undone.',
  },
  'documents.delete': {
    warning: 'The document is deleted. This cannot be undone.',
  },
  'tokens.create': {
    warning: 'Whoever has the token that is returned can act as the platform, as it permits.',
  },
  'tokens.delete': {
    warning: 'Every program that uses the token stops working. This cannot be undone.',
  },
};

/** Describes what a call does and what a refusal does. */
export function consequencesOf(name: string, row: OperationRow, input: Fields): Consequences {
  const risk = riskOf(row, input);
  const table: Readonly<Record<string, Partial<Consequences>>> = known;
  const special = risk === row.risk ? table[name.replace(/^agent\./, '')] : {};
  return { warning: warnings[risk], refusal: NOTHING_SENT, ...special };
}
