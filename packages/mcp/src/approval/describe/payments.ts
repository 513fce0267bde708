import type { Fields } from '@org/payments-contract';
import { visibleText } from '@org/payments-contract/internal';
import { ToolError } from '../../errors/mcp-errors.ts';
import { internalAccount } from './accounts.ts';
import {
  amountText,
  type Describe,
  type Description,
  factsOf,
  money,
  plain,
  quoted,
  type Reference,
  referTo,
  time,
} from './facts.ts';
import type { Lookup } from './lookup.ts';
import { wordsOf } from './words.ts';

const fieldsOf = (value: unknown) => Object(value) as Fields;

function accountsOf(source: unknown, destination: unknown): Reference[] {
  return [
    ...referTo('From', fieldsOf(source).accountId),
    ...referTo('To', fieldsOf(destination).accountId),
  ];
}

/** Who is on a side that is not an account: an address, a bank's customer, or money still to come. */
function outsideParty(side: unknown, counterparty: unknown): string | undefined {
  const { accountId, umaAddress, accountHolderName, sourceType } = fieldsOf(side);
  if (accountId !== undefined) return undefined;
  const name = quoted(accountHolderName ?? fieldsOf(counterparty).FULL_NAME);
  const address = quoted(umaAddress);
  if (name !== undefined && address !== undefined) return `${name}, address ${address}`;
  return name ?? address ?? (sourceType === 'REALTIME_FUNDING' ? 'money from outside' : undefined);
}

/** An exchange rate as a person reads it: `1.08 USD for 1 EUR`. */
function rateText(rate: unknown, sending: unknown, receiving: unknown): string | undefined {
  const [from, to] = [plain(fieldsOf(sending).code), plain(fieldsOf(receiving).code)];
  return from === undefined || to === undefined ? plain(rate) : `${rate} ${from} for 1 ${to}`;
}

type Payment = Pick<Description, 'facts' | 'amounts' | 'parties'>;

function ofQuote(quote: Fields): Payment {
  const { sendingCurrency, receivingCurrency, counterpartyInformation: receiver } = quote;
  const inCurrency = (amount: unknown, currency: unknown) => money({ amount, currency });
  const fees = inCurrency(quote.feesIncluded, sendingCurrency);
  return {
    amounts: {
      sends: inCurrency(quote.totalSendingAmount, sendingCurrency),
      receives: inCurrency(quote.totalReceivingAmount, receivingCurrency),
      fees,
    },
    parties: {
      from: outsideParty(quote.source, undefined),
      to: outsideParty(quote.destination, receiver),
    },
    facts: factsOf({
      'Leaves the sender': inCurrency(quote.totalSendingAmount, sendingCurrency),
      'Fees in it': fees,
      'Of these for the platform': inCurrency(quote.platformFeesIncluded, sendingCurrency),
      'Reaches the receiver': inCurrency(quote.totalReceivingAmount, receivingCurrency),
      'Exchange rate': rateText(quote.exchangeRate, sendingCurrency, receivingCurrency),
      'Receiver address': quoted(fieldsOf(quote.destination).umaAddress),
      'Receiver name': quoted(fieldsOf(receiver).FULL_NAME),
      Status: plain(quote.status),
      Expires: time(quote.expiresAt),
    }),
  };
}

const unknownText = { label: "Text for the payee's bank", value: 'not known, if there is one' };

/** Fields with words for others, which a quote that was made with them does not have. */
const made = /^quote\.(?:description|remittanceInformation|purposeOfPayment|senderCustomerInfo)\b/;

export const quote: Describe = async (lookup, quoteId) => {
  const name = lookup.isAgent ? 'agent.quotes.get' : 'quotes.get';
  const resource = await lookup.get(name, { quoteId }, quoteId);
  const { facts, ...payment } = ofQuote(resource);
  const input = lookup.made.get(quoteId);
  return {
    resource,
    ...payment,
    facts: input === undefined ? [...facts, unknownText] : facts,
    words: wordsOf(input ?? {}, input, 'quote').filter(({ label }) => made.test(label)),
    refers: accountsOf(resource.source, resource.destination),
  };
};

export const transaction: Describe = async (lookup, transactionId) => {
  const name = lookup.isAgent ? 'agent.transactions.get' : 'transactions.get';
  const resource = await lookup.get(name, { transactionId }, transactionId);
  const { source, destination, counterpartyInformation, type, fees } = resource;
  const isIncoming = type === 'INCOMING';
  const ownSide = isIncoming ? resource.receivedAmount : resource.sentAmount;
  const { currency } = fieldsOf(ownSide) as { readonly currency?: { readonly code: string } };
  // The account that money comes from belongs to another platform.
  const accounts = accountsOf(source, destination).map((one) =>
    isIncoming && one.role === 'From' ? { ...one, isOptional: true } : one,
  );
  return {
    resource,
    amounts: {
      sends: money(resource.sentAmount),
      receives: money(resource.receivedAmount),
      fees: typeof fees === 'number' ? amountText(fees, currency) : undefined,
    },
    parties: {
      from: outsideParty(source, isIncoming ? counterpartyInformation : undefined),
      to: outsideParty(destination, isIncoming ? undefined : counterpartyInformation),
    },
    facts: factsOf({
      Type: plain(type),
      Status: plain(resource.status),
      Sent: money(resource.sentAmount),
      Received: money(resource.receivedAmount),
      'Other party': quoted(fieldsOf(counterpartyInformation).FULL_NAME),
      Memo: quoted(resource.description ?? fieldsOf(source).remittanceInformation),
    }),
    refers: [...accounts, ...(lookup.isAgent ? [] : referTo('Customer', resource.customerId))],
  };
};

/** An action that waits for the platform: the service lists no other. @throws ToolError */
async function waitingAction(lookup: Lookup, actionId: string, agentId: unknown): Promise<Fields> {
  const all = { agentId, limit: 100 };
  const isIt = ({ id }: Fields) => id === actionId;
  const found = await lookup.first('agents.listApprovals', all, isIt, actionId);
  if (found !== undefined) return found;
  if (lookup.isCut) throw lookup.unresolved(actionId);
  const other = await lookup.first('agents.listApprovals', { limit: 100 }, isIt, actionId);
  if (other !== undefined) {
    const theirs = `${actionId} is an action of ${other.agentId}, not of ${agentId}.`;
    const again = `Nothing was sent. Call again with \`agentId\` ${other.agentId} if the person means that agent's action.`;
    throw new ToolError('CONFLICT', visibleText(theirs), { action: visibleText(again) });
  }
  const message = `${visibleText(actionId)} does not wait for approval: it was decided, has failed (as when its quote expires), or the id is wrong.`;
  const action =
    'Nothing was sent. If it was approved, it may be paid: look for it among the transactions before you pay in another way.';
  throw new ToolError('CONFLICT', message, { action });
}

export const agentAction: Describe = async (lookup, actionId, { agentId }) => {
  const resource = lookup.isAgent
    ? await lookup.get('agent.actions.get', { actionId }, actionId)
    : await waitingAction(lookup, actionId, agentId);
  const asks = factsOf({ Asks: plain(resource.type), Status: plain(resource.status) });
  if (resource.quote !== undefined) {
    // The action has the quote as it was: it may be paid by now.
    const quoteId = String(fieldsOf(resource.quote).id);
    const read = lookup.isAgent ? 'agent.quotes.get' : 'quotes.get';
    const asked = await lookup.get(read, { quoteId }, quoteId);
    const { facts, ...payment } = ofQuote(asked);
    const refers = accountsOf(asked.source, asked.destination);
    const own = { ...resource, quote: asked };
    const ofIt = facts.map(({ label, ...fact }) => {
      return { ...fact, label: label === 'Status' ? 'Quote status' : label };
    });
    return { resource: own, ...payment, refers, facts: [...asks, ...ofIt, unknownText] };
  }
  const { amount, sourceAccountId, destinationAccountId } = fieldsOf(resource.transferDetails);
  const refers = [...referTo('From', sourceAccountId), ...referTo('To', destinationAccountId)];
  const own = refers.find(({ id }) => id.startsWith('InternalAccount:'));
  const account = own && (await internalAccount(lookup, own.id, {}));
  const { currency } = fieldsOf(account?.resource.balance);
  const sends = money({ amount, currency });
  const facts = [...asks, ...factsOf({ Amount: sends }), unknownText];
  return { resource, refers, facts, amounts: { sends, receives: sends } };
};
