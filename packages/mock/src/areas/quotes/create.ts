import type { Quote } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import type { Call, CallOf, Result } from '../../engine/behaviour.ts';
import { scheduleMove } from '../../engine/due-moves.ts';
import { checkAll, invalidField, refuse } from '../../engine/refusal.ts';
import { money } from '../../ledger/currencies.ts';
import { indexed } from '../../store/indexed.ts';
import { requireSendable } from '../config/config.ts';
import { ownerFields } from '../customers/customers.ts';
import {
  type Conversion,
  configuredFee,
  convert,
  FEE_SHARE,
  type PlatformFee,
} from '../exchange-rates/conversion.ts';
import { requireFactor } from '../strong-authentication/challenges.ts';
import { needsStrongAuthentication } from '../strong-authentication/factors.ts';
import { receiverInformation } from '../transactions/decisions.ts';
import type { TransactionRecord } from '../transactions/record.ts';
import { transactions } from '../transactions/transactions.ts';
import { askBeforeFunding, requireAuthorizer, startOrAsk } from './authorize.ts';
import { requireFunds } from './execute.ts';
import { requestChecks, requireDollarFee, requireFromDollars } from './field-checks.ts';
import { fundingInstructions, referenceOf, walletInstructions } from './instructions.ts';
import {
  type PayingSide,
  payingSide,
  type QuoteInput,
  type ReceivingSide,
  receivingSide,
} from './parties.ts';
import { lookups, type QuoteRecord, quotes } from './quotes.ts';

/** Returns the platform's part of the fees: the request's, or the configured one. */
function platformFee(
  { world, input }: Call<QuoteInput>,
  currency: string,
  to: string,
): PlatformFee | undefined {
  const { platformFeeOverride: fee } = input;
  if (fee === undefined) return configuredFee(world, currency, to);
  return { fixed: fee.platformFixedFee.amount, bps: fee.platformVariableFeeBps };
}

/** Checks the lookup that a request names. @throws Refusal 404, or 400 for one of another receiver */
function requireLookup({ world, input }: Call<QuoteInput>): void {
  const { lookupId, destination } = input;
  if (lookupId === undefined) return;
  const lookup = lookups.in(world).get(lookupId);
  if (lookup === undefined) throw refuse('LOOKUP_REQUEST_NOT_FOUND', `${lookupId} not found`);
  const receiver =
    destination.destinationType === 'ACCOUNT' ? destination.accountId : destination.umaAddress;
  if (indexed(lookup.receiver) === indexed(receiver)) return;
  throw invalidField('lookupId', `is a lookup of ${lookup.receiver}`);
}

/** Checks that the sender's name is known if the receiver requires it. @throws Refusal 400 */
function requireSenderInfo({ input }: Call<QuoteInput>, { customer }: PayingSide): void {
  if (input.destination.destinationType !== 'UMA_ADDRESS') return;
  const given = input.senderCustomerInfo?.FULL_NAME;
  const known =
    customer?.customerType === 'BUSINESS' ? customer.businessInfo?.legalName : customer?.fullName;
  const name = given ?? known;
  if (typeof name === 'string' && name.trim() !== '') return;
  throw refuse(
    'MISSING_MANDATORY_USER_INFO',
    "The receiver needs the sender's FULL_NAME",
    `${customer?.id ?? 'The platform'} has no name, and senderCustomerInfo.FULL_NAME is missing.`,
  );
}

/** Refuses immediate execution of a quote of a wallet. */
function requireImmediate({ input }: Call<QuoteInput>, { account }: PayingSide): void {
  if (input.immediatelyExecute !== true || account?.type !== 'EMBEDDED_WALLET') return;
  throw invalidField('immediatelyExecute', 'is not possible: the wallet must sign the quote');
}

function sides(call: Call<QuoteInput>, payer: PayingSide, receiver: ReceivingSide) {
  const { source, destination } = call.input;
  return {
    source: {
      ...source,
      ...(payer.customer === undefined ? {} : { customerId: payer.customer.id }),
      currency: payer.currency,
    },
    destination: { ...destination, currency: receiver.currency },
  };
}

function instructions(
  { world, input }: Call<QuoteInput>,
  quoteId: string,
  payer: PayingSide,
  binds: object,
): Pick<Quote, 'paymentInstructions'> {
  const { source } = input;
  if (source.sourceType === 'REALTIME_FUNDING') {
    const paid = fundingInstructions(world, payer.currency, source.cryptoNetwork);
    return { paymentInstructions: paid };
  }
  if (payer.account?.type !== 'EMBEDDED_WALLET') return {};
  return { paymentInstructions: walletInstructions(world, quoteId, payer.account, binds) };
}

/** Returns a quote's parties as its transaction has them, without network and rail. */
function partiesOf(quote: QuoteRecord) {
  const { cryptoNetwork: _network, ...source } = quote.source;
  const { paymentRail: _rail, ...destination } = quote.destination;
  return { source, destination };
}

/** Adds the payment that a quote will drive: PENDING, with the amounts and fees of the quote. */
function addTransaction(
  call: Call<QuoteInput>,
  payer: PayingSide,
  quote: QuoteRecord,
  postsTo: string | undefined,
): void {
  const { world, input } = call;
  const { customer, currency } = payer;
  transactions.add(call, {
    id: quote.transactionId,
    type: 'OUTGOING',
    status: 'PENDING',
    ...ownerFields(customer),
    ...partiesOf(quote),
    sentAmount: money(quote.totalSendingAmount, currency),
    receivedAmount: money(quote.totalReceivingAmount, quote.receivingCurrency.code),
    exchangeRate: quote.exchangeRate,
    rateDetails: quote.rateDetails,
    fees: quote.feesIncluded,
    sendingFee: quote.feesIncluded,
    platformFee: quote.platformFeesIncluded,
    quoteId: quote.id,
    counterpartyInformation: quote.counterpartyInformation,
    agentId: call.agentId,
    description: input.description,
    paymentInstructions: quote.paymentInstructions,
    isFundedFromOutside: payer.account === undefined ? true : undefined,
    postsTo,
    reconciliationInstructions: { reference: referenceOf(world, quote.paymentInstructions) },
  } as unknown as TransactionRecord);
  scheduleMove(call, transactions, {
    id: quote.transactionId,
    step: 'expire',
    at: Date.parse(quote.expiresAt),
    from: 'PENDING',
    to: 'EXPIRED',
    fields: { failureReason: 'QUOTE_EXPIRED' },
  });
}

function rateDetails({ fees, platformFees, rate }: Conversion) {
  return {
    counterpartyMultiplier: rate,
    counterpartyFixedFee: 0,
    serviceApiMultiplier: rate,
    serviceApiFixedFee: 0,
    serviceApiVariableFeeRate: FEE_SHARE,
    serviceApiVariableFeeAmount: fees - platformFees,
  };
}

/** Checks that an authorizer has the factor that the request names. @throws Refusal 400 */
function requireChosenFactor({ world, input }: Call<QuoteInput>, { customer }: PayingSide): void {
  const { scaFactor: factor } = input;
  if (factor === undefined || customer === undefined) return;
  if (!needsStrongAuthentication(world, customer)) return;
  requireFactor(world, customer, { factor, field: 'scaFactor', purpose: 'PAYOUT' });
}

/**
 * Creates a quote, whose amounts, rate and fees hold until it expires (rule 95).
 *
 * @param isExecuted refuses a quote or returns whether it is executed next, before anything is written
 * @throws Refusal for accounts, amounts and currencies that do not fit together
 */
export function createQuote(
  call: Call<QuoteInput>,
  isExecuted: (quote: QuoteRecord) => boolean,
): QuoteRecord {
  const { world, input } = call;
  checkAll(...requestChecks(call));
  requireLookup(call);
  const payer = payingSide(call);
  const receiver = receivingSide(call, payer);
  requireSenderInfo(call, payer);
  // Before the currency of the fee, which has to be the payer's.
  if (call.input.platformFeeOverride !== undefined) requireFromDollars(payer.currency);
  requireDollarFee(call.input);
  requireImmediate(call, payer);
  requireChosenFactor(call, payer);
  const fee = platformFee(call, payer.currency, receiver.currency);
  const conversion = convert(world, {
    from: payer.currency,
    to: receiver.currency,
    side: input.lockedCurrencySide,
    amount: input.lockedCurrencyAmount,
    platformFee: fee,
  });
  requireSendable(world, conversion.sending, payer.currency);
  const id = `Quote:${world.random.uuid('Quote')}` as const;
  const amounts = {
    totalSendingAmount: conversion.sending,
    totalReceivingAmount: conversion.receiving,
    exchangeRate: conversion.rate,
    feesIncluded: conversion.fees,
  };
  const parties = sides(call, payer, receiver);
  const expiresAt = iso(world.clock.now() + world.settings.choices.quoteLifetime);
  const draft = {
    id,
    expiresAt,
    ...parties,
    sendingCurrency: money(0, payer.currency).currency,
    receivingCurrency: money(0, receiver.currency).currency,
    ...amounts,
    platformFeesIncluded: conversion.platformFees,
    ...(receiver.isOfSandbox ? receiverInformation(world, payer.currency) : {}),
    ...instructions(call, id, payer, { ...parties, ...amounts, expiresAt, quoteId: id }),
    transactionId: `Transaction:${world.random.uuid('Transaction')}`,
    rateDetails: rateDetails(conversion),
    outcomeDriver: receiver.driver,
    scaFactor: input.scaFactor,
    createdByAgent: call.agentId,
  } as unknown as QuoteRecord;
  const isNext = isExecuted(draft);
  if (isNext) requireFunds(call, draft);
  if (isNext || input.source.sourceType === 'REALTIME_FUNDING') requireAuthorizer(call, draft);
  const quote = quotes.add(call, draft);
  addTransaction(call, payer, quote, receiver.accountId);
  askBeforeFunding(call, quote);
  return quotes.require(call, id);
}

export function createQuoteOperation(call: CallOf<'quotes.create'>): Result {
  const isImmediate = call.input.immediatelyExecute === true;
  const quote = createQuote(call, () => isImmediate);
  if (isImmediate) startOrAsk(call, quote);
  const body = quotes.view(quotes.require(call, quote.id), call.world);
  // What an account pays for is accepted; a quote that withholds where to pay is not.
  const isWithheld = !isImmediate && body.scaChallenge !== undefined;
  return { body, ...(isWithheld ? { status: 202 } : {}) };
}
