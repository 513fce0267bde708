import { expect, expectTypeOf, test } from 'vitest';
import {
  type AccountInfo,
  type FundingInfo,
  type FundingType,
  hasAccountType,
  PaymentInstructions,
  type Quote,
} from '../../index.ts';

const usd: FundingInfo = {
  accountType: 'USD_ACCOUNT',
  accountNumber: '000123456789',
  routingNumber: '021000021',
  paymentRails: ['ACH', 'WIRE'],
  reference: 'FUND-1',
};

test('payment instructions are typed by the type of the account they name', () => {
  type Info = NonNullable<Quote['paymentInstructions']>[number]['accountOrWalletInfo'];
  expectTypeOf<Info>().toEqualTypeOf<FundingInfo>();
  expectTypeOf<FundingType>().extract<'ARS_ACCOUNT' | 'BITCOIN_L1'>().not.toBeNever();
  const info = usd as FundingInfo;
  if (!hasAccountType(info, 'USD_ACCOUNT')) throw new Error('Expected an account in USD.');
  expectTypeOf(info.reference).toEqualTypeOf<string | undefined>();
  expectTypeOf(info.accountNumber).toEqualTypeOf<string | undefined>();
  // @ts-expect-error a field of an account in EUR
  expect(info.iban).toBeUndefined();
  expect(info.routingNumber).toBe('021000021');
});

test('an unknown type of account, and one that money cannot be paid to, do not compile', () => {
  const info = usd as FundingInfo;
  // @ts-expect-error no such type
  expect(hasAccountType(info, 'MARS_ACCOUNT')).toBe(false);
  expect(hasAccountType(info, 'EMBEDDED_WALLET')).toBe(false);
  const stored = { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000' } as AccountInfo;
  // @ts-expect-error money cannot be paid to a wallet's session
  expect(hasAccountType(stored, 'EMBEDDED_WALLET')).toBe(false);
  if (hasAccountType(stored, 'EUR_ACCOUNT')) expect(stored.iban).toMatch(/^DE/);
  else throw new Error('Expected an account in EUR.');
});

test('instructions of a later type of account are kept as they are', () => {
  const later = { accountOrWalletInfo: { accountType: 'MARS_ACCOUNT', crater: 'Gale' } };
  expect(PaymentInstructions.parse(later)).toEqual(later);
});
