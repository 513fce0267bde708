import { ArgumentError } from '@org/payments-contract/internal';
import { shellWord } from '../../input-file.ts';
import { amountColumns } from './amount-columns.ts';
import { type AmountHeading, amountHeading, plainWord } from './amount-heading.ts';
import type { Table } from './table.ts';

export type Column = 'id' | 'payee' | 'name' | 'amount' | 'currency' | 'memo';

/** Headings of whom a row pays: by an account, or by a name where another column is the account. */
const PARTY =
  'payee beneficiary recipient receiver empfanger empfaenger zahlungsempfanger zahlungsempfaenger';

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
  currency: [
    'currency currencycode ccy cur isocurrency paymentcurrency payoutcurrency wahrung waehrung',
  ],
  memo: [
    'memo note notes description message remittance remittanceinformation remittanceinfo purpose details paymentdetails statement verwendungszweck',
  ],
  // Last, when it is known which columns are something else.
  amount: [],
};

const columns = Object.keys(synonyms) as readonly Column[];

/** `Empfänger-IBAN` as `empfangeriban`; what stands in brackets says the unit. */
const plainHeading = (heading: string) =>
  plainWord(heading.replaceAll(/[([].*?[)\]]/g, '')).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Which cell of a row holds what. */
export interface Mapping extends AmountHeading {
  readonly places: Readonly<Partial<Record<Column, number>>>;
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

function placesOf(column: Column, headings: readonly string[], given: string | undefined) {
  const placesWhere = (isIt: (heading: string) => boolean) =>
    headings.flatMap((heading, at) => (isIt(heading) ? [at] : []));
  const exact = placesWhere((heading) => heading.toLowerCase() === given?.toLowerCase());
  if (exact.length > 0) return exact;
  if (column === 'amount' && given === undefined) {
    return placesWhere((heading) => amountHeading(heading).isOfAmounts);
  }
  const wanted = given === undefined ? synonyms[column] : [plainHeading(given)];
  const found = wanted.map((words) =>
    placesWhere((heading) => words.split(' ').includes(plainHeading(heading))),
  );
  return found.find((places) => places.length > 0) ?? [];
}

export const shownHeadings = (headings: readonly string[]) =>
  headings.map((one) => `"${one}"`).join(', ');

/**
 * Finds the columns by their headings. That of the amount is asked where others hold such numbers.
 *
 * @param named the columns that the command line names, which count before headings
 * @param note what a person should look at if none is found
 * @throws ArgumentError if a column is missing, or two could be it
 */
export function mappingOf(
  table: Omit<Table, 'separator'>,
  named: ReadonlyMap<Column, string>,
  hasCurrency: boolean,
  note?: string,
): Mapping {
  const { headings, rows } = table;
  const taken = new Set<number>();
  const isFree = (at: number) => !taken.has(at);
  const places: Partial<Record<Column, number>> = {};
  let rivals: readonly number[] = [];
  const inOrder = [...columns].sort(
    (one, other) => Number(named.has(other)) - Number(named.has(one)),
  );
  for (const column of inOrder) {
    const given = named.get(column);
    const own = placesOf(column, headings, given).filter(isFree);
    if (column === 'amount' && !given) rivals = amountColumns(table, own).filter(isFree);
    const found = [...new Set([...own, ...(own.length > 0 ? rivals : [])])];
    const [place, other] = found;
    if (place === undefined) {
      if (given === undefined) continue;
      throw new ArgumentError(
        `the file has no column "${given}"; it has ${shownHeadings(headings)}`,
      );
    }
    if (other !== undefined) {
      const both = found.map((at) => headings[at] ?? '');
      const choices = both.map((one) => `--map ${shellWord(`${column}=${one}`)}`).join(' or ');
      const isTwice = new Set(both.map((one) => one.toLowerCase())).size === 1;
      const what = isTwice
        ? `two columns are called "${both[0]}": rename one in the file`
        : `${shownHeadings(both)} could each be the ${column}: choose one with ${choices}`;
      throw new ArgumentError(what);
    }
    places[column] = place;
    taken.add(place);
  }
  const said = amountHeading(headings[places.amount ?? -1] ?? '');
  const needed: readonly Column[] =
    hasCurrency || said.currency !== undefined
      ? ['payee', 'amount']
      : ['payee', 'amount', 'currency'];
  const missing = needed.filter((column) => places[column] === undefined);
  if (missing.length > 0) {
    const isUnnamed = missing.includes('currency');
    const hint = isUnnamed ? ', or pass --currency EUR if all rows have one' : '';
    const amountLike = headings.find((heading) => /^-?[\d.,' ]*\d[\d.,' ]*$/.test(heading));
    if (amountLike !== undefined) {
      throw new ArgumentError(
        `the first line is read as the headings, and has ${shownHeadings([amountLike])} among them: put a line of headings above the payments, such as payee,amount,currency (payments run --template prints one)`,
      );
    }
    const likely = missing.includes('amount') ? rivals.map((at) => headings[at] ?? '') : [];
    const guess = likely.length === 1 ? likely[0] : '<heading>';
    const map = missing.map((one) => `${one}=${one === 'amount' ? guess : '<heading>'}`).join(',');
    const choice = likely.length > 0 ? `, where the amount may be ${shownHeadings(likely)}` : '';
    const isTitle =
      headings.includes('') || rows.some(({ cells }) => cells.length > headings.length);
    const above = isTitle ? ', or take out the lines above them' : '';
    throw new ArgumentError(
      `no heading names the ${missing.join(' and the ')}; the headings are ${shownHeadings(headings.filter(Boolean))}: name the columns with --map ${shellWord(map)}${choice}${hint}${above}${note === undefined ? '' : `. ${note}`}`,
    );
  }
  const isFilled = (at: number) => rows.some(({ cells }) => cells[at]);
  const unread = headings.flatMap((heading, at) => {
    if (!isFree(at) || (heading === '' && !isFilled(at))) return [];
    return [heading === '' ? `column ${at + 1}, without a heading` : heading];
  });
  return { ...said, places, unread };
}
