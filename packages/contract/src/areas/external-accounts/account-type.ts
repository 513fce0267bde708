import type { AccountInfo, FundingInfo } from './account-variants.ts';

type Known<Info> = Info extends { accountType: infer Type }
  ? string extends Type
    ? never
    : Type extends string
      ? Type
      : never
  : never;

/**
 * Returns whether an account's details are of a type, and narrows them to that type's fields.
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
