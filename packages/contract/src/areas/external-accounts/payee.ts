import { type Fields, isFields } from '../../format/fields.ts';

/** The fields by which a person recognizes an account, the most telling one first. */
const numberFields = [
  'accountNumber',
  'iban',
  'clabeNumber',
  'bankAccountNumber',
  'vpa',
  'pixKey',
  'address',
  'lightningAddress',
  'phoneNumber',
];
/** The same for types of accounts that the contract does not know yet. */
const otherNumbers =
  /^(?!routing|registration|document|intermediary)\w*(?:Number|Key|Alias|Address)$/;

/** Who owns an external account, and the field by which its owner recognizes it. */
export interface Payee {
  readonly name?: string;
  readonly field?: string;
  /** The value of the field. */
  readonly number?: string;
}

/** The holder of an account as it was entered, from the `accountInfo` of an external account. */
export function payeeOf(accountInfo: unknown): Payee {
  const {
    beneficiary,
    accountType: _,
    ...details
  } = (isFields(accountInfo) ? accountInfo : {}) as Fields;
  const { fullName, businessInfo, legalName } = (
    isFields(beneficiary) ? beneficiary : {}
  ) as Fields;
  const name = fullName ?? (isFields(businessInfo) ? businessInfo.legalName : legalName);
  const fields = [...numberFields, ...Object.keys(details).filter((key) => otherNumbers.test(key))];
  const field = fields.find((key) => typeof details[key] === 'string');
  return {
    ...(typeof name === 'string' && { name }),
    ...(field !== undefined && { field, number: String(details[field]) }),
  };
}

/** An address on a blockchain, which is not an IBAN: somebody else can make one with the same ends. */
const CHAIN_ADDRESS = /^(?=.*[A-Za-z])(?![A-Z]{2}\d\d[A-Z\d]+$|[a-z]{2}\d\d[a-z\d]+$)\w{26,}$/;

/** The end of an account number; undefined for an address or alias that is not a number, which is compared as a whole. */
export function endingOf(number: string): string | undefined {
  const isNumber = /\d/.test(number) && /^[\w\s.+-]{6,}$/.test(number);
  return isNumber && !CHAIN_ADDRESS.test(number)
    ? number.replaceAll(/\s/g, '').slice(-4)
    : undefined;
}
