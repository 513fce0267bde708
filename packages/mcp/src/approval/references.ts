import type { CurrencyAmount } from '@org/payments-contract';
import { amountText } from '../policy/payment.ts';
import type { Lookup } from './lookup.ts';
import { quotedText } from './visible-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One line that a person is shown: what it is about, and what the service says. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** A resource that a call refers to, as the service describes it. */
export interface Description {
  readonly facts: readonly Fact[];
  /** Further resources that belong to it, by the part they play. */
  readonly refers?: readonly (readonly [role: string, id: string])[];
  readonly resource: Fields;
}

type Describe = (lookup: Lookup, id: string, input: Fields) => Promise<Description>;

function factsOf(entries: Readonly<Record<string, string | undefined>>): Fact[] {
  return Object.entries(entries).flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [{ label, value }],
  );
}

const shown = (value: unknown) => (typeof value === 'string' ? quotedText(value) : undefined);
const plain = (value: unknown) =>
  value === undefined || value === null ? undefined : quotedText(String(value)).slice(1, -1);

function money(value: unknown): string | undefined {
  const { amount, currency } = (value ?? {}) as Partial<CurrencyAmount>;
  return typeof amount === 'number' ? amountText(amount, currency) : undefined;
}

function nameOf({ fullName, businessInfo, legalName }: Fields): string | undefined {
  return shown(fullName ?? (businessInfo as Fields | undefined)?.legalName ?? legalName);
}

function idOf(value: unknown): string[] {
  return typeof value === 'string' && value !== '' ? [value] : [];
}

/** An identifier of an account by its end: a person recognizes it, and a page does not repeat it. */
function ending(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const isNumber = /\d/.test(value) && /^[\w\s.+-]{6,}$/.test(value);
  return isNumber ? `ending ${value.slice(-4)}` : quotedText(value);
}

const customer: Describe = async (lookup, customerId) => {
  const resource = await lookup.get('customers.get', { customerId }, customerId);
  const { platformCustomerId, customerType, kycStatus, kybStatus } = resource;
  return {
    resource,
    facts: factsOf({
      Name: nameOf(resource),
      'Your id': shown(platformCustomerId),
      Type: plain(customerType),
      Verification: plain(kycStatus ?? kybStatus),
    }),
  };
};

const internalAccount: Describe = async (lookup, id, { customerId }) => {
  const filter = typeof customerId === 'string' ? { customerId } : {};
  const lists = lookup.isAgent
    ? [['agent.internalAccounts.list', { limit: 100 }] as const]
    : [
        ['internalAccounts.listPlatform', {}] as const,
        ['internalAccounts.list', { ...filter, limit: 100 }] as const,
        ['internalAccounts.list', { limit: 100 }] as const,
      ];
  const resource = await lookup.find(id, lists);
  const owner = resource.customerId;
  return {
    resource,
    facts: factsOf({
      Account: plain(id),
      Owner: owner === undefined ? 'the platform' : undefined,
      Available: money(resource.balance),
    }),
    refers: lookup.isAgent ? [] : idOf(owner).map((one) => ['Owner', one] as const),
  };
};

/** Whether money was sent to an account before, in words. */
async function earlierPayments(lookup: Lookup, { id, customerId }: Fields): Promise<string> {
  const own = lookup.isAgent ? 'agent.transactions.list' : 'transactions.list';
  const filter = !lookup.isAgent && typeof customerId === 'string' ? { customerId } : {};
  try {
    const earlier = await lookup.first(
      own,
      { ...filter, limit: 100, type: 'OUTGOING', status: 'COMPLETED' },
      ({ destination }) => (destination as Fields | undefined)?.accountId === id,
      String(id),
    );
    return earlier === undefined ? 'this is the first one' : 'paid before';
  } catch {
    return 'not known: the transactions cannot be read';
  }
}

const externalAccount: Describe = async (lookup, externalAccountId) => {
  const read = (name: string) => lookup.get(name, { externalAccountId }, externalAccountId);
  const resource = lookup.isAgent
    ? await read('agent.externalAccounts.get')
    : await read('externalAccounts.get').catch(() => read('platformAccounts.get'));
  const { accountInfo, beneficiaryVerifiedData, beneficiaryVerificationStatus } = resource;
  const { accountType, beneficiary, ...details } = (accountInfo ?? {}) as Fields;
  const parts = Object.entries(details).map(([name, value]) => [name, ending(value)]);
  return {
    resource,
    facts: factsOf({
      'Name as entered': nameOf((beneficiary ?? {}) as Fields) ?? 'none was given',
      'Name at the bank': shown((beneficiaryVerifiedData as Fields | undefined)?.fullName),
      'Check of the name': plain(beneficiaryVerificationStatus),
      'Kind of account': plain(accountType),
      ...Object.fromEntries(parts),
      Currency: plain(resource.currency),
      Status: plain(resource.status),
      'Earlier payments': await earlierPayments(lookup, resource),
    }),
  };
};

function quoteFacts(quote: Fields): Fact[] {
  const { totalSendingAmount, totalReceivingAmount, feesIncluded, exchangeRate } = quote;
  const inCurrency = (amount: unknown, currency: unknown) => money({ amount, currency });
  const destination = (quote.destination ?? {}) as Fields;
  const receiver = (quote.counterpartyInformation ?? {}) as Fields;
  return factsOf({
    'Leaves the sender': inCurrency(totalSendingAmount, quote.sendingCurrency),
    'Fees in it': inCurrency(feesIncluded, quote.sendingCurrency),
    'Reaches the receiver': inCurrency(totalReceivingAmount, quote.receivingCurrency),
    'Exchange rate': plain(exchangeRate),
    'Receiver address': shown(destination.umaAddress),
    'Receiver name': shown(receiver.FULL_NAME),
    Expires: plain(quote.expiresAt),
  });
}

function parties(source: unknown, destination: unknown) {
  const accountIn = (party: unknown) => idOf((party as Fields | undefined)?.accountId);
  return [
    ...accountIn(source).map((id) => ['From', id] as const),
    ...accountIn(destination).map((id) => ['To', id] as const),
  ];
}

const quote: Describe = async (lookup, quoteId) => {
  const name = lookup.isAgent ? 'agent.quotes.get' : 'quotes.get';
  const resource = await lookup.get(name, { quoteId }, quoteId);
  return {
    resource,
    facts: quoteFacts(resource),
    refers: parties(resource.source, resource.destination),
  };
};

const transaction: Describe = async (lookup, transactionId) => {
  const name = lookup.isAgent ? 'agent.transactions.get' : 'transactions.get';
  const resource = await lookup.get(name, { transactionId }, transactionId);
  return {
    resource,
    facts: factsOf({
      Type: plain(resource.type),
      Status: plain(resource.status),
      Sent: money(resource.sentAmount),
      Received: money(resource.receivedAmount),
      Memo: shown(resource.description),
    }),
    refers: [
      ...parties(resource.source, resource.destination),
      ...(lookup.isAgent ? [] : idOf(resource.customerId).map((id) => ['Customer', id] as const)),
    ],
  };
};

const agentFacts: Describe = async (lookup, agentId) => {
  const resource = await lookup.get('agents.get', { agentId }, agentId);
  return {
    resource,
    facts: factsOf({
      Name: shown(resource.name),
      Paused: resource.isPaused === true ? 'yes' : 'no',
    }),
    refers: idOf(resource.customerId).map((id) => ['Customer', id] as const),
  };
};

const agentAction: Describe = async (lookup, actionId, { agentId }) => {
  const resource = lookup.isAgent
    ? await lookup.get('agent.actions.get', { actionId }, actionId)
    : await lookup.find(actionId, [['agents.listApprovals', { agentId, limit: 100 }]]);
  const transfer = resource.transferDetails as Fields | undefined;
  const own = [transfer?.sourceAccountId, transfer?.destinationAccountId].find(
    (id) => typeof id === 'string' && id.startsWith('InternalAccount:'),
  );
  const account = own === undefined ? undefined : await internalAccount(lookup, String(own), {});
  const { currency } = (account?.resource.balance ?? {}) as Fields;
  const asked = resource.quote as Fields | undefined;
  return {
    resource,
    facts: [
      ...factsOf({
        Asks: plain(resource.type),
        Amount: money({ amount: transfer?.amount, currency }),
      }),
      ...(asked === undefined ? [] : quoteFacts(asked)),
    ],
    refers:
      transfer === undefined
        ? parties(asked?.source, asked?.destination)
        : parties(
            { accountId: transfer.sourceAccountId },
            { accountId: transfer.destinationAccountId },
          ),
  };
};

const card: Describe = async (lookup, id) => {
  const resource = await lookup.get('cards.get', { id }, id);
  return {
    resource,
    facts: factsOf({
      Card: typeof resource.last4 === 'string' ? `ending ${resource.last4}` : plain(id),
      State: plain(resource.state),
    }),
    refers: idOf(resource.cardholderId).map((one) => ['Cardholder', one] as const),
  };
};

/** Resources whose own fields say enough: the operation that reads them, and its parameter. */
function byFields(name: string, parameter: string, labels: Readonly<Record<string, string>>) {
  const describe: Describe = async (lookup, id) => {
    const resource = await lookup.get(name, { [parameter]: id }, id);
    const facts = Object.entries(labels).map(([field, label]) => [label, shown(resource[field])]);
    return { resource, facts: factsOf(Object.fromEntries(facts)) };
  };
  return describe;
}

/** How each kind of id is shown, by its prefix. */
export const references: Readonly<Record<string, Describe>> = {
  Customer: customer,
  InternalAccount: internalAccount,
  ExternalAccount: externalAccount,
  Quote: quote,
  Transaction: transaction,
  Agent: agentFacts,
  AgentAction: agentAction,
  Card: card,
  BeneficialOwner: byFields('beneficialOwners.get', 'beneficialOwnerId', {
    customerId: 'Customer',
  }),
  Document: byFields('documents.get', 'documentId', {
    documentType: 'Type',
    fileName: 'File',
    documentHolder: 'Holder',
  }),
  Token: byFields('tokens.get', 'tokenId', { name: 'Name', createdAt: 'Created' }),
};
