import type { InternalAccount } from '@org/payments-contract';
import type { PayoutRow } from '../file/payout-rows.ts';
import type { Payee, Unpayable } from './payees.ts';
import type { Rates } from './rates.ts';

/** One payment of the run: what the state keeps, and what is sent. Nothing in it changes by itself. */
export interface Payment {
  readonly id: string;
  /** A transfer within one currency and owner, or a quote and its execution. */
  readonly by: 'transfer' | 'quote';
  readonly from: string;
  readonly to: { readonly accountId?: string; readonly umaAddress?: string };
  /** Which side's amount is that of the file. */
  readonly side: 'SENDING' | 'RECEIVING';
  readonly amount: number;
  readonly currency: string;
  readonly memo: string;
}

/** A payment, and what a person is shown of it. */
export interface PlannedPayment {
  readonly row: PayoutRow;
  readonly payee: Payee;
  readonly payment: Payment;
  /** What leaves the account, in its smallest unit; estimated if `by` is `quote`. */
  readonly cost: number;
  readonly fee: number;
  readonly sourceCurrency: string;
}

const isUnpayable = (payee: Payee | Unpayable): payee is Unpayable => 'code' in payee;

function sourceFor(row: PayoutRow, sources: readonly InternalAccount[]): InternalAccount {
  const same = sources.find(({ balance }) => balance.currency.code === row.currency);
  return same ?? (sources[0] as InternalAccount);
}

/** Plans the payment of a row. */
export function planned(
  row: PayoutRow,
  payee: Payee | Unpayable,
  sources: readonly InternalAccount[],
  rates: Rates,
): PlannedPayment | Unpayable {
  if (isUnpayable(payee)) return payee;
  const source = sourceFor(row, sources);
  const own = source.balance.currency.code;
  const receives = payee.currencies.includes(row.currency) ? row.currency : payee.currencies[0];
  const isInOwn = row.currency === own;
  if (receives === undefined || (receives !== row.currency && !isInOwn)) {
    const message = `is in ${row.currency}, and the payee receives ${payee.currencies.join(', ') || 'nothing'}`;
    const action = `Enter the amount in ${receives ?? own}, or choose another account of the payee.`;
    return { code: 'CURRENCY_MISMATCH', message, action };
  }
  const isForeign = source.customerId !== undefined && payee.customerId !== source.customerId;
  if (isForeign && payee.accountId !== undefined && payee.customerId !== undefined) {
    const message = 'belongs to another customer than the account that pays';
    return {
      code: 'PAYEE_FOREIGN',
      message,
      action: 'Pay it from an account of its customer or of the platform.',
    };
  }
  const isTransfer =
    payee.accountId !== undefined && receives === own && payee.customerId === source.customerId;
  const rate = rates.get(`${own} ${receives}`);
  if (rate === undefined) {
    const message = `the service lists no rate from ${own} to ${receives}`;
    return { code: 'NO_RATE', message, action: `Pay it from an account in ${receives}.` };
  }
  const isReceiving = row.currency === receives;
  const cost = isReceiving ? Math.ceil(row.amount * rate.factor) : row.amount;
  const { accountId, umaAddress } = payee;
  const payment: Payment = {
    id: row.id,
    by: isTransfer ? 'transfer' : 'quote',
    from: source.id,
    to: accountId === undefined ? { umaAddress: umaAddress ?? '' } : { accountId },
    side: isReceiving ? 'RECEIVING' : 'SENDING',
    amount: row.amount,
    currency: row.currency,
    memo: row.memo,
  };
  return { row, payee, payment, cost, fee: Math.round(cost * rate.feeShare), sourceCurrency: own };
}
