import type { InternalAccount } from '@org/payments-contract';
import type { Platform } from './sources.ts';

/** What it costs to pay in another currency, for an estimate. */
export interface Rate {
  /** Smallest units that are sent for one that arrives, fees included. */
  readonly factor: number;
  /** The share of what is sent that is fees. */
  readonly feeShare: number;
}

/** Rates by both currencies, as `USD EUR`. */
export type Rates = ReadonlyMap<string, Rate>;

/** An amount that is usual enough for its fees to be those of others. */
const USUAL = 100_000;

/** Reads the rates of the accounts that pay. */
export async function readRates(
  client: Platform,
  sources: readonly InternalAccount[],
): Promise<Rates> {
  const rates = new Map<string, Rate>();
  for (const { balance } of sources) {
    const { code } = balance.currency;
    const { data } = await client.exchangeRates.list({
      ...{ sourceCurrency: code, sendingAmount: USUAL },
    });
    for (const { sendingAmount, receivingAmount, destinationCurrency, fees } of data) {
      const factor = sendingAmount / receivingAmount;
      const rate = { factor, feeShare: (fees.total ?? 0) / sendingAmount };
      if (receivingAmount > 0) rates.set(`${code} ${destinationCurrency.code}`, rate);
    }
    rates.set(`${code} ${code}`, { factor: 1, feeShare: 0 });
  }
  return rates;
}
