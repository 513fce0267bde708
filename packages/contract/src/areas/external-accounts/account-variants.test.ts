import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  type AccountInfo,
  type FundingInfo,
  type FundingType,
  findOperation,
  hasAccountType,
  type InputOf,
  PaymentInstructions,
  platform,
  type Quote,
} from '../../index.ts';
import { type AccountInfoInput, accountInfoInput, accountVariants } from './account-variants.ts';

function problems(value: unknown): string[] {
  const { error } = accountInfoInput.safeParse(value);
  return (error?.issues ?? []).map(({ path }) => path.join('.'));
}

const person = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' } as const;

test('46 types of account can be created, each by its accountType', () => {
  expect(Object.keys(accountVariants)).toHaveLength(46);
  expect(problems({ accountType: 'MARS_ACCOUNT' })).toEqual(['accountType']);
});

describe('each type', () => {
  test.each(Object.keys(accountVariants))('%s names its missing fields', (accountType) => {
    const { fields, person: needed } = accountVariants[accountType as 'USD_ACCOUNT'] as {
      fields: Record<string, { safeParse(value: unknown): { success: boolean } }>;
      person: unknown;
    };
    const required = Object.entries(fields)
      .filter(([, schema]) => !schema.safeParse(undefined).success)
      .map(([name]) => name);
    const whole = accountType === 'LIGHTNING' ? [''] : required;
    const expected = Array.isArray(needed) ? [...required, 'beneficiary'] : whole;
    expect(problems({ accountType }).sort()).toEqual(expected.sort());
  });
});

/** How many digits follow what a number begins with: one number, or from and to. */
const digits = {
  'AED_ACCOUNT.iban': ['AE', 21],
  'BRL_ACCOUNT.taxId': ['', 11, 14],
  'CAD_ACCOUNT.accountNumber': ['', 7, 12],
  'CAD_ACCOUNT.bankCode': ['', 3],
  'CAD_ACCOUNT.branchCode': ['', 5],
  'DKK_ACCOUNT.iban': ['DK', 16],
  'EGP_ACCOUNT.iban': ['EG', 27],
  'GBP_ACCOUNT.accountNumber': ['', 8],
  'GBP_ACCOUNT.sortCode': ['', 6],
  'IDR_ACCOUNT.phoneNumber': ['+62', 9, 12],
  'INR_ACCOUNT.accountNumber': ['', 9, 18],
  'KES_ACCOUNT.phoneNumber': ['+254', 9],
  'MXN_ACCOUNT.clabeNumber': ['', 18],
  'NGN_ACCOUNT.accountNumber': ['', 10],
  'PHP_ACCOUNT.accountNumber': ['', 8, 16],
  'PKR_ACCOUNT.iban': ['PK00HABB', 16],
  'RWF_ACCOUNT.phoneNumber': ['+250', 9],
  'TZS_ACCOUNT.phoneNumber': ['+255', 9],
  'USD_ACCOUNT.intermediaryRoutingNumber': ['', 9],
  'USD_ACCOUNT.routingNumber': ['', 9],
  'ZAR_ACCOUNT.accountNumber': ['', 9, 13],
  'ZMW_ACCOUNT.phoneNumber': ['+260', 9],
} as const;

test.each(Object.entries(digits))(
  'rule 124: %s has %j digits, no more and no fewer',
  (place, [stem, from, to = from]) => {
    const [type = '', field = ''] = place.split('.');
    const { fields } = accountVariants[type as 'USD_ACCOUNT'] as {
      fields: Record<string, { safeParse(value: unknown): { success: boolean } }>;
    };
    const accepted = Array.from({ length: 30 }, (_, count) => count).filter(
      (count) => fields[field]?.safeParse(`${stem}${'1'.repeat(count)}`).success,
    );
    expect(accepted).toEqual(Array.from({ length: to - from + 1 }, (_, more) => from + more));
  },
);

test("a person's required details depend on the type", () => {
  const usd = { accountType: 'USD_ACCOUNT', accountNumber: '1', routingNumber: '021000021' };
  expect(problems({ ...usd, beneficiary: person })).toEqual([]);
  const eur = { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000' };
  expect(problems({ ...eur, beneficiary: person })).toEqual(['beneficiary.countryOfResidence']);
  const business = { beneficiaryType: 'BUSINESS', legalName: 'Hopper GmbH' };
  expect(problems({ ...eur, beneficiary: business })).toEqual([]);
});

test('a person can have only the further details of the type', () => {
  const cop = {
    accountType: 'COP_ACCOUNT',
    bankName: 'Nequi',
    phoneNumber: '+573001234567',
  } as const;
  const beneficiary = { ...person, documentType: 'CC', documentNumber: '1020304050' } as const;
  const typed: AccountInfoInput = { ...cop, beneficiary };
  expect(problems(typed)).toEqual([]);
  expect(problems({ ...cop, beneficiary: { ...beneficiary, documentType: 'ID' } })).toEqual([
    'beneficiary.documentType',
  ]);
  const cad = { accountType: 'CAD_ACCOUNT', bankCode: '001', branchCode: '00012' };
  const account = { ...cad, accountNumber: '1234567' };
  expect(problems({ ...account, beneficiary: { ...person, registrationNumber: '1' } })).toEqual([]);
  expect(problems({ ...account, beneficiary })).toEqual(['beneficiary']);
});

test('the beneficiary of a wallet is optional', () => {
  const wallet = { accountType: 'SOLANA_WALLET', address: 'x' };
  expect(problems(wallet)).toEqual([]);
  expect(problems({ ...wallet, beneficiary: person })).toEqual(['beneficiary.countryOfResidence']);
  const known = { ...person, countryOfResidence: 'DE' };
  expect(problems({ ...wallet, beneficiary: known })).toEqual([]);
  expect(problems({ ...wallet, beneficiary: { ...known, birthDate: '1906-12-09' } })).toEqual([
    'beneficiary',
  ]);
});

test('a date of birth exists, and a virtual payment address ends at 255 characters', () => {
  const inr = { accountType: 'INR_ACCOUNT', vpa: 'grace@bank', beneficiary: person };
  expect(problems(inr)).toEqual([]);
  expect(problems({ ...inr, vpa: `${'g'.repeat(251)}@bank` })).toEqual(['vpa']);
  const born = (birthDate: string) => ({ ...inr, beneficiary: { ...person, birthDate } });
  expect(problems(born('1906-12-09'))).toEqual([]);
  expect(problems(born('9 December 1906'))).toEqual(['beneficiary.birthDate']);
});

test('a field of another type is refused by name; the platform id is accepted', () => {
  const gbp = { accountType: 'GBP_ACCOUNT', sortCode: '123456', accountNumber: '12345678' };
  expect(problems({ ...gbp, beneficiary: person, platformAccountId: 'mine' })).toEqual([]);
  const { error } = accountInfoInput.safeParse({ ...gbp, beneficiary: person, iban: 'x' });
  expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['iban'] }]);
});

test('a missing field of the chosen type does not compile', () => {
  // @ts-expect-error USD_ACCOUNT needs a routing number and a beneficiary
  const wrong: AccountInfoInput = { accountType: 'USD_ACCOUNT', accountNumber: '1' };
  expect(problems(wrong)).toEqual(['routingNumber', 'beneficiary']);
  const eur = { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000' } as const;
  // @ts-expect-error a person with an account in EUR needs a country of residence
  const unsettled: AccountInfoInput = { ...eur, beneficiary: { ...person } };
  expect(problems(unsettled)).toEqual(['beneficiary.countryOfResidence']);
  // @ts-expect-error an account in EUR has no sort code
  const mixed: AccountInfoInput = { accountType: 'EUR_ACCOUNT', iban: 'x', sortCode: '1' };
  expect(problems(mixed)).toContain('iban');
  type Input = InputOf<typeof platform.externalAccounts.create>;
  expectTypeOf<Input['accountInfo']>().toEqualTypeOf<AccountInfoInput>();
  expect(findOperation('externalAccounts.create')?.row).toBe(platform.externalAccounts.create);
});

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
