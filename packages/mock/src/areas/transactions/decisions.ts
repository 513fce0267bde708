import { canTransition, type FieldError, transactionMachine } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import type { Operations } from '../../engine/behaviour.ts';
import { scheduleMove } from '../../engine/due-moves.ts';
import { appendEvent } from '../../engine/events.ts';
import { invalidInput, type Refusal, refuse } from '../../engine/refusal.ts';
import { scheduledMoves } from '../../engine/tables.ts';
import { holdFor } from '../../ledger/ledger.ts';
import type { RefundOutcome } from '../../options/outcomes.ts';
import { APPROVAL_EVENT } from '../../webhooks/decision.ts';
import type { Scene, World } from '../../world.ts';
import { configOf } from '../config/config.ts';
import { externalAccounts } from '../external-accounts/external-accounts.ts';
import type { TransactionRecord } from './record.ts';
import { awaitsApproval, refusedStatus, transactions } from './transactions.ts';

function undecidable(payment: TransactionRecord, verb: string): Refusal {
  const { id, status, type, isOwnTransfer } = payment;
  const what = isOwnTransfer === true ? 'a transfer that the platform requested' : type;
  return refuse(
    'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
    'The transaction is not waiting for a decision',
    `${id} is ${what} and ${status}, so it cannot be ${verb}.`,
  );
}

/** Reasons of the failure of a payment that nobody decided about, by the endpoint's last response. */
const undecidedReasons = {
  postpone: 'PAYMENT_APPROVAL_TIMED_OUT',
  error: 'PAYMENT_APPROVAL_WEBHOOK_ERROR',
};

const DECISION = 'decision';

/** Ends an incoming payment that nobody decides about in time. */
export function awaitDecision(scene: Scene, transaction: TransactionRecord): void {
  if (!awaitsApproval(transaction)) return;
  const { clock, settings } = scene.world;
  scheduleMove(scene, transactions, {
    id: transaction.id,
    step: DECISION,
    at: clock.now() + settings.choices.approvalTime,
    from: 'PENDING',
    to: 'FAILED',
    fields: { failureReason: undecidedReasons.postpone },
  });
}

/** Keeps what a payment fails with if nobody decides about it after this response. */
export function decideLater(
  { world, write }: Scene,
  transaction: TransactionRecord,
  response: keyof typeof undecidedReasons,
): void {
  const move = scheduledMoves.in(world).get(`${transaction.id}/${DECISION}`);
  if (move === undefined) return;
  write.update(scheduledMoves, move, { fields: { failureReason: undecidedReasons[response] } });
}

/** The sender gets back what was accepted and did not arrive. */
const refundPlan: RefundOutcome = { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' };

/** Approves an incoming payment. Its money is posted, unless the sender's address decides otherwise. */
export function approvePayment(
  scene: Scene,
  transaction: TransactionRecord,
  receiverCustomerInfo: Readonly<Record<string, unknown>>,
): TransactionRecord {
  const { to, after } = transaction.onApproval ?? { to: 'COMPLETED', after: 0 };
  const failure = to === 'FAILED' ? { failureReason: 'OFFRAMP_FAILED', refundPlan } : {};
  if (after === 0) {
    const fields = { status: to, ...failure, receiverCustomerInfo };
    return transactions.change(scene, transaction, fields as Partial<TransactionRecord>);
  }
  scheduleMove(scene, transactions, {
    id: transaction.id,
    step: 'end',
    at: scene.world.clock.now() + after,
    to,
    fields: failure,
  });
  return transactions.change(scene, transaction, { status: 'PROCESSING', receiverCustomerInfo });
}

/** Returns whether a bank carries out a payment: one to or from a bank account, or that of a fixture. */
function isBankTransfer({ world }: Scene, { source, destination }: TransactionRecord): boolean {
  const ids = [source?.accountId ?? '', destination.accountId ?? ''];
  const outside = ids.find((id) => id.startsWith('ExternalAccount:'));
  if (outside === undefined) return false;
  const { accountInfo } = externalAccounts.in(world).get(outside) ?? {};
  return accountInfo === undefined || 'paymentRails' in accountInfo;
}

type Facts = Readonly<Record<string, unknown>>;

const factsOf = (who: 'Sender' | 'Receiver'): Facts => ({
  FULL_NAME: `Sandbox ${who}`,
  BIRTH_DATE: '1985-06-15',
  NATIONALITY: 'US',
  PHONE_NUMBER: '+14155550199',
  EMAIL: `${who.toLowerCase()}@sandbox.example.com`,
  POSTAL_ADDRESS: '1 Sandbox Street, New York, NY 10001, US',
  TAX_ID: '000-00-0000',
  USER_TYPE: 'INDIVIDUAL',
  COUNTRY_OF_RESIDENCE: 'US',
  ACCOUNT_IDENTIFIER: '000199',
  PURPOSE_OF_PAYMENT: 'GIFT',
});

const senderFacts = factsOf('Sender');

/** Returns the facts that the platform requires of counterparties in a currency (rule 182). */
function requiredFacts(world: World, currency: string): readonly string[] {
  const { supportedCurrencies = [] } = configOf(world);
  const set = supportedCurrencies.find(({ currencyCode }) => currencyCode === currency);
  return (set?.requiredCounterpartyFields ?? []).map(({ name = '' }) => name);
}

/** What a sender tells from the start: the name, and what the platform's configuration requires. */
export function senderInformation(world: World, currency: string): Facts {
  const names = ['FULL_NAME', ...requiredFacts(world, currency)];
  return Object.fromEntries(names.map((name) => [name, senderFacts[name]]));
}

/** What a receiver tells: what the platform's configuration requires, if anything. */
export function receiverInformation(world: World, currency: string) {
  const known = factsOf('Receiver');
  const facts = requiredFacts(world, currency).map((name) => [name, known[name]] as const);
  return facts.length === 0 ? {} : { counterpartyInformation: Object.fromEntries(facts) };
}

/**
 * Asks a payment's sender for more information (rule 94). The sender's information is added to the
 * payment, and the platform is asked to decide again. Without new information the payment keeps
 * waiting.
 */
export function requestFromSender(
  scene: Scene,
  payment: TransactionRecord,
  requiredFields: readonly string[],
): void {
  const known: Facts = payment.counterpartyInformation ?? {};
  const news = requiredFields
    .filter((name) => Object.hasOwn(senderFacts, name) && !Object.hasOwn(known, name))
    .map((name) => [name, senderFacts[name]]);
  if (news.length === 0) return;
  const counterpartyInformation = { ...known, ...Object.fromEntries(news) };
  const updated = transactions.change(scene, payment, { counterpartyInformation });
  appendEvent(scene, APPROVAL_EVENT, transactions.eventView(updated, scene.world));
}

/** Returns the facts that the sender's provider requires and an approval lacks. */
export function missingInformation(
  { requestedReceiverCustomerInfoFields: requested = [] }: TransactionRecord,
  given: Facts,
): FieldError[] {
  return requested
    .filter(({ name, mandatory }) => mandatory && (given[name] ?? '') === '')
    .map(({ name }) => ({
      field: `receiverCustomerInfo.${name}`,
      message: "is required by the sender's provider",
    }));
}

export const decisionOperations = {
  /** Approves an incoming payment, as a webhook endpoint can do too (rule 94). */
  'transactions.approve'(call) {
    const { transactionId, receiverCustomerInfo = {} } = call.input;
    const transaction = transactions.require(call, transactionId);
    if (!awaitsApproval(transaction)) throw undecidable(transaction, 'approved');
    const missing = missingInformation(transaction, receiverCustomerInfo);
    if (missing.length > 0) throw invalidInput(missing);
    const approved = approvePayment(call, transaction, receiverCustomerInfo);
    return { body: transactions.view(approved, call.world) };
  },

  /** Cancels a transfer that no bank has carried out yet; an amount that was held returns at once. */
  'transactions.cancel'(call) {
    const { world, input } = call;
    const transaction = transactions.require(call, input.transactionId);
    const { id, status, type, isOwnTransfer = false } = transaction;
    const isUnsent = status === 'CREATED' || status === 'PENDING';
    const isOwn = type === 'OUTGOING' || isOwnTransfer;
    if (!isOwn || !isUnsent || !isBankTransfer(call, transaction)) {
      throw refuse(
        'TRANSACTION_NOT_CANCELLABLE',
        'The transaction cannot be cancelled',
        `${id} is ${type} and ${status}; only a bank transfer of yours that is PENDING can be cancelled.`,
      );
    }
    const at = iso(world.clock.now());
    const refund = {
      reference: `REFUND-${world.random.hex('refund', 4)}`,
      initiatedAt: at,
      settledAt: at,
      status: 'COMPLETED',
      reason: 'USER_CANCELLATION',
    };
    const wasHeld = holdFor(world, id) !== undefined;
    const fields = { status: 'FAILED', ...(wasHeld ? { refund } : {}) };
    const changed = transactions.change(call, transaction, fields as Partial<TransactionRecord>);
    return { body: transactions.view(changed, world) };
  },

  'transactions.confirmReceipt'(call) {
    const { world, input } = call;
    const transaction = transactions.require(call, input.transactionId);
    const { receiptDeliveryConfirmedAt = iso(world.clock.now()) } = input;
    const changed = transactions.change(call, transaction, { receiptDeliveryConfirmedAt });
    return { body: transactions.view(changed, world) };
  },

  /** Rejects a payment; the held amount returns to its account (rules 71 and 91). */
  'transactions.reject'(call) {
    const { world, input } = call;
    const transaction = transactions.require(call, input.transactionId);
    if (transaction.isOwnTransfer === true) throw undecidable(transaction, 'rejected');
    if (!canTransition(transactionMachine, transaction.status, 'REJECTED')) {
      throw undecidable(transaction, 'rejected');
    }
    const status = refusedStatus(transaction);
    const rejected = transactions.change(call, transaction, { status });
    return { body: transactions.view(rejected, world) };
  },
} satisfies Operations;
