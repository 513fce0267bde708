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
  /** Whether nobody can take it back. */
  readonly isFinal: boolean;
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

/** What the fields of a customer do that raise authority. */
function ofCustomer({ phoneNumber, email, umaAddress, kycStatus, kybStatus }: Fields): string {
  const said = [
    (phoneNumber || email) &&
      "Codes for the customer's payments and sign-ins can go to the new e-mail address or number.",
    umaAddress && 'What is sent to the new UMA address reaches this customer.',
    [kycStatus, kybStatus].includes('APPROVED') &&
      'The customer counts as checked, and can pay and be paid: whoever states that has checked who it is.',
  ];
  return said.filter(Boolean).join(' ');
}

/** What can be said of a call of the row's own risk besides what every call of that risk does, or of its input. */
const effects: Readonly<Record<Name, string | undefined | ((input: Fields) => string)>> = {
  'transfers.createOut': undefined,
  'quotes.create': undefined,
  'quotes.execute': undefined,
  'transfers.createIn': 'This takes money from the account outside.',
  'agents.approveAction': "This carries out the agent's payment.",
  'agents.rejectAction': "This rejects the agent's payment for good. No money moves.",
  'transactions.approve': 'This accepts the payment.',
  'transactions.reject': 'This rejects the payment for good.',
  'transactions.cancel': 'This stops the payment and returns its money.',
  'invitations.create':
    'This promises money: it leaves the inviter once somebody claims the invitation.',
  'invitations.claim':
    'This decides who receives the money of the invitation, which leaves the inviter. It cannot be claimed again.',
  'externalAccounts.create': ({ defaultUmaDepositAccount }) =>
    defaultUmaDepositAccount === true
      ? "What arrives at the customer's UMA address goes to this account afterwards, and payments can. Compare it with what the customer gave you."
      : "Payments can go to this account afterwards. Compare it with the payee's invoice.",
  'platformAccounts.create':
    'Money of the platform can go to this account afterwards. Compare it with your own.',
  'agents.updatePolicy': 'The agent can do and spend afterwards what the new policy allows.',
  'config.update':
    'This changes the settings for all customers. If a webhook address is shown, events go there.',
  'stablecoins.mint':
    'New stablecoins are paid for with money of the currency that they stand for.',
  'stablecoins.burn': 'The stablecoins are destroyed for good, and their value leaves the service.',
  'quotes.authorize': "This confirms the payment in the customer's name; it is then sent.",
  'cards.create': 'Whoever has the card can spend from the accounts that are shown.',
  'cards.reveal':
    "Whoever has the link that is returned sees the card's number and can pay with it.",
  'cards.update': 'The card is closed, and can never be used again. This cannot be undone.',
  'agents.create': 'The agent can do and spend what its policy allows.',
  'agents.createDeviceCode': 'Whoever has the code that is returned can act as the agent.',
  'agents.redeemDeviceCode': 'Whoever has the token that is returned can act as the agent.',
  'agents.update': 'An agent that is not paused can pay within its policy.',
  'delegatedKeys.create':
    "The card can spend from the wallet afterwards without the customer's signature.",
  'delegatedKeys.revoke': 'The card can no longer spend from the wallet. This cannot be undone.',
  'credentials.create':
    'Whoever has the new credential can sign for the account, as those before can.',
  'credentials.revoke':
    'The customer can no longer sign with the credential. This cannot be undone.',
  'credentials.verify': 'Whoever holds the key of the new session can sign for the account.',
  'sessions.refresh': 'Whoever holds the key of the new session can sign for the account.',
  'internalAccounts.export': 'Whoever has the key that is returned controls the wallet for good.',
  'sessions.revoke': 'The customer has to sign in again on that device. This cannot be undone.',
  'stablecoinProviderAccounts.link':
    'Stablecoins can be minted and burned through the account at the provider.',
  'scaLogin.recordEvent': 'A customer who is locked after failed attempts can sign in again.',
  'scaLogin.complete':
    'The customer counts as signed in afterwards, from the address that is given.',
  'externalAccounts.confirmTrust':
    'Payments to the account need no strong authentication afterwards.',
  'scaFactors.confirmEnrollment':
    "Payments can be confirmed with the new factor in the customer's name.",
  'scaFactors.delete':
    'The customer can no longer confirm payments with it. This cannot be undone.',
  'scaFactors.completeReset':
    'The customer confirms payments without the factor, or with codes sent to the number that is given.',
  'externalAccounts.delete': 'Payments can no longer go to the account. This cannot be undone.',
  'platformAccounts.delete':
    'Money of the platform can no longer go to the account. This cannot be undone.',
  'agents.delete': 'The agent can no longer do anything. This cannot be undone.',
  'customers.create': ofCustomer,
  'customers.update': ofCustomer,
  'customers.delete': 'The customer can no longer use the service. This cannot be undone.',
  'documents.delete': 'The document is deleted. This cannot be undone.',
  'tokens.create': 'Whoever has the token that is returned can act as the platform, as it permits.',
  'tokens.delete': 'Every program that uses the token stops working. This cannot be undone.',
};

/** What a refusal leaves, where that is more than a call that is not sent. */
const refusals: Readonly<Partial<Record<Name, string>>> = {
  'agents.approveAction':
    "No money moves. The agent's payment keeps waiting; one by a quote, until that expires.",
  'agents.rejectAction': "The agent's payment keeps waiting; one by a quote, until that expires.",
  'transactions.approve': 'The payment keeps waiting, and the service may end it after a time.',
  'transactions.reject': 'The payment keeps waiting, and the service may end it after a time.',
  'transactions.cancel': 'Nothing is sent: the payment continues.',
  'invitations.claim': 'Nothing is sent: the invitation can still be claimed.',
  'externalAccounts.create': 'Nothing is sent: the account is not added.',
  'platformAccounts.create': 'Nothing is sent: the account is not added.',
  'agents.updatePolicy': 'Nothing is sent: the policy stays as it is.',
  'cards.update': 'Nothing is sent: the card stays as it is.',
};

export function consequencesOf(name: string, row: OperationRow, input: Fields): Consequences {
  const risk = riskOf(row, input);
  const own = name.replace(/^agent\./, '') as Name;
  const isOwn = risk === row.risk;
  const effect = effects[own];
  const known = typeof effect === 'function' ? effect(input) : effect;
  const warning = isOwn ? known : undefined;
  const refusal = isOwn ? refusals[own] : undefined;
  const isFinal = risk === 'irreversible';
  return { warning: warning ?? warnings[risk], refusal: refusal ?? NOTHING_SENT, isFinal };
}
