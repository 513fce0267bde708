import { type ExternalAccount, hasAccountType } from '@org/payments-contract';
import type { InlinePlan } from '../../engine/behaviour.ts';
import { scheduleMove } from '../../engine/due-moves.ts';
import { refuse } from '../../engine/refusal.ts';
import { hold } from '../../ledger/ledger.ts';
import { outcomeOf, type QuoteOutcome } from '../../options/outcomes.ts';
import type { Scene } from '../../world.ts';
import { customers, requireOwner, verificationOf } from '../customers/customers.ts';
import { externalAccounts, identifierOf } from '../external-accounts/external-accounts.ts';
import { accounts, activeAccount, statusProblem } from '../internal-accounts/internal-accounts.ts';
import type { TransactionRecord } from '../transactions/record.ts';
import { transactions } from '../transactions/transactions.ts';
import { sandboxAddress } from './parties.ts';
import { type QuoteRecord, quotes } from './quotes.ts';

/** Returns the external account from which the service collects a quote's money, if it does. */
function collectedFrom(scene: Scene, { source }: QuoteRecord): ExternalAccount | undefined {
  const { accountId = '' } = source;
  const isExternal = accountId.startsWith('ExternalAccount:');
  return isExternal ? externalAccounts.require(scene, accountId) : undefined;
}

/** How a payment ends whose platform fee has nowhere to go. */
const feeUndelivered: QuoteOutcome = {
  status: 'FAILED',
  failureReason: 'QUOTE_EXECUTION_FAILED',
  refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
};

/** Whether a quote has a fee of the platform, which has no account in its currency (rule 162). */
function lacksFeeAccount({ world }: Scene, quote: QuoteRecord): boolean {
  const { platformFeesIncluded = 0, sendingCurrency } = quote;
  if (platformFeesIncluded === 0) return false;
  return activeAccount(world, undefined, sendingCurrency.code) === undefined;
}

/** Returns how a payment will end: as the collection from outside, if that fails, else by the receiver. */
function outcomeFor(scene: Scene, quote: QuoteRecord): QuoteOutcome {
  const { world } = scene;
  const { outcomeDriver } = quote;
  const payer = collectedFrom(scene, quote);
  if (payer !== undefined) {
    const collection = outcomeOf(world.settings.outcomes.transfer, identifierOf(payer));
    const { refund: _nothingArrived, ...failure } = collection;
    if (collection.status === 'FAILED') return failure;
  }
  if (lacksFeeAccount(scene, quote)) {
    const { refund, ...failure } = feeUndelivered;
    return payer === undefined ? feeUndelivered : failure;
  }
  const ofAddress = sandboxAddress(outcomeDriver)?.outcome;
  return ofAddress ?? outcomeOf(world.settings.outcomes.quote, outcomeDriver);
}

function failure({ failureReason, refund }: QuoteOutcome): Record<string, unknown> {
  return { failureReason, refundPlan: refund };
}

/** Schedules how a payment that has begun will end, at the earliest before the next request. */
function scheduleEnding(scene: Scene, quote: QuoteRecord, outcome: QuoteOutcome): void {
  const { transactionId: id } = quote;
  const { status, after = 0, returnedAfter } = outcome;
  const at = scene.world.clock.now() + after;
  const fields = status === 'FAILED' ? failure(outcome) : {};
  scheduleMove(scene, transactions, { id, step: 'end', at, to: status, fields });
  if (returnedAfter === undefined) return;
  scheduleMove(scene, transactions, {
    id,
    step: 'return',
    at: at + returnedAfter,
    from: 'COMPLETED',
    to: 'FAILED',
    fields: failure(outcome),
  });
}

/** Returns a quote's payment. @throws Refusal 409 if it has begun, or the quote has expired */
export function requirePending(scene: Scene, quote: QuoteRecord): TransactionRecord {
  const transaction = transactions.require(scene, quote.transactionId);
  if (transaction.status === 'PENDING') return transaction;
  const { status } = quotes.view(quote, scene.world);
  const explanation = `${quote.id} is ${status}; only a PENDING quote can be executed, once, before ${quote.expiresAt}.`;
  throw refuse('CONFLICT', `The quote is ${status}`, explanation);
}

/** Checks the payer of a quote and its receiver. @throws Refusal 404 for a deleted one, 403 for a payer who is not verified */
export function requireOwners(scene: Scene, quote: QuoteRecord): void {
  const { world } = scene;
  const { customerId } = requirePending(scene, quote);
  requireOwner(scene, customerId);
  const payer = customers.in(world).get(customerId);
  const status = payer === undefined ? 'APPROVED' : verificationOf(payer);
  if (status !== 'APPROVED') {
    const explanation = `The verification of ${customerId} is ${status}; payments need APPROVED.`;
    throw refuse('FORBIDDEN', 'The customer cannot make payments', explanation);
  }
  const { accountId = '' } = quote.destination;
  const receiver = accounts.in(world).get(accountId) ?? externalAccounts.in(world).get(accountId);
  requireOwner(scene, receiver?.customerId);
}

/**
 * Checks that a quote can be executed from its account now.
 *
 * @throws Refusal 409 for a quote that is not pending or is paid from outside, 404 for a deleted
 *   customer, 403 for a customer or an account that cannot send, 400 if the balance is too low
 */
export function requirePayable(scene: Scene, quote: QuoteRecord): void {
  requireOwners(scene, quote);
  requireFunds(scene, quote);
}

/** Does the same for a quote that is not written yet. */
export function requireFunds(scene: Scene, quote: QuoteRecord): void {
  const { accountId } = quote.source;
  if (accountId === undefined) {
    const explanation = `${quote.id} begins when the funds of its payment instructions arrive.`;
    throw refuse('CONFLICT', 'The quote is not paid from an account', explanation);
  }
  const payer = collectedFrom(scene, quote);
  for (const party of [accountId, quote.destination.accountId ?? '']) {
    const problem = statusProblem(accounts.in(scene.world).get(party) ?? { status: 'ACTIVE' });
    if (problem === undefined) continue;
    throw refuse('FORBIDDEN', 'The account cannot send or receive', `${party} ${problem}.`);
  }
  if (payer !== undefined) return;
  const { balance } = accounts.require(scene, accountId);
  if (balance.amount < quote.totalSendingAmount) {
    const explanation = `${quote.totalSendingAmount} would be sent; ${accountId} has ${balance.amount}.`;
    throw refuse('AMOUNT_OUT_OF_RANGE', `Only ${balance.amount} is available`, explanation);
  }
}

/** Begins a quote's payment, whose amount is held to its end unless it is collected from outside. */
export function startPayment(scene: Scene, quote: QuoteRecord): void {
  const transaction = requirePending(scene, quote);
  const { accountId = '' } = quote.source;
  if (collectedFrom(scene, quote) === undefined) {
    hold(scene, { accountId, amount: quote.totalSendingAmount, purpose: transaction.id });
  }
  transactions.change(scene, transaction, { status: 'PROCESSING' });
  scheduleEnding(scene, quote, outcomeFor(scene, quote));
}

/** Returns the rail by which money from outside came: the first one of the bank account to pay to. */
function arrivedBy({ paymentInstructions = [] }: QuoteRecord): { readonly paymentRail?: string } {
  const rails = paymentInstructions.flatMap(({ accountOrWalletInfo }) => {
    const { paymentRails = [] } = accountOrWalletInfo as { readonly paymentRails?: string[] };
    return paymentRails;
  });
  return rails[0] === undefined ? {} : { paymentRail: rails[0] };
}

export function startFundedPayment(scene: Scene, quote: QuoteRecord, amount: number): void {
  const transaction = requirePending(scene, quote);
  const source = { ...transaction.source, ...arrivedBy(quote) };
  const begun = { status: 'PROCESSING', source, funded: amount };
  transactions.change(scene, transaction, begun as TransactionRecord);
  const isExact = amount === quote.totalSendingAmount;
  const mismatch: QuoteOutcome = {
    status: 'FAILED',
    failureReason: 'FUNDING_AMOUNT_MISMATCH',
    refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
  };
  scheduleEnding(scene, quote, isExact ? outcomeFor(scene, quote) : mismatch);
}

/** Returns the plan to execute a quote. An embedded wallet signs the payload in its payment instructions. */
export function executionPlan(scene: Scene, quote: QuoteRecord): Pick<InlinePlan, 'signature'> {
  const { paymentInstructions = [], source } = quote;
  const wallet = paymentInstructions
    .map(({ accountOrWalletInfo: info }) => info)
    .find((info) => hasAccountType(info, 'EMBEDDED_WALLET'));
  if (wallet?.payloadToSign === undefined) return {};
  const { payloadToSign } = wallet;
  const { id } = accounts.require(scene, source.accountId ?? '');
  return { signature: { payloadToSign, signers: { accountIds: [id] } } };
}
