import { type CurrencyAmount, decimalsOf as tableDecimals } from '@org/payments-contract';

const names = new Map<string, readonly [name: string, symbol: string]>([
  ['USD', ['US Dollar', '$']],
  ['EUR', ['Euro', '€']],
  ['GBP', ['Pound Sterling', '£']],
  ['MXN', ['Mexican Peso', '$']],
  ['BRL', ['Brazilian Real', 'R$']],
  ['INR', ['Indian Rupee', '₹']],
  ['PHP', ['Philippine Peso', '₱']],
  ['NGN', ['Naira', '₦']],
  ['BTC', ['Bitcoin', '₿']],
  ['USDC', ['USD Coin', 'USDC']],
]);

/** Decimals of a code that the contract's table does not have: a ticker that a test invented. */
const UNKNOWN_DECIMALS = 2;

/** Returns an amount in the smallest unit, with the whole currency object. */
export function money(amount: number, code: string): CurrencyAmount {
  const [name, symbol] = names.get(code) ?? [code, code];
  return { amount, currency: { code, name, symbol, decimals: decimalsOf(code) } };
}

/** Returns the decimals of a currency's smallest unit: 2 for cents. */
export function decimalsOf(code: string): number {
  return tableDecimals(code) ?? UNKNOWN_DECIMALS;
}
