import type {
  CurrencyAmount,
  ExternalAccount,
  InternalAccount,
  Transaction,
} from '@org/payments-contract';
import { iso } from '../clock.ts';
import { type Call, plain } from '../engine/behaviour.ts';
import { invalidInput, refuse } from '../engine/refusal.ts';
import { outcomeOf } from '../outcomes.ts';
import { addFunds, type FundsChange } from '../store/funds.ts';
import { identifierOf } from './external-accounts.ts';
import { freshId, requireRecord } from './shared.ts';

const SECOND = 1000;

/** Money to move between an internal and an external account of one customer. */
export interface Transfer {
  readonly direction: 'IN' | 'OUT';
  readonly internal: InternalAccount;
  readonly external: ExternalAccount;
  readonly amount: number;
  readonly agentId?: string;
}

/** What a request to transfer says. */
interface TransferInput {
  readonly source: { readonly accountId: string };
  readonly destination: { readonly accountId: string };
  readonly amount?: number | undefined;
}

/**
 * The transfer a request asks for.
 *
 * @throws Refusal 404 for unknown accounts, 400 for accounts that do not go together
 */
export function requireTransfer(
  call: Call<TransferInput>,
  direction: Transfer['direction'],
): Transfer {
  const { source, destination, amount } = call.input;
  if (amount === undefined) throw invalidInput([{ field: 'amount', message: 'is required' }]);
  const [from, to] = [source.accountId, destination.accountId];
  const internal = requireRecord(call, 'accounts', direction === 'IN' ? to : from);
  const external = requireRecord(call, 'externalAccounts', direction === 'IN' ? from : to);
  if (internal.customerId !== external.customerId) {
    const message = 'is of another customer than the source';
    throw invalidInput([{ field: 'destination.accountId', message }]);
  }
  const { code } = internal.balance.currency;
  if (external.currency !== code) {
    throw refuse(
      'INVALID_CURRENCY',
      `One account is in ${code}, the other in ${external.currency}`,
    );
  }
  if (direction === 'OUT' && internal.type === 'EMBEDDED_WALLET') {
    const message = 'is an embedded wallet, which sends only with a session key';
    throw invalidInput([{ field: 'source.accountId', message }]);
  }
  if (direction === 'OUT' && amount > internal.balance.amount) {
    throw refuse('AMOUNT_OUT_OF_RANGE', `Only ${internal.balance.amount} is available`);
  }
  return { direction, internal, external, amount };
}

/** What a transfer does to the internal account: when it starts, and when it ends. */
function fundsOf(
  { direction, amount }: Transfer,
  isGood: boolean,
): readonly [FundsChange, FundsChange] {
  const nothing = { available: 0, total: 0 };
  if (direction === 'IN') return [nothing, isGood ? { available: amount, total: amount } : nothing];
  const hold = { available: -amount, total: 0 };
  return [hold, isGood ? { available: 0, total: -amount } : { available: amount, total: 0 }];
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

/** Starts a transfer; how it ends follows from the external account (rule 81). */
export function startTransfer(call: Call<unknown>, transfer: Transfer): Transaction {
  const { world, write } = call;
  const { internal, external, amount, agentId } = transfer;
  const customer = requireRecord(call, 'customers', internal.customerId ?? '');
  const outcome = outcomeOf(world.settings.outcomes.transfer, identifierOf(external));
  const { status, failureReason, afterSeconds = 0 } = outcome;
  const [first, last] = fundsOf(transfer, status === 'COMPLETED');
  const now = world.clock.now();
  const id = freshId(world, 'Transaction');
  addFunds(world, write, internal.id, first);
  const ending = failureReason === undefined ? {} : { failureReason };
  const isOver = afterSeconds === 0;
  if (isOver) addFunds(world, write, internal.id, last);
  else {
    write.insert('scheduledMoves', {
      id: `${id}/end`,
      at: now + afterSeconds * SECOND,
      table: 'transactions',
      recordId: id,
      to: status,
      fields: ending,
      funds: { accountId: internal.id, ...last },
    });
  }
  return write.insert('transactions', {
    id,
    status: isOver ? status : 'PENDING',
    ...(isOver ? ending : {}),
    ...(isOver && status === 'COMPLETED' ? { settledAt: iso(now) } : {}),
    customerId: customer.id,
    platformCustomerId: customer.platformCustomerId,
    createdAt: iso(now),
    updatedAt: iso(now),
    ...(agentId === undefined ? {} : { agentId }),
    fees: 0,
    reconciliationInstructions: { reference: `REF-${world.random.hex('reference', 4)}` },
    ...describe(transfer, { amount, currency: internal.balance.currency }),
  });
}

/** Pulls money from an external account. */
export const createTransferIn = plain<'transfers.createIn'>({
  answer: (call) => ({ body: startTransfer(call, requireTransfer(call, 'IN')) }),
});

/** Sends money to an external account. */
export const createTransferOut = plain<'transfers.createOut'>({
  answer: (call) => ({ body: startTransfer(call, requireTransfer(call, 'OUT')) }),
});
