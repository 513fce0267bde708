import { type CurrencyAmount, decimalsOf as tableDecimals } from '@org/payments-contract';

const known = new Map<string, readonly [name: string, symbol: string]>([
  ['BTC', ['Bitcoin', '₿']],
  ['USDC', ['USD Coin', 'USDC']],
]);

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });

function nameOf(code: string): readonly [name: string, symbol: string] {
  const earlier = known.get(code);
  if (earlier !== undefined) return earlier;
  if (!/^[A-Z]{3}$/.test(code)) return [code, code];
  const style = { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' } as const;
  const [symbol] = new Intl.NumberFormat('en', style).formatToParts(0);
  const found = [currencyNames.of(code) ?? code, symbol?.value ?? code] as const;
  known.set(code, found);
  return found;
}

/** Decimals of a code that the contract's table does not have: a ticker that a test invented. */
const UNKNOWN_DECIMALS = 2;

/** Returns an amount in the smallest unit, with the whole currency object. */
export function money(amount: number, code: string): CurrencyAmount {
  const [name, symbol] = nameOf(code);
  return { amount, currency: { code, name, symbol, decimals: decimalsOf(code) } };
}

/** Returns what is wrong with the code of a currency: tickers that are no longer than codes are known. */
export function currencyProblem(code: string): string | undefined {
  if (tableDecimals(code) !== undefined || /^[A-Z][A-Z\d]{3,}$/.test(code)) return undefined;
  return 'is not a currency: expected a code of ISO 4217, or the ticker of a cryptocurrency';
}

export function decimalsOf(code: string): number {
  return tableDecimals(code) ?? UNKNOWN_DECIMALS;
}
