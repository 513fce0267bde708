import { decimalsOf, decimalText, endingOf, payeeOf, type Quote } from '@org/payments-contract';
import type { CallBody } from '../checks/bodies.ts';
import { kindOf } from '../options/id-kinds.ts';
import type { RelayAmount, RelayDescription, RelayReceiver } from '../protocol/index.ts';
import { RelayRefusal } from '../refusals/refusal.ts';
import type { CallHandler, RelayContext, RelayRequest } from './relay-context.ts';

/** For a resource without the data by which a person recognizes it. */
function undescribed(message: string): RelayRefusal {
  return new RelayRefusal(404, 'NOT_FOUND', { message });
}

function amountOf(amount: number, currency: Quote['sendingCurrency']): RelayAmount {
  const decimals = currency.decimals ?? decimalsOf(currency.code);
  if (decimals === undefined) throw undescribed('The decimals of the currency are not known.');
  return { amount: decimalText(amount, decimals), currency: currency.code };
}

async function receiverOf(
  { ownership }: RelayContext,
  request: RelayRequest,
  { destination, counterpartyInformation = {} }: Quote,
): Promise<RelayReceiver> {
  const { accountId, umaAddress: address } = destination;
  const { FULL_NAME: fullName } = counterpartyInformation;
  const known = {
    ...(typeof fullName === 'string' && { name: fullName }),
    ...(address !== undefined && { address }),
  };
  if (accountId === undefined) return known;
  if (kindOf(accountId) === 'InternalAccount') {
    const isOwn = await ownership.isOwnAccount(request, accountId);
    return isOwn ? { isOwn } : known;
  }
  const payee = payeeOf((await ownership.payee(request, accountId))?.accountInfo);
  const { name, number } = payee;
  const ending = number === undefined ? undefined : endingOf(number);
  return {
    ...known,
    ...(name !== undefined && { name }),
    ...(ending !== undefined && { ending }),
    ...(number !== undefined && ending === undefined && { address: number }),
  };
}

async function payment(
  relay: RelayContext,
  request: RelayRequest<CallBody<'describe'>>,
): Promise<RelayDescription> {
  const { id } = request.body;
  const quote = await relay.ownership.quote(request, id);
  const receiver = await receiverOf(relay, request, quote);
  if (Object.keys(receiver).length === 0) throw undescribed('The receiver cannot be named.');
  return {
    id,
    kind: 'payment',
    sends: amountOf(quote.totalSendingAmount, quote.sendingCurrency),
    receives: amountOf(quote.totalReceivingAmount, quote.receivingCurrency),
    fees: amountOf(quote.feesIncluded, quote.sendingCurrency),
    receiver,
    ...(quote.source.accountId !== undefined && { from: quote.source.accountId }),
  };
}

/** What a person recognizes a resource of the user by: names and last digits. */
export const describe: CallHandler<'describe'> = async (relay, request) => {
  const { ownership } = relay;
  const { id, accountId } = request.body;
  const kind = kindOf(id);
  if (kind === 'Quote') return payment(relay, request);
  if (kind === 'Card') {
    const { last4 } = await ownership.card(request, id);
    if (last4 === undefined) throw undescribed('The card does not have a number yet.');
    return { id, kind: 'card', last4 };
  }
  const isSession = kind === 'Session';
  const { type, nickname, createdAt } = isSession
    ? await ownership.session(request, id, accountId)
    : await ownership.credential(request, id, accountId);
  const since = createdAt === undefined ? {} : { createdAt };
  return { id, kind: isSession ? 'session' : 'credential', type, nickname, ...since };
};
