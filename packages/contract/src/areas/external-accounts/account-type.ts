import type { AccountInfo, FundingInfo } from './account-variants.ts';

type Known<Info> = Info extends { accountType: infer Type }
  ? string extends Type
    ? never
    : Type extends string
      ? Type
      : never
  : never;

/**
 * Tells whether the details of an account are of a type, and narrows them to the fields of that type.
 *
 * @example
 * ```ts
 * for (const { accountOrWalletInfo: info } of quote.paymentInstructions ?? []) {
 *   if (hasAccountType(info, 'USD_ACCOUNT')) show(info.accountNumber, info.reference);
 * }
 * ```
 */
export function hasAccountType<
  Info extends AccountInfo | FundingInfo,
  const Type extends Known<Info>,
>(info: Info, accountType: Type): info is Extract<Info, { accountType: Type }> {
  return info.accountType === accountType;
}
