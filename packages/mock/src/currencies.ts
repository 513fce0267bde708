import type { CurrencyAmount } from '@org/payments-contract';

const names = new Map<string, readonly [name: string, symbol: string, decimals: number]>([
  ['USD', ['US Dollar', '$', 2]],
  ['EUR', ['Euro', '€', 2]],
  ['GBP', ['Pound Sterling', '£', 2]],
  ['MXN', ['Mexican Peso', '$', 2]],
  ['BRL', ['Brazilian Real', 'R$', 2]],
  ['INR', ['Indian Rupee', '₹', 2]],
  ['PHP', ['Philippine Peso', '₱', 2]],
  ['NGN', ['Naira', '₦', 2]],
  ['BTC', ['Bitcoin', '₿', 8]],
  ['USDC', ['USD Coin', 'USDC', 6]],
  ['USDB', ['USDB', 'USDB', 6]],
]);

/** Returns an amount in the smallest unit, with the whole currency object. */
export function money(amount: number, code: string): CurrencyAmount {
  const [name, symbol, decimals] = names.get(code) ?? [code, code, 2];
  return { amount, currency: { code, name, symbol, decimals } };
}

/** Returns the decimals of a currency's smallest unit: 2 for cents. */
export function decimalsOf(code: string): number {
  return money(0, code).currency.decimals ?? 0;
}
