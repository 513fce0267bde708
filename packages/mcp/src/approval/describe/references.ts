import type { Fields } from '../../fields.ts';
import { externalAccount, internalAccount } from './accounts.ts';
import { type Describe, factsOf, nameOf, plain, quoted, referTo, time } from './facts.ts';
import { agentAction, quote, transaction } from './payments.ts';

const customer: Describe = async (lookup, customerId) => {
  const resource = await lookup.get('customers.get', { customerId }, customerId);
  const { platformCustomerId, customerType, kycStatus, kybStatus } = resource;
  return {
    resource,
    name: nameOf(resource) ?? quoted(platformCustomerId),
    facts: factsOf({
      Name: nameOf(resource),
      'Your id': quoted(platformCustomerId),
      Type: plain(customerType),
      Verification: plain(kycStatus ?? kybStatus),
    }),
  };
};

/** The customer whose payment address it is, with the currency in which that customer pays. */
const inviter: Describe = async (lookup, umaAddress) => {
  const found = await lookup.first('customers.list', { umaAddress }, () => true, umaAddress);
  if (found === undefined) throw lookup.unresolved(umaAddress);
  const [code] = (found.currencies ?? []) as readonly string[];
  return {
    resource: { ...found, ...(code !== undefined && { balance: { currency: { code } } }) },
    name: nameOf(found) ?? quoted(umaAddress),
    facts: factsOf({
      Name: nameOf(found),
      'Your id': quoted(found.platformCustomerId),
      Address: quoted(umaAddress),
    }),
  };
};

const agent: Describe = async (lookup, agentId) => {
  const resource = await lookup.get('agents.get', { agentId }, agentId);
  return {
    resource,
    name: quoted(resource.name),
    facts: factsOf({
      Name: quoted(resource.name),
      Paused: resource.isPaused === true ? 'yes' : 'no',
    }),
    refers: referTo('Customer', resource.customerId),
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
    refers: referTo('Cardholder', resource.cardholderId),
  };
};

/** A time as it is read, and other words in quotes. */
function shown(value: unknown): string | undefined {
  return /^\d{4}-\d\d-\d\dT/.test(String(value)) ? time(value) : quoted(value);
}

/** Resources whose own fields say enough: the operation that reads them, and its parameter. */
function byFields(name: string, parameter: string, labels: Readonly<Record<string, string>>) {
  const describe: Describe = async (lookup, id) => {
    const resource = await lookup.get(name, { [parameter]: id }, id);
    const facts = Object.entries(labels).map(([field, label]) => [label, shown(resource[field])]);
    return { resource, facts: factsOf(Object.fromEntries(facts)) };
  };
  return describe;
}

/** Wallets that are searched for a credential or a session, which only the lists of one wallet show. */
const MAX_WALLETS = 300;

/** A resource of a wallet that has no read of its own. */
function ofWallet(list: string, labels: Readonly<Record<string, string>>) {
  const describe: Describe = async (lookup, id) => {
    let resource: Fields | undefined;
    let wallets = 0;
    const isOwner = async (account: Fields) => {
      if (account.type !== 'EMBEDDED_WALLET') return false;
      wallets += 1;
      const input = { accountId: account.id };
      resource = await lookup.first(list, input, (item) => item.id === id, id);
      return resource !== undefined || wallets >= MAX_WALLETS;
    };
    const account = await lookup.first('internalAccounts.list', { limit: 100 }, isOwner, id);
    if (resource === undefined) throw lookup.unresolved(id);
    const found: Fields = resource;
    const facts = Object.entries(labels).map(([field, label]) => [label, shown(found[field])]);
    return {
      resource,
      facts: factsOf(Object.fromEntries(facts)),
      refers: referTo('Owner', account?.customerId),
    };
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
  Agent: agent,
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
  AuthMethod: ofWallet('credentials.list', {
    type: 'Kind',
    nickname: 'Name',
    createdAt: 'Created',
  }),
  Session: ofWallet('sessions.list', {
    nickname: 'Name',
    createdAt: 'Began',
    expiresAt: 'Ends',
  }),
  Inviter: inviter,
};
