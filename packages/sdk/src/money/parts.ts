import { type Currency, decimalsOf } from '@org/payments-contract';
import { InvalidRequestError } from '../errors/caller-errors.ts';

/** How an amount is written. */
export interface AmountTextOptions {
  /** BCP 47 tag of the language and country, such as `de-DE`. Default: `en-US`. */
  readonly locale?: string | undefined;
}

/** The locale of amounts if none is named: the same on every machine. */
export const DEFAULT_LOCALE = 'en-US';

/**
 * Returns the decimals of a currency: its own, or those of ISO 4217.
 *
 * @throws InvalidRequestError for a currency without decimals that the table does not have
 */
export function decimalsOfCurrency({ code, decimals }: Currency): number {
  const found = decimals ?? decimalsOf(code);
  if (found !== undefined) return found;
  const message = `${code} is not a known currency; set its decimals`;
  throw new InvalidRequestError([{ path: 'currency.decimals', message }]);
}

/** Returns the number format of a locale, with exactly these decimals and Latin digits. */
export function formatOf(
  locale: string,
  decimals: number,
  style: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    numberingSystem: 'latn',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    ...style,
  });
}
