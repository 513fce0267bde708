import { isPaymentsError } from '@org/payments-sdk';
import type { Platform } from './sources.ts';

/** What it costs to pay in another currency, for an estimate. */
export interface Rate {
  /** Smallest units that are sent for one that arrives, fees included. */
  readonly factor: number;
  /** The share of what is sent that is fees. */
  readonly feeShare: number;
}

/** An amount that is usual enough for its fees to be those of others. */
const USUAL = 100_000;

/** The rates of an account's currency, each read once. */
export class Rates {
  readonly #client: Platform;
  readonly #read = new Map<string, Promise<Rate | undefined>>();

  constructor(client: Platform) {
    this.#client = client;
  }

  /** Undefined if the service has no rate for the pair. */
  of(from: string, to: string): Promise<Rate | undefined> {
    const pair = `${from} ${to}`;
    const rate = this.#read.get(pair) ?? this.#ask(from, to);
    this.#read.set(pair, rate);
    return rate;
  }

  async #ask(sourceCurrency: string, to: string): Promise<Rate | undefined> {
    if (sourceCurrency === to) return { factor: 1, feeShare: 0 };
    try {
      const { data } = await this.#client.exchangeRates.list({
        ...{ sourceCurrency, destinationCurrency: [to], sendingAmount: USUAL },
      });
      const [rate] = data.filter(({ receivingAmount }) => receivingAmount > 0);
      if (rate === undefined) return undefined;
      const { sendingAmount, receivingAmount, fees } = rate;
      return {
        factor: sendingAmount / receivingAmount,
        feeShare: (fees.total ?? 0) / sendingAmount,
      };
    } catch (error) {
      if (isPaymentsError(error) && error.code === 'INVALID_CURRENCY') return undefined;
      throw error;
    }
  }
}
