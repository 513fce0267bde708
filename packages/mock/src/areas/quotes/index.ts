import type { Customer, ReceiverLookup } from '@org/payments-contract';
import { area } from '../../engine/area.ts';
import { type Call, withFieldChecks } from '../../engine/behaviour.ts';
import { invalidField, notFound, refuse } from '../../engine/refusal.ts';
import { money } from '../../ledger/currencies.ts';
import type { QuoteDesk } from '../../world.ts';
import { holderOfAddress, requireCustomer, requireUmaForm } from '../customers/customers.ts';
import { limitsBetween, share } from '../exchange-rates/conversion.ts';
import { rateOf } from '../exchange-rates/rates.ts';
import { externalAccounts } from '../external-accounts/external-accounts.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';
import { transactions } from '../transactions/transactions.ts';
import { executionOperations, requireExecutable, startOrAsk } from './authorize.ts';
import { createQuote, createQuoteOperation } from './create.ts';
import { executionPlan } from './execute.ts';
import { quoteFieldChecks } from './field-checks.ts';
import type { QuoteInput } from './parties.ts';
import { requireReceiver } from './parties.ts';
import { lookups, type QuoteRecord, quotes } from './quotes.ts';

/** Fee of a withdrawal, in the smallest unit, by currency and each network that supports it. Invented, and constant. */
const networkFees: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  BTC: { BITCOIN: 1_200, SPARK: 0 },
  USDC: { ETHEREUM: 1_900_000, SOLANA: 5_000, BASE: 8_000, POLYGON: 6_000 },
  USDT: { ETHEREUM: 1_900_000, TRON: 1_000_000, PLASMA: 1_000, SOLANA: 5_000 },
  USDB: { SPARK: 0 },
};

const APPLICATION_FEE_BPS = 10;

interface LookupInput {
  readonly senderUmaAddress?: string | undefined;
  readonly customerId?: string | undefined;
}

/** Returns the customer who asks, by id or by address; undefined if neither is set. */
function senderOf(call: Call<LookupInput>): Customer | undefined {
  const { customerId, senderUmaAddress: address } = call.input;
  requireUmaForm(address, 'senderUmaAddress');
  if (customerId !== undefined) return requireCustomer(call, customerId);
  return address === undefined ? undefined : holderOfAddress(call.world, address);
}

function lookUp(call: Call<LookupInput>, receiver: string, currency: string): ReceiverLookup {
  const { world, write } = call;
  const from = senderOf(call)?.currencies?.[0] ?? 'USD';
  const { id } = write.insert(lookups, { id: `Lookup:${world.random.uuid('Lookup')}`, receiver });
  const limits = limitsBetween(world, from, currency)?.receiving;
  const estimatedExchangeRate = rateOf(world, from, currency);
  const accepted = { currency: money(0, currency).currency, estimatedExchangeRate };
  return {
    lookupId: id,
    supportedCurrencies: limits === undefined ? [] : [{ ...accepted, ...limits }],
  };
}

const quoteDesk: QuoteDesk = {
  start(call, input, isExecuted) {
    const isNext = (draft: QuoteRecord) => isExecuted(quotes.view(draft, call.world));
    const quote = createQuote({ ...call, input } as Call<QuoteInput>, isNext);
    return quotes.view(quote, call.world);
  },
  require(scene, quoteId, agentId) {
    const quote = quotes.require(scene, quoteId);
    if (quote.createdByAgent !== agentId) throw notFound('Quote', quoteId, 'QUOTE_NOT_FOUND');
    return quotes.view(quote, scene.world);
  },
  signature: (scene, { id }) => executionPlan(scene, quotes.require(scene, id)).signature,
  execute(scene, { id }) {
    const quote = quotes.require(scene, id);
    requireExecutable(scene, quote);
    startOrAsk(scene, quote);
    const transaction = transactions.require(scene, quote.transactionId);
    return {
      quote: quotes.view(quotes.require(scene, id), scene.world),
      transaction: transactions.view(transaction, scene.world),
    };
  },
};

/** Quotes: rates and fees that hold for some minutes, and the payments they drive. */
export const quotesArea = area({
  resources: [quotes],
  tables: [lookups],
  ports: { quoteDesk },
  operations: {
    'quotes.create': withFieldChecks(createQuoteOperation, quoteFieldChecks),
    ...executionOperations,

    /** Estimates the fee of a withdrawal; both fees are taken from the amount. */
    'quotes.estimateWithdrawalFee'(call) {
      const { internalAccountId, currency, cryptoNetwork, amount } = call.input;
      const { code } = accounts.require(call, internalAccountId).balance.currency;
      const fees = Object.hasOwn(networkFees, currency) ? networkFees[currency] : undefined;
      if (fees === undefined || code !== currency) {
        const explanation = `The account is in ${code}; the request asks for a withdrawal in ${currency}.`;
        throw refuse('INVALID_CURRENCY', `${currency} cannot be withdrawn from it`, explanation);
      }
      const networkFee = Object.hasOwn(fees, cryptoNetwork) ? fees[cryptoNetwork] : undefined;
      if (networkFee === undefined) {
        const message = `is not a network of ${currency}; allowed: ${Object.keys(fees).join(', ')}`;
        throw invalidField('cryptoNetwork', message);
      }
      const applicationFee = share(amount, APPLICATION_FEE_BPS);
      const totalFee = networkFee + applicationFee;
      if (totalFee >= amount) {
        throw invalidField('amount', `does not cover the fees of ${totalFee}`);
      }
      const fee = { networkFee, networkFeeAsset: currency, applicationFee, totalFee };
      return { body: { ...fee, netAmount: amount - totalFee } };
    },

    /** Looks up a UMA address, whose provider requires the sender's name. */
    'receivers.lookUpUma'(call) {
      const { receiverUmaAddress } = call.input;
      requireUmaForm(receiverUmaAddress, 'receiverUmaAddress');
      const { currency } = requireReceiver(call, receiverUmaAddress);
      const lookup = lookUp(call, receiverUmaAddress, currency);
      const requiredPayerDataFields = [{ name: 'FULL_NAME', mandatory: true }];
      return { body: { ...lookup, requiredPayerDataFields, receiverUmaAddress } };
    },

    /** Looks up an external account, whose bank requires no further facts. */
    'receivers.lookUpExternalAccount'(call) {
      const { id, currency } = externalAccounts.require(call, call.input.accountId);
      return { body: { ...lookUp(call, id, currency), accountId: id } };
    },
  },
});
