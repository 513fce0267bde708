import { accountVariants } from '@org/payments-contract';

/** A value for each field of an account's details that ends in three given digits if possible. */
const samples: Readonly<Record<string, (suffix: string) => string>> = {
  accountNumber: (suffix) => `1234567${suffix}`,
  address: (suffix) => `7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosg${suffix}`,
  bankAccountType: () => 'CHECKING',
  bankCode: () => '001',
  bankName: () => 'Example Bank',
  branchCode: () => '00001',
  clabeNumber: (suffix) => `000000000000000${suffix}`,
  country: () => 'DE',
  ifsc: () => 'HDFC0001234',
  iban: (suffix) => `DE8937040044053201${suffix}`,
  invoice: (suffix) => `lnbc1${suffix}`,
  phoneNumber: (suffix) => `+123456${suffix}`,
  pixKey: (suffix) => `12345678${suffix}`,
  pixKeyType: () => 'CPF',
  provider: () => 'Example Mobile',
  rail: () => 'NEFT',
  routingNumber: () => '021000021',
  sortCode: () => '040004',
  swiftCode: () => 'DEUTDEFF',
  taxId: () => '12345678901',
};

const special: Readonly<Record<string, Readonly<Record<string, (suffix: string) => string>>>> = {
  AED_ACCOUNT: { iban: (suffix) => `AE000000000000000000${suffix}` },
  DKK_ACCOUNT: { iban: (suffix) => `DK0000000000000${suffix}` },
  EGP_ACCOUNT: { iban: (suffix) => `EG000000000000000000000000${suffix}` },
  GBP_ACCOUNT: { accountNumber: (suffix) => `00000${suffix}` },
  IDR_ACCOUNT: { phoneNumber: (suffix) => `+62812345${suffix}` },
  KES_ACCOUNT: { phoneNumber: (suffix) => `+254712345${suffix}` },
  RWF_ACCOUNT: { phoneNumber: (suffix) => `+250712345${suffix}` },
  TZS_ACCOUNT: { phoneNumber: (suffix) => `+255712345${suffix}` },
  ZMW_ACCOUNT: { phoneNumber: (suffix) => `+260712345${suffix}` },
  XAF_ACCOUNT: { region: () => 'CM' },
  XOF_ACCOUNT: { region: () => 'SN' },
  SPARK_WALLET: { address: (suffix) => `spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy${suffix}` },
};

const person: Readonly<Record<string, unknown>> = {
  address: { line1: '1 Main Street', postalCode: '10001', country: 'US' },
  birthDate: '1990-12-10',
  countryOfResidence: 'DE',
  email: 'grace@example.com',
  nationality: 'US',
  phoneNumber: '+14155550100',
};

interface Variant {
  readonly currency?: string;
  readonly fields: Readonly<
    Record<string, { safeParse(value: unknown): { readonly success: boolean } }>
  >;
  readonly needs?: readonly (readonly string[])[];
  readonly rails: readonly string[];
  readonly person: readonly string[] | 'wallet' | null;
}

/** Every type of account that can be created, by its `accountType`. */
export const variants = Object.entries<Variant>(accountVariants as never);

export function currencyOf(accountType: string): string {
  if (accountType === 'SWIFT_ACCOUNT') return 'EUR';
  const variant = variants.find(([name]) => name === accountType)?.[1];
  const ofWallet = {
    LIGHTNING: 'BTC',
    SPARK_WALLET: 'BTC',
    TRON_WALLET: 'USDT',
    PLASMA_WALLET: 'USDT',
  };
  return variant?.currency ?? ofWallet[accountType as 'LIGHTNING'] ?? 'USDC';
}

/** Valid details of a type of account, whose identifier ends in three digits. */
export function sampleInfo(accountType: string, suffix = '123'): Record<string, unknown> {
  const variant = variants.find(([name]) => name === accountType)?.[1];
  if (variant === undefined) throw new Error(`${accountType} is not a type of account.`);
  const entries = Object.entries(variant.fields);
  const isRequired = ([, schema]: (typeof entries)[number]) => !schema.safeParse(undefined).success;
  const names = entries.filter(isRequired).map(([name]) => name);
  const values = [...names, ...(variant.needs?.[0] ?? [])].map((name) => {
    const sample = special[accountType]?.[name] ?? samples[name];
    if (sample === undefined) throw new Error(`The sample for ${accountType}.${name} is missing.`);
    return [name, sample(suffix)];
  });
  const needed = Array.isArray(variant.person) ? variant.person : undefined;
  const details = needed?.map((name) => [name, person[name]]) ?? [];
  const holder =
    accountType === 'CNY_ACCOUNT'
      ? { beneficiaryType: 'BUSINESS', legalName: 'Hopper Ltd' }
      : { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' };
  const beneficiary = { ...holder, ...Object.fromEntries(details) };
  return {
    accountType,
    ...Object.fromEntries(values),
    ...(needed === undefined ? {} : { beneficiary }),
  };
}
