import type {
  CurrencyAmount,
  ExternalAccount,
  InternalAccount,
  Transaction,
} from '@org/payments-contract';
import type { Call } from '../../engine/behaviour.ts';
import { scheduleMove } from '../../engine/due-moves.ts';
import { invalidField, refuse } from '../../engine/refusal.ts';
import { hold } from '../../ledger/ledger.ts';
import { outcomeOf } from '../../options/outcomes.ts';
import type { Scene } from '../../world.ts';
import { requireEnabled, requireSendable } from '../config/config.ts';
import { ownerFields, requireCustomer, verificationOf } from '../customers/customers.ts';
import {
  externalAccounts,
  identifierOf,
  requireUsable,
} from '../external-accounts/external-accounts.ts';
import { accounts, statusProblem } from '../internal-accounts/internal-accounts.ts';
import { referenceOf } from '../quotes/instructions.ts';
import { requireCollectable } from '../quotes/parties.ts';
import { transactions } from '../transactions/transactions.ts';

/** Money to move between an internal and an external account of one owner. */
export interface Transfer {
  readonly direction: 'IN' | 'OUT';
  readonly internal: InternalAccount;
  readonly external: ExternalAccount;
  readonly amount: number;
  readonly agentId?: string;
}

interface TransferInput {
  readonly source: { readonly accountId: string };
  readonly destination: { readonly accountId: string; readonly paymentRail?: string | undefined };
  readonly amount?: number | undefined;
}

/** Checks that the accounts, and the rail, can be part of a transfer. @throws Refusal 400 */
function requireParties(
  scene: Scene,
  internal: InternalAccount,
  external: ExternalAccount,
  direction: Transfer['direction'],
  paymentRail: string | undefined,
): void {
  const [here, there] =
    direction === 'IN'
      ? (['destination', 'source'] as const)
      : (['source', 'destination'] as const);
  const message = statusProblem(internal);
  if (message !== undefined) throw invalidField(`${here}.accountId`, message);
  const { customerId } = internal;
  const status = customerId && verificationOf(requireCustomer(scene, customerId));
  if (status !== undefined && status !== 'APPROVED') {
    throw invalidField(`${here}.accountId`, `is of a customer whose verification is ${status}`);
  }
  requireUsable(external, there, paymentRail);
}

/** Returns the customer fields of a transfer. @throws Refusal 404 for a deleted customer */
function ownerOf(scene: Scene, { customerId }: InternalAccount) {
  return ownerFields(customerId === undefined ? undefined : requireCustomer(scene, customerId));
}

/** Returns the transfer that a request asks for. @throws Refusal 404, or 400 for what does not fit together */
export function requireTransfer(
  call: Call<TransferInput>,
  direction: Transfer['direction'],
): Transfer {
  const { source, destination, amount } = call.input;
  if (amount === undefined) throw invalidField('amount', 'is required');
  const [from, to] = [source.accountId, destination.accountId];
  const internal = accounts.require(call, direction === 'IN' ? to : from);
  const external = externalAccounts.require(call, direction === 'IN' ? from : to);
  if (internal.customerId !== external.customerId) {
    throw invalidField('destination.accountId', 'belongs to another customer than the source');
  }
  requireParties(call, internal, external, direction, destination.paymentRail);
  const { code } = internal.balance.currency;
  if (external.currency !== code) {
    throw refuse(
      'INVALID_CURRENCY',
      `One account is in ${code}, the other in ${external.currency}`,
    );
  }
  if (direction === 'IN') requireCollectable(external);
  if (direction === 'OUT' && internal.type === 'EMBEDDED_WALLET') {
    const message = 'is an embedded wallet, which can send only with a session key';
    throw invalidField('source.accountId', message);
  }
  if (direction === 'OUT' && amount > internal.balance.amount) {
    throw refuse('AMOUNT_OUT_OF_RANGE', `Only ${internal.balance.amount} is available`);
  }
  if (direction === 'OUT') requireSendable(call.world, amount, code);
  else requireEnabled(call.world, 'INCOMING', code);
  return { direction, internal, external, amount };
}

function describe(transfer: Transfer, money: CurrencyAmount) {
  const { direction, internal, external } = transfer;
  const currency = money.currency.code;
  const here = { accountId: internal.id, currency };
  const there = { accountId: external.id, currency };
  return direction === 'IN'
    ? ({
        type: 'INCOMING',
        source: { sourceType: 'ACCOUNT', ...there },
        destination: { destinationType: 'ACCOUNT', ...here },
        receivedAmount: money,
      } as const)
    : ({
        type: 'OUTGOING',
        source: { sourceType: 'ACCOUNT', ...here },
        destination: { destinationType: 'ACCOUNT', ...there },
        sentAmount: money,
      } as const);
}

/** Starts a transfer; the external account decides how it ends (rule 81). What is sent is held until then. */
export function startTransfer(call: Call<unknown>, transfer: Transfer): Transaction {
  const { world } = call;
  const { internal, external, amount, agentId, direction } = transfer;
  const owner = ownerOf(call, internal);
  const outcome = outcomeOf(world.settings.outcomes.transfer, identifierOf(external));
  const { status, failureReason, refund, after = 0 } = outcome;
  const id = `Transaction:${world.random.uuid('Transaction')}` as const;
  if (direction === 'OUT') hold(call, { accountId: internal.id, amount, purpose: id });
  const started = transactions.add(call, {
    id,
    status: 'PENDING',
    ...owner,
    ...(agentId === undefined ? {} : { agentId }),
    fees: 0,
    reconciliationInstructions: { reference: referenceOf(world) },
    ...describe(transfer, { amount, currency: internal.balance.currency }),
    ...(direction === 'IN' ? { postsTo: internal.id, isOwnTransfer: true } : {}),
  } as Transaction);
  const ending = {
    ...(failureReason === undefined ? {} : { failureReason }),
    ...(refund === undefined || direction === 'IN' ? {} : { refundPlan: refund }),
  };
  // A refusal by the bank is known at once; what succeeds is pending until the next request.
  if (after === 0 && status === 'FAILED') {
    transactions.change(call, started, { ...ending, status } as Transaction);
  } else {
    const move = { id, at: world.clock.now() + after };
    // What is sent is under way before it ends; what is collected has no such status.
    if (direction === 'OUT') {
      scheduleMove(call, transactions, { ...move, step: 'begin', to: 'PROCESSING' });
    }
    scheduleMove(call, transactions, { ...move, step: 'end', to: status, fields: ending });
  }
  return transactions.view(transactions.require(call, id), world);
}
