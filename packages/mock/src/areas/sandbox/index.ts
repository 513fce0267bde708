import type { Customer } from '@org/payments-contract';
import { area } from '../../engine/area.ts';
import { type CallOf, type Result, withFieldChecks } from '../../engine/behaviour.ts';
import { appendEvent } from '../../engine/events.ts';
import { checkAll, invalidField, notFound, refuse } from '../../engine/refusal.ts';
import { money } from '../../ledger/currencies.ts';
import { indexed } from '../../store/indexed.ts';
import { deliveries, type WebhookDelivery } from '../../webhooks/tables.ts';
import { requireEnabled } from '../config/config.ts';
import {
  customers,
  holderOfAddress,
  ownerFields,
  requireCustomer,
  requireUmaForm,
} from '../customers/customers.ts';
import { externalAccounts } from '../external-accounts/external-accounts.ts';
import {
  accounts,
  activeAccount,
  requireHeldAccount,
  statusProblem,
} from '../internal-accounts/internal-accounts.ts';
import { requireOwners, startFundedPayment } from '../quotes/execute.ts';
import { referenceOf } from '../quotes/instructions.ts';
import { sandboxAddress } from '../quotes/parties.ts';
import { quotes } from '../quotes/quotes.ts';
import { awaitDecision, senderInformation } from '../transactions/decisions.ts';
import type { TransactionRecord } from '../transactions/record.ts';
import { transactions } from '../transactions/transactions.ts';

type TestCall = CallOf<'sandbox.sendTestWebhook'>;

/** Checks that events have a receiver. @throws Refusal 400 */
function requireEndpoint({ world }: TestCall): void {
  const endpoint = world.ports.webhookEndpoint(world);
  if (endpoint !== undefined || world.webhooks.targets.length > 0) return;
  const explanation = 'Set webhookEndpoint in the configuration, or add one with deliverTo.';
  throw refuse('WEBHOOK_ENDPOINT_NOT_SET', 'No webhook endpoint is set', explanation);
}

async function deliverTest(call: TestCall): Promise<readonly WebhookDelivery[]> {
  const { world } = call;
  const table = deliveries.in(world);
  const { id: eventId } = appendEvent(call, 'TEST', undefined);
  const added = table.find('eventId', eventId);
  await Promise.all(added.map(({ id }) => world.webhooks.attemptNow(id)));
  return table.find('eventId', eventId);
}

type ReceiveCall = CallOf<'sandbox.receive'>;

/** Returns the customer who receives. @throws Refusal 404 for an unknown one, 400 for two different ones */
function receiverOf(call: ReceiveCall): Customer {
  const { receiverUmaAddress: address, customerId } = call.input;
  if (customerId !== undefined) {
    const customer = requireCustomer(call, customerId);
    if (address === undefined || indexed(customer.umaAddress ?? '') === indexed(address))
      return customer;
    throw invalidField('receiverUmaAddress', `is not that of ${customerId}`);
  }
  const holder = holderOfAddress(call.world, address ?? '');
  if (holder !== undefined) return holder;
  throw notFound('Customer', address ?? 'the address', 'USER_NOT_FOUND');
}

const receiveChecks = ({ input }: ReceiveCall) => [
  () => requireUmaForm(input.senderUmaAddress, 'senderUmaAddress'),
  () => requireUmaForm(input.receiverUmaAddress, 'receiverUmaAddress'),
];

/** Returns the default account outside or, without one in the currency, an active internal one. */
function destinationOf({ world }: ReceiveCall, { id }: Customer, code: string) {
  const outside = externalAccounts
    .in(world)
    .find('customerId', id)
    .find((each) => each.defaultUmaDepositAccount === true && each.currency === code);
  if (outside?.status === 'ACTIVE') return { accountId: outside.id, paysOutside: true };
  const account = activeAccount(world, id, code);
  if (account !== undefined) return { accountId: account.id, postsTo: account.id };
  const message = `is ${code}; the customer has no active account in it`;
  throw invalidField('receivingCurrencyCode', message);
}

/** Simulates an incoming payment, which waits for the platform to approve or reject it (rule 94). */
function receive(call: ReceiveCall): Result {
  const { world, input } = call;
  const { senderUmaAddress, receivingCurrencyCode, receivingCurrencyAmount } = input;
  checkAll(...receiveChecks(call));
  requireEnabled(world, 'INCOMING', receivingCurrencyCode);
  const customer = receiverOf(call);
  const { accountId, ...posting } = destinationOf(call, customer, receivingCurrencyCode);
  const { status = 'COMPLETED', after = 0 } = sandboxAddress(senderUmaAddress)?.outcome ?? {};
  const transaction = transactions.add(call, {
    type: 'INCOMING',
    status: 'PENDING',
    customerId: customer.id,
    platformCustomerId: customer.platformCustomerId,
    source: { sourceType: 'UMA_ADDRESS', umaAddress: senderUmaAddress },
    destination: { destinationType: 'ACCOUNT', accountId, currency: receivingCurrencyCode },
    receivedAmount: money(receivingCurrencyAmount, receivingCurrencyCode),
    fees: 0,
    counterpartyInformation: senderInformation(world, receivingCurrencyCode),
    reconciliationInstructions: { reference: referenceOf(world) },
    ...posting,
    onApproval: { to: status, after },
  } as unknown as TransactionRecord);
  awaitDecision(call, transaction);
  return { body: transactions.view(transaction, world) };
}

/** The sandbox's own operations, except the simulations of cards, which are in the area of cards. */
export const sandboxArea = area({
  operations: {
    /** Puts money into an internal account that can receive, by a payment from outside. */
    'sandbox.fundInternalAccount'(call) {
      const { accountId, amount } = call.input;
      const account = requireHeldAccount(call, accountId);
      const { id, customerId, balance, fundingPaymentInstructions: told } = account;
      const message = statusProblem(account);
      if (message !== undefined) throw invalidField('accountId', message);
      const { code: currency } = balance.currency;
      const customer = customers.in(call.world).get(customerId ?? '');
      const payment = transactions.add(call, {
        type: 'INCOMING',
        status: 'PENDING',
        ...ownerFields(customer),
        source: { sourceType: 'REALTIME_FUNDING', currency },
        destination: { destinationType: 'ACCOUNT', accountId: id, currency },
        receivedAmount: money(amount, currency),
        fees: 0,
        reconciliationInstructions: { reference: referenceOf(call.world, told) },
        postsTo: id,
        isOwnTransfer: true,
      } as unknown as TransactionRecord);
      transactions.change(call, payment, { status: 'COMPLETED' } as TransactionRecord);
      return { body: accounts.require(call, id) };
    },

    /** Pays for a quote from outside. With another amount than it requires, the payment fails. */
    'sandbox.send'(call) {
      const { quoteId, currencyCode, currencyAmount } = call.input;
      const quote = quotes.require(call, quoteId);
      requireOwners(call, quote);
      const { status } = quotes.view(quote, call.world);
      if (status !== 'PENDING') throw refuse('CONFLICT', `The quote is ${status}`);
      if (quote.source.sourceType !== 'REALTIME_FUNDING') {
        const explanation = `${quoteId} is paid from ${quote.source.accountId}: execute it.`;
        throw refuse('CONFLICT', 'The quote is not paid with funds from outside', explanation);
      }
      const { code } = quote.sendingCurrency;
      if (currencyCode !== code) {
        throw invalidField('currencyCode', `must be ${code}, as in the quote`);
      }
      startFundedPayment(call, quote, currencyAmount ?? quote.totalSendingAmount);
      const transaction = transactions.require(call, quote.transactionId);
      return { body: transactions.view(transaction, call.world) };
    },

    'sandbox.receive': withFieldChecks(receive, receiveChecks),

    /** Delivers a `TEST` event at once, and returns what the first endpoint responded. */
    async 'sandbox.sendTestWebhook'(call) {
      requireEndpoint(call);
      const [delivery] = await deliverTest(call);
      const { status, body, error } = delivery?.attempts.at(-1) ?? {};
      if (delivery === undefined || status === undefined) {
        const reason = error ?? delivery?.explanation ?? 'The delivery was interrupted.';
        throw refuse('WEBHOOK_DELIVERY_ERROR', 'The webhook endpoint sent no response', reason);
      }
      const text = body === undefined ? {} : { response_body: body };
      return { body: { url: delivery.target, response_status: status, ...text } };
    },
  },
});
