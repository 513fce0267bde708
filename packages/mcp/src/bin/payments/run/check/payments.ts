import type { InternalAccount } from '@org/payments-contract';
import { ArgumentError } from '@org/payments-contract/internal';
import { command } from '../../operations.ts';
import { amountWords } from '../file/amounts.ts';
import { numberDigest, type PayoutRow, type Problem } from '../file/payout-rows.ts';
import type { PaidTo, Payee, Platform, Unpayable } from './payees.ts';

function problemOf(account: InternalAccount): string | undefined {
  if (account.status !== 'ACTIVE') return `is ${account.status}; only an ACTIVE account can send`;
  if (account.type !== 'EMBEDDED_WALLET') return undefined;
  return "is an embedded wallet, whose payments need the customer's signature";
}

/** Reads the accounts that the money comes from. @throws ArgumentError for one that cannot pay */
export async function sourceAccounts(client: Platform, ids: readonly string[]) {
  const wanted = new Set(ids);
  const found = new Map<string, InternalAccount>();
  const keep = (account: InternalAccount) => {
    if (wanted.has(account.id)) found.set(account.id, account);
    return found.size < wanted.size;
  };
  const own = await client.internalAccounts.listPlatform({});
  own.data.every(keep);
  if (found.size < wanted.size) {
    for await (const account of client.internalAccounts.list({ limit: 100 })) {
      if (!keep(account)) break;
    }
  }
  const accounts = ids.map((id) => {
    const account = found.get(id);
    if (account === undefined) {
      throw new ArgumentError(
        `--from ${id} is not an internal account of this platform; ${command('internalAccounts.list')} and ${command('internalAccounts.listPlatform')} print them`,
      );
    }
    const problem = problemOf(account);
    if (problem !== undefined) throw new ArgumentError(`--from ${id} ${problem}`);
    return account;
  });
  const codes = accounts.map(({ balance }) => balance.currency.code);
  if (new Set(codes).size < codes.length) {
    throw new ArgumentError(
      '--from names two accounts of one currency: name one for each currency',
    );
  }
  return accounts;
}

/** What the payments of an account need, and whether it holds as much. */
export interface SourceTotal {
  readonly accountId: string;
  readonly currency: string;
  readonly available: number;
  /** Estimated where a payment is a quote. */
  readonly needed: number;
  readonly fees: number;
  readonly payments: number;
}

/** The problem of an account that holds less than its payments need. */
export function shortfall(total: SourceTotal): Problem[] {
  const { accountId, currency, available, needed } = total;
  if (needed <= available) return [];
  const [holds, needs, lacks] = [available, needed, needed - available].map((one) =>
    amountWords(one, currency),
  );
  const message = `${accountId} holds ${holds}, and the file needs ${needs}`;
  const action = `Add ${lacks} to the account, or take rows out of the file.`;
  return [{ line: 0, level: 'error', code: 'BALANCE_TOO_LOW', message, action }];
}

/** One payment of the run: what the state keeps, and what is sent. Nothing in it changes by itself. */
export interface Payment extends PaidTo {
  readonly id: string;
  /** A transfer within one currency and owner, or a quote and its execution. */
  readonly by: 'transfer' | 'quote';
  readonly from: string;
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

export interface Rate {
  /** Smallest units that are sent for one that arrives, fees included. */
  readonly factor: number;
  /** The share of what is sent that is fees. */
  readonly feeShare: number;
}

/** Rates by both currencies, as `USD EUR`. */
export type Rates = ReadonlyMap<string, Rate>;

const EVEN: Rate = { factor: 1, feeShare: 0 };

/** Whether what a payment costs is known before it is sent. */
export const isFixed = ({ by, side }: Payment) => by === 'transfer' || side === 'SENDING';

/** An amount that is usual enough for its fees to be those of others. */
const USUAL = 100_000;

export async function readRates(client: Platform, sources: readonly InternalAccount[]) {
  const rates = new Map<string, Rate>();
  for (const { balance } of sources) {
    const { code } = balance.currency;
    const { data } = await client.exchangeRates.list({
      ...{ sourceCurrency: code, sendingAmount: USUAL },
    });
    let most = 0;
    for (const { sendingAmount, receivingAmount, destinationCurrency, fees } of data) {
      const factor = sendingAmount / receivingAmount;
      const feeShare = (fees.total ?? 0) / sendingAmount;
      most = Math.max(most, feeShare);
      if (receivingAmount > 0)
        rates.set(`${code} ${destinationCurrency.code}`, { factor, feeShare });
    }
    // A quote within one currency takes fees too, and may have no listed rate.
    const own = `${code} ${code}`;
    if (!rates.has(own)) rates.set(own, { factor: 1 / (1 - most), feeShare: most });
  }
  return rates;
}

const isUnpayable = (payee: Payee | Unpayable): payee is Unpayable => 'code' in payee;

function sourceFor(row: PayoutRow, sources: readonly InternalAccount[]): InternalAccount {
  const same = sources.find(({ balance }) => balance.currency.code === row.currency);
  return same ?? (sources[0] as InternalAccount);
}

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
  const rate = isTransfer ? EVEN : rates.get(`${own} ${receives}`);
  if (rate === undefined) {
    const message = `the service lists no rate from ${own} to ${receives}`;
    const action = `Pay it from an account in ${receives}. If there is none, take the row out and pay it with ${command('quotes.create')} and ${command('quotes.execute')}: a quote may be given where no rate is listed, and names the cost first.`;
    return { code: 'NO_RATE', message, action };
  }
  const isReceiving = row.currency === receives;
  const cost = isReceiving ? Math.ceil(row.amount * rate.factor) : row.amount;
  const { accountId, umaAddress, number } = payee;
  const payment: Payment = {
    id: row.id,
    by: isTransfer ? 'transfer' : 'quote',
    from: source.id,
    to: accountId === undefined ? { umaAddress: umaAddress ?? '' } : { accountId },
    payee: numberDigest(number),
    side: isReceiving ? 'RECEIVING' : 'SENDING',
    amount: row.amount,
    currency: row.currency,
    memo: row.memo,
  };
  return { row, payee, payment, cost, fee: Math.round(cost * rate.feeShare), sourceCurrency: own };
}
