import { decimalsOf } from '@org/payments-contract';
import { ArgumentError } from '@org/payments-contract/internal';
import { shellWord } from '../../input-file.ts';

/** What a column of the file holds. */
export type Column = 'id' | 'payee' | 'name' | 'amount' | 'currency' | 'memo';

/** Headings of whom a row pays: by an account, or by a name where another column is the account. */
const PARTY = 'payee beneficiary recipient receiver empfanger zahlungsempfanger';

/** Headings by meaning, as letters and digits only: the later ones where no earlier one is there. */
const synonyms: Readonly<Record<Column, readonly string[]>> = {
  id: [
    'id reference ref rowid itemid paymentid payoutid paymentreference paymentref invoice invoiceno invoicenumber invoiceid endtoendid externalid referenz rechnungsnummer rechnungsnr belegnummer belegnr',
  ],
  payee: [
    'payeeid payeeaccount accountid accountnumber externalaccount externalaccountid beneficiaryid beneficiaryaccount beneficiaryiban recipientid recipientaccount recipientiban receiveraccount receiveriban creditoraccount creditoriban destinationaccount toid toaccount iban umaaddress uma empfangeriban',
    `${PARTY} to account destination`,
  ],
  name: [
    'name payeename beneficiaryname recipientname receivername creditorname accountholder accountholdername fullname holder empfangername kontoinhaber',
    PARTY,
  ],
  amount: [
    'amount amountminor amountincents amountcents cents sum value total payment payout payoutamount paymentamount transferamount netpay netamount amounttopay betrag',
  ],
  currency: ['currency currencycode ccy cur isocurrency paymentcurrency payoutcurrency wahrung'],
  memo: [
    'memo note notes description message remittance remittanceinformation remittanceinfo purpose details paymentdetails statement verwendungszweck',
  ],
};

const columns = Object.keys(synonyms) as readonly Column[];

/** `Empfänger-IBAN` as `empfangeriban`; what stands in brackets says the unit. */
function plainHeading(heading: string): string {
  const bare = heading.replaceAll(/[([].*?[)\]]/g, '');
  return bare
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

/** Which cell of a row holds what. */
export interface Mapping {
  readonly places: Readonly<Partial<Record<Column, number>>>;
  /** The currency that the heading of the amounts names, as `Amount (EUR)`. */
  readonly currency: string | undefined;
  /** A symbol of several currencies in that heading, such as $; undefined beside a currency. */
  readonly symbol: string | undefined;
  /** Whether that heading says that amounts are in the smallest unit. */
  readonly isMinor: boolean;
  /** Whether it calls that unit cents, a hundredth. */
  readonly isCents: boolean;
  /** Headings of columns that are not read. */
  readonly unread: readonly string[];
}

/** `payee=Beneficiary,amount=Betrag` by column. @throws ArgumentError */
export function namedColumns(map: string | undefined): ReadonlyMap<Column, string> {
  // A heading may have commas itself.
  const pairs = (map ?? '').split(/,(?=[^,=]*=|$)/).filter((pair) => pair.trim() !== '');
  const named = pairs.map((pair) => {
    const [column = '', ...heading] = pair.split('=').map((part) => part.trim());
    const name = columns.find((one) => one === column);
    if (name === undefined || heading.join('=') === '') {
      throw new ArgumentError(
        `--map takes pairs such as payee=Beneficiary,amount=Betrag; the columns are ${columns.join(', ')}`,
      );
    }
    return [name, heading.join('=')] as const;
  });
  const twice = named.find(([name], at) => named.findIndex(([one]) => one === name) < at);
  if (twice === undefined) return new Map(named);
  throw new ArgumentError(`--map names two headings for the ${twice[0]}: choose one`);
}

function placesOf(
  column: Column,
  headings: readonly string[],
  given: string | undefined,
): readonly number[] {
  const placesWhere = (isIt: (heading: string) => boolean) =>
    headings.flatMap((heading, at) => (isIt(heading) ? [at] : []));
  const exact = placesWhere((heading) => heading.toLowerCase() === given?.toLowerCase());
  if (exact.length > 0) return exact;
  const wanted = given === undefined ? synonyms[column] : [plainHeading(given)];
  const found = wanted.map((words) =>
    placesWhere((heading) => words.split(' ').includes(plainHeading(heading))),
  );
  return found.find((places) => places.length > 0) ?? [];
}

export const shownHeadings = (headings: readonly string[]) =>
  headings.map((one) => `"${one}"`).join(', ');

/** A word in capitals, and one in small letters alone in brackets or at the end: others are words. */
const CODE =
  /(?<!\p{L})[A-Z]{3,4}(?!\p{L})|(?<=[([]\s*)[a-z]{3,4}(?=\s*[)\]])|(?<=[\s_-])[a-z]{3,4}$/gu;

const EURO = /€|(?<!\p{L})euros?(?!\p{L})/giu;

const symbolsOf = (heading: string) =>
  new Set(heading.normalize('NFKC').match(/(?<!\p{L})\p{L}{0,2}\p{Sc}/gu));

/** The currency that the heading of the amounts names; undefined if it is none, or several. `ALL` is a word. */
function currencyOf(heading: string): string | undefined {
  const found = heading.replaceAll(EURO, ' EUR ').match(CODE);
  const symbol = [...symbolsOf(heading)].find((one) => one !== '€');
  const codes = found?.map((code) => code.toUpperCase());
  const known = new Set(codes?.filter((code) => code !== 'ALL' && decimalsOf(code) !== undefined));
  const [code] = known;
  const isOne = known.size === 1 && symbolsOf(heading).size < 2;
  return isOne && code && (!symbol || isSymbolOf(symbol, code)) ? code : undefined;
}

const shown = (currency: string, locale: string, currencyDisplay: 'symbol' | 'narrowSymbol') =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? '';

function mayBeOf(symbol: string, currency: string): boolean {
  if (!/^[A-Z]{3}$/.test(currency)) return symbol === '$' && currency.startsWith('USD');
  const bare = symbol.replace(/^\p{L}+/u, '');
  const symbolOf = (one: string) => shown(one, 'en', 'narrowSymbol');
  const isKnown = Intl.supportedValuesOf('currency').some((one) => symbolOf(one).includes(bare));
  if (!isKnown) return true;
  if (bare === symbol) return symbolOf(currency).includes(symbol);
  const whole = ['en', 'en-CA', 'en-AU'].map((locale) => shown(currency, locale, 'symbol'));
  return [symbolOf(currency), ...whole].includes(symbol);
}

/** A file has many rows, and one heading of amounts. */
const answers = new Map<string, boolean>();

/** Whether a symbol, with the letters before it, may be of a currency: `$` of many, `US$` of one. */
export function isSymbolOf(symbol: string, currency: string): boolean {
  const key = `${symbol} ${currency}`;
  const found = answers.get(key) ?? mayBeOf(symbol, currency);
  answers.set(key, found);
  return found;
}

/** Hundredths, in the words of several languages. */
const CENTS =
  /cents|(?<!\p{L}|\bper |\bpro |(?:\b(?:and|und|et|y)\b|[/,&]) ?)(?:cent|pence|penny|centimes?|centavos?|c[eé]ntimos?|centesimi|rappen|paise|öre|øre)(?!\p{L})/iu;

/**
 * Finds the columns by their headings.
 *
 * @param named the columns that the command line names, which count before headings
 * @throws ArgumentError if a column is missing, or two could be it
 */
export function mappingOf(
  headings: readonly string[],
  named: ReadonlyMap<Column, string>,
  hasCurrency: boolean,
): Mapping {
  const taken = new Set<number>();
  const places: Partial<Record<Column, number>> = {};
  const inOrder = [...columns].sort(
    (one, other) => Number(named.has(other)) - Number(named.has(one)),
  );
  for (const column of inOrder) {
    const given = named.get(column);
    const found = placesOf(column, headings, given).filter((at) => !taken.has(at));
    const [place, other] = found;
    if (place === undefined) {
      if (given === undefined) continue;
      throw new ArgumentError(
        `the file has no column "${given}"; it has ${shownHeadings(headings)}`,
      );
    }
    if (other !== undefined) {
      const both = found.map((at) => headings[at] ?? '');
      const isTwice = new Set(both.map((one) => one.toLowerCase())).size === 1;
      const what = isTwice
        ? `two columns are called "${both[0]}": rename one in the file`
        : `${shownHeadings(both)} could each be the ${column}: choose one with --map ${shellWord(`${column}=${both[0]}`)}`;
      throw new ArgumentError(what);
    }
    places[column] = place;
    taken.add(place);
  }
  const amountHeading = headings[places.amount ?? -1] ?? '';
  const known = currencyOf(amountHeading);
  const needed: readonly Column[] =
    hasCurrency || known !== undefined ? ['payee', 'amount'] : ['payee', 'amount', 'currency'];
  const missing = needed.filter((column) => places[column] === undefined);
  if (missing.length > 0) {
    const hint = missing.includes('currency')
      ? ', or pass --currency EUR if all rows have one'
      : '';
    const amountLike = headings.find((heading) => /^-?[\d.,' ]*\d[\d.,' ]*$/.test(heading));
    if (amountLike !== undefined) {
      throw new ArgumentError(
        `the first line is read as the headings, and has ${shownHeadings([amountLike])} among them: put a line of headings above the payments, such as payee,amount,currency (payments run --template prints one)`,
      );
    }
    const above = headings.includes('') ? ', or take out the lines above them' : '';
    throw new ArgumentError(
      `no heading names the ${missing.join(' and the ')}; the headings are ${shownHeadings(headings.filter(Boolean))}: name the columns with --map ${missing.map((one) => `${one}=<heading>`).join(',')}${hint}${above}`,
    );
  }
  const unread = headings.filter((heading, at) => heading !== '' && !taken.has(at));
  const symbols = symbolsOf(amountHeading);
  const isCents = CENTS.test(amountHeading.normalize());
  return {
    places,
    currency: known,
    symbol: known === undefined && symbols.size === 1 ? [...symbols][0] : undefined,
    isMinor: isCents || /minor/i.test(amountHeading),
    isCents,
    unread,
  };
}
