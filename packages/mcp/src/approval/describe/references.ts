import { decimalsOf, type Fields } from '@org/payments-contract';
import { externalAccount, internalAccount } from './accounts.ts';
import {
  amountText,
  type Describe,
  factsOf,
  money,
  nameOf,
  plain,
  quoted,
  referTo,
  time,
} from './facts.ts';
import type { Lookup } from './lookup.ts';
import { agentAction, quote, transaction } from './payments.ts';

/** Whose money pays for a mint, or whose stablecoins are burned, where that is not an account. */
const outside: Readonly<Record<string, string>> = {
  WIRE: 'a wire that the platform sends',
  PROVIDER_INTERNAL_BALANCE: "the platform's balance at the provider",
  EXTERNAL_ACCOUNT: 'an account outside the service',
};

/** An amount of a stablecoin, which is given as digits. */
function coinText(digits: string, { symbol, decimals }: Fields): string {
  const currency = { code: String(symbol), decimals: Number(decimals) };
  const amount = Number(digits);
  return Number.isSafeInteger(amount)
    ? amountText(amount, currency)
    : `${digits} of the smallest unit of ${plain(symbol)}`;
}

/** The money that an amount of a stablecoin stands for: one coin is one of its currency. */
function baseText(digits: string, { baseCurrency, decimals }: Fields): string | undefined {
  const code = String(baseCurrency);
  const shift = Number(decimals) - (decimalsOf(code) ?? Number.NaN);
  const amount = shift < 0 ? Number(digits) * 10 ** -shift : Number(digits) / 10 ** shift;
  return Number.isSafeInteger(amount) ? `${amountText(amount, { code })} (one for one)` : undefined;
}

/** A stablecoin, and how much of it a call mints or burns. */
const stablecoin: Describe = async (lookup, stablecoinId, input) => {
  const resource = await lookup.get('stablecoins.get', { stablecoinId }, stablecoinId);
  const { type, accountId, externalAccountId } = Object(
    input.fundingSource ?? input.source,
  ) as Fields;
  const isOutside = accountId === undefined && externalAccountId === undefined;
  const digits = typeof input.amount === 'string' ? input.amount : undefined;
  // A mint is paid for with the currency it stands for, a burn pays that out.
  const amountsOf = (given: string) => {
    const [coins, base] = [coinText(given, resource), baseText(given, resource)];
    return input.fundingSource === undefined
      ? { sends: coins, receives: base }
      : { sends: base, receives: coins };
  };
  return {
    resource,
    name: quoted(resource.name),
    facts: factsOf({
      Name: quoted(resource.name),
      Symbol: quoted(resource.symbol),
      'Stands for': plain(resource.baseCurrency),
    }),
    refers: referTo('Issued through', resource.stablecoinProviderAccountId),
    ...(digits !== undefined && {
      amounts: amountsOf(digits),
      parties: { from: isOutside ? outside[String(type)] : undefined },
    }),
  };
};

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
      Deleted: resource.isDeleted === true ? 'yes' : undefined,
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

/** Whose payment address it is; the address alone if it is not that of a customer. */
async function holderOf(lookup: Lookup, address: unknown): Promise<string | undefined> {
  if (typeof address !== 'string') return undefined;
  const wanted = address.toLowerCase();
  const isHolder = ({ umaAddress }: Fields) => String(umaAddress).toLowerCase() === wanted;
  const read = (umaAddress: string) =>
    lookup.first('customers.list', { umaAddress }, isHolder, address);
  const found = (await read(address)) ?? (wanted === address ? undefined : await read(wanted));
  const name = found === undefined ? 'not one of your customers' : nameOf(found);
  return name === undefined ? quoted(address) : `${quoted(address)}, ${name}`;
}

/** An invitation, and for whom a call claims it. */
const invitation: Describe = async (lookup, invitationCode, { inviteeUma }) => {
  const resource = await lookup.get('invitations.get', { invitationCode }, invitationCode);
  const from = await holderOf(lookup, resource.inviterUma);
  const claimer = await holderOf(lookup, inviteeUma);
  const sends = money(resource.amountToSend);
  return {
    resource,
    facts: factsOf({
      Inviter: from,
      'First name of the inviter': quoted(resource.firstName),
      'Leaves the inviter': sends ?? 'nothing: it promises no money',
      'Claimed for': claimer,
      Status: plain(resource.status),
      Expires: time(resource.expiresAt),
    }),
    parties: { from, to: claimer ?? 'whoever claims the invitation' },
    ...(sends !== undefined && { amounts: { sends } }),
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

const delegatedKey: Describe = async (lookup, id) => {
  const resource = await lookup.get('delegatedKeys.get', { id }, id);
  return {
    resource,
    name: quoted(resource.nickname),
    facts: factsOf({ Name: quoted(resource.nickname), Status: plain(resource.status) }),
    refers: [...referTo('Card', resource.cardId), ...referTo('Wallet', resource.accountId)],
  };
};

/** A field as it is read: what the service dates, and other words in quotes, also those that begin as a date. */
function shown(resource: Fields, field: string): string | undefined {
  return field.endsWith('At') ? time(resource[field]) : quoted(resource[field]);
}

/** Resources whose own fields say enough: the operation that reads them, its parameter, and its owner. */
function byFields(
  name: string,
  parameter: string,
  labels: Readonly<Record<string, string>>,
  [field = '', role = '']: readonly [field?: string, role?: string] = [],
) {
  const describe: Describe = async (lookup, id) => {
    const resource = await lookup.get(name, { [parameter]: id }, id);
    const facts = Object.entries(labels).map(([own, label]) => [label, shown(resource, own)]);
    const refers = referTo(role, resource[field]);
    return { resource, facts: factsOf(Object.fromEntries(facts)), refers };
  };
  return describe;
}

const beneficialOwner: Describe = async (lookup, beneficialOwnerId) => {
  const input = { beneficialOwnerId };
  const resource = await lookup.get('beneficialOwners.get', input, beneficialOwnerId);
  const { firstName, lastName } = Object(resource.personalInfo) as Fields;
  const name = quoted(`${String(firstName)} ${String(lastName)}`);
  const refers = referTo('Owner of', resource.customerId);
  return { resource, name, facts: factsOf({ Name: name }), refers };
};

/** A way in which a customer authenticates, which only the list of the customer's shows. */
const scaFactor: Describe = async (lookup, id, { customerId }) => {
  const { factors } = await lookup.get('scaFactors.list', { customerId }, id);
  const found = (factors as readonly Fields[]).find(({ credentialId }) => credentialId === id);
  if (found === undefined) throw lookup.unresolved(id);
  return {
    resource: found,
    facts: factsOf({ Kind: plain(found.factor), Name: quoted(found.name) }),
  };
};

const scaReset: Describe = async (lookup, resetId, { customerId }) => {
  const resource = await lookup.get('scaFactors.getReset', { resetId, customerId }, resetId);
  const { factor, status, expiresAt } = resource;
  const facts = factsOf({
    'Replaced factor': plain(factor),
    'Check of the person': plain(status),
    Expires: time(expiresAt),
  });
  return { resource, facts };
};

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
    const facts = Object.entries(labels).map(([field, label]) => [label, shown(found, field)]);
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
  BeneficialOwner: beneficialOwner,
  Document: byFields('documents.get', 'documentId', { documentType: 'Type', fileName: 'File' }, [
    'documentHolder',
    'Holder',
  ]),
  Stablecoin: stablecoin,
  StablecoinProviderAccount: byFields(
    'stablecoinProviderAccounts.get',
    'stablecoinProviderAccountId',
    { provider: 'Provider', providerAccountId: 'Account', status: 'Status' },
  ),
  DelegatedKey: delegatedKey,
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
  Invitation: invitation,
  ScaFactor: scaFactor,
  ScaReset: scaReset,
};
