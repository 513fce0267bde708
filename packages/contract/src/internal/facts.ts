/**
 * The fields of every signed operation that a person can be shown, by their path without the numbers
 * of lists. Tests compare them with the rows of the contract; they are repeated here because those
 * are schemas, which the wallet does not load. A quote's are what it was asked with and what the
 * service adds to that, which the text to sign can repeat.
 */
export const signedFields = {
  'cards.update': 'id state fundingSources',
  'credentials.create':
    'type accountId challenge nickname oidcToken attestation/credentialId attestation/clientDataJson attestation/attestationObject attestation/transports',
  'credentials.revoke': 'id',
  'customers.update':
    'customerId customerType currencies email phoneNumber umaAddress kycStatus fullName birthDate nationality taxIdType taxIdentifier taxIdCountryOfIssuance sourceOfFundsCategories sourceOfFundsOtherDescription sourceOfWealthCategories sourceOfWealthOtherDescription purposeOfAccount purposeOfAccountOtherDescription expectedMonthlyTransactionCount expectedMonthlyTransactionVolume annualIncomeRange netWorthRange pepStatus kybStatus address/line1 address/line2 address/city address/state address/postalCode address/country businessInfo/legalName businessInfo/country businessInfo/incorporatedOn businessInfo/taxId businessInfo/doingBusinessAs businessInfo/registrationNumber businessInfo/entityType businessInfo/countriesOfOperation businessInfo/businessType businessInfo/purposeOfAccount businessInfo/purposeOfAccountOtherDescription businessInfo/sourceOfFunds businessInfo/sourceOfFundsCategories businessInfo/sourceOfFundsOtherDescription businessInfo/expectedMonthlyTransactionCount businessInfo/expectedMonthlyTransactionVolume businessInfo/expectedRecipientJurisdictions businessInfo/expectedCounterpartyCountries businessInfo/naicsCode businessInfo/primaryContactFirstName businessInfo/primaryContactLastName',
  'delegatedKeys.create': 'cardId internalAccountId nickname',
  'internalAccounts.export': 'id clientPublicKey',
  'internalAccounts.update': 'id privateEnabled',
  'quotes.execute':
    'quoteId lookupId source/sourceType source/accountId source/customerId source/currency source/cryptoNetwork destination/destinationType destination/accountId destination/paymentRail destination/umaAddress destination/currency lockedCurrencySide lockedCurrencyAmount immediatelyExecute description remittanceInformation purposeOfPayment platformFeeOverride/platformFixedFee/amount platformFeeOverride/platformFixedFee/currency platformFeeOverride/platformVariableFeeBps scaFactor senderCustomerInfo sendingCurrency/code sendingCurrency/name sendingCurrency/symbol sendingCurrency/decimals receivingCurrency/code receivingCurrency/name receivingCurrency/symbol receivingCurrency/decimals totalSendingAmount totalReceivingAmount exchangeRate feesIncluded platformFeesIncluded transactionId expiresAt',
  'sessions.refresh': 'id clientPublicKey',
  'sessions.revoke': 'id',
} as const;

/** The name of a signed operation. */
type ShownOperation = keyof typeof signedFields;

/** Who says a fact: the text to sign, the service, or the request of the page. */
export type FactOrigin = 'payload' | 'service' | 'request';

/** Values that are words of ours, in the language of the person. */
export type FactWord =
  | 'ACTIVE'
  | 'FROZEN'
  | 'CLOSED'
  | 'PASSKEY'
  | 'EMAIL_OTP'
  | 'OAUTH'
  | 'true'
  | 'false'
  | 'nothing';

/** A value of a row; a `text` is somebody else's, and is shown as `strangerText` has it. */
export type FactValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'word'; readonly word: FactWord }
  | { readonly kind: 'amount'; readonly amount: string; readonly currency: string }
  | { readonly kind: 'date'; readonly date: string };

/** One line of what a person decides about. */
export interface FactRow {
  /** A path of `signedFields`, or the name of what the service says; its words are ours. */
  readonly label: string;
  /** The place in a list, from 1. */
  readonly number?: number;
  readonly value: FactValue;
  readonly origin: FactOrigin;
}

/** What a change is called, in words of ours alone. */
export type FactHeading =
  | ShownOperation
  | 'card.ACTIVE'
  | 'card.FROZEN'
  | 'card.CLOSED'
  | 'passkey'
  | 'unknown';

/** A change as a person is shown it. */
export interface Facts {
  readonly heading: FactHeading;
  readonly rows: readonly FactRow[];
}

/** A change that a person has to decide about. */
export interface FactsQuestion {
  /** Undefined if neither the platform nor the text to sign says what the change is. */
  readonly operation: ShownOperation | undefined;
  /** The fields of the operation; undefined if the platform has not declared the change. */
  readonly input: unknown;
  /** What the page calls a change that is not declared, and the input it sent. */
  readonly called?: { readonly name: string; readonly input: unknown };
  /** The values of the text to sign that are fields of the operation, by their path. */
  readonly signed: Readonly<Record<string, unknown>>;
  /** The values of the text to sign that no known field has, by their path. */
  readonly loose?: Readonly<Record<string, unknown>>;
  /** What the service says, in the order in which it is shown. */
  readonly service?: readonly FactRow[];
}

/** Nobody reads more. */
const MOST_ROWS = 80;

const words: Readonly<Record<string, readonly string[]>> = {
  state: ['ACTIVE', 'FROZEN', 'CLOSED'],
  type: ['PASSKEY', 'EMAIL_OTP', 'OAUTH'],
};

/** The values in a request, by their path; a list or an object with nothing in it is a value too. */
export function valuesIn(value: unknown, path = ''): (readonly [path: string, value: unknown])[] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null) return [[path, value]];
  const members = Object.entries(value);
  if (members.length === 0) return path === '' ? [] : [[path, null]];
  return members.flatMap(([name, child]) =>
    valuesIn(child, path === '' ? name : `${path}/${name}`),
  );
}

function factValue(value: unknown, label: string): FactValue {
  if (value === null) return { kind: 'word', word: 'nothing' };
  const isWord = typeof value === 'boolean' || words[label]?.includes(String(value)) === true;
  if (isWord) return { kind: 'word', word: String(value) as FactWord };
  return { kind: 'text', text: String(value) };
}

/** The row of a field: its label is ours, whatever the request calls the field. */
function fieldRow(
  operation: ShownOperation,
  path: string,
  value: unknown,
  origin: FactOrigin,
): FactRow {
  const parts = path.split('/');
  const label = parts.filter((part) => !/^\d+$/.test(part)).join('/');
  const number = parts.find((part) => /^\d+$/.test(part));
  const known = signedFields[operation].split(' ');
  const open = known.find(
    (field) => field === 'senderCustomerInfo' && label.startsWith(`${field}/`),
  );
  if (open !== undefined) {
    const text = `${label.slice(open.length + 1)}: ${value}`;
    return { label: open, value: { kind: 'text', text }, origin };
  }
  if (!known.includes(label)) throw new RangeError(`${operation} has no field ${path}`);
  const place = number === undefined ? {} : { number: Number(number) + 1 };
  return { label, ...place, value: factValue(value, label), origin };
}

/** What a change is called, by its operation and the fields that it has. */
export function headingOf({ operation, input, signed }: FactsQuestion): FactHeading {
  if (operation === undefined) return 'unknown';
  const fields = { ...signed, ...Object(input) } as Readonly<Record<string, unknown>>;
  const { id: _, ...changed } = fields;
  const { state } = changed;
  const isState = typeof state === 'string' && words.state?.includes(state) === true;
  // What nobody can take back names the change, whatever else it has.
  const isNamed = isState && (state === 'CLOSED' || Object.keys(changed).length === 1);
  if (operation === 'cards.update' && isNamed) {
    return `card.${state as 'ACTIVE'}`;
  }
  return operation === 'credentials.create' && fields.type === 'PASSKEY' ? 'passkey' : operation;
}

/** The parts of a new passkey that nobody can read: one row has them all. */
const PASSKEY_KEY = /^(?:challenge|attestation\/.*)$/;

function withOneKey(rows: readonly FactRow[]): FactRow[] {
  const parts = rows.filter(({ label }) => PASSKEY_KEY.test(label));
  const [first] = parts;
  if (first === undefined) return [...rows];
  const texts = parts.map(({ value }) => ('text' in value ? value.text : ''));
  const key: FactRow = {
    label: 'attestation',
    value: { kind: 'text', text: texts.join(' ') },
    origin: first.origin,
  };
  return [...rows.filter((row) => !parts.includes(row)), key];
}

/** Text of the page or of the payload that has no field: path and value are both a stranger's. */
function looseRow(label: string, path: string, value: unknown, origin: FactOrigin): FactRow {
  const text = path === '' ? String(value) : `${path}: ${value ?? '–'}`;
  return { label, value: { kind: 'text', text }, origin };
}

/**
 * What a person decides about, as rows: every field of the request and of the text to sign has one.
 *
 * @throws RangeError for a field that is not one of the operation, and for more than a person reads
 */
export function factsOf(question: FactsQuestion): Facts {
  const { operation, input, called, signed, loose = {}, service = [] } = question;
  const asked = new Map(valuesIn(input));
  const rows = [...service];
  if (operation !== undefined) {
    for (const [path, value] of asked) {
      rows.push(
        fieldRow(operation, path, value, Object.hasOwn(signed, path) ? 'payload' : 'request'),
      );
    }
    for (const [path, value] of Object.entries(signed)) {
      if (!asked.has(path)) rows.push(fieldRow(operation, path, value, 'payload'));
    }
  } else if (asked.size > 0) throw new RangeError('the change is not of a known operation');
  if (called !== undefined) {
    rows.push(looseRow('called', '', called.name, 'request'));
    for (const [path, value] of valuesIn(called.input)) {
      rows.push(looseRow('sent', path, value, 'request'));
    }
  }
  for (const [path, value] of Object.entries(loose)) {
    rows.push(looseRow('signed', path, value, 'payload'));
  }
  if (rows.length > MOST_ROWS) throw new RangeError(`there are ${rows.length} rows`);
  return { heading: headingOf(question), rows: withOneKey(rows) };
}
