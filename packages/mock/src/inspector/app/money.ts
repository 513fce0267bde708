import { decimalsOf, decimalText } from '@org/payments-contract';

interface Amount {
  readonly amount: number;
  readonly currency: { readonly code: string; readonly decimals?: number | undefined };
}

/** An amount in its currency, such as `12.50 USD`. */
export function amountText({ amount, currency }: Amount): string {
  const { code, decimals = decimalsOf(code) ?? 0 } = currency;
  return `${decimalText(amount, decimals)} ${code}`;
}

/** Whether a value is an amount with its currency. */
export function isAmount(value: unknown): value is Amount {
  if (typeof value !== 'object' || value === null) return false;
  const { amount, currency } = value as Partial<Amount>;
  return typeof amount === 'number' && typeof currency?.code === 'string';
}
