import { expect, test } from 'vitest';
import { mappingOf, namedColumns } from './headings.ts';
import { payoutRows } from './payout-rows.ts';
import { readTable } from './table.ts';

/** Reads rows as `<amount>;<currency>`, with `;<payee>` for another one, under a heading of the amounts. */
function read(heading: string, lines: readonly string[], currency?: string, unit?: 'minor') {
  const content = lines.map((line) => `;;${[...line.split(';'), 'ada'].slice(0, 3).join(';')}`);
  content.unshift(`id;memo;${heading};currency;payee`);
  const table = readTable(content.join('\n'), 'x.csv');
  const mapping = mappingOf(table, new Map(), currency !== undefined);
  const { rows, problems } = payoutRows(table, mapping, { unit, locale: undefined, currency });
  const codes = problems.map(({ line, code }) => `${line} ${code}`);
  const ids = rows.map(({ id }) => id);
  return { amounts: rows.map(({ amount }) => amount), ids, problems, codes };
}

test.each(['2,500', '2,500 USD', '$2,500', 'USD 2,500', '２,５００', '2,500USD'])(
  'the amount %s is refused with both readings, unless a decimal shows one',
  (text) => {
    const { codes, problems } = read('amount', [`${text};USD`]);
    expect(codes).toEqual(['2 AMOUNT_UNREADABLE']);
    expect(problems[0]?.message).toContain('2,500.00 USD or 2.50 USD');
    const known = read('amount', [`${text};USD`, '9.50 USD;USD']);
    expect(known).toMatchObject({ codes: [], amounts: [2500_00, 9_50] });
  },
);

test.each(['15000', '15000 USD', '$15000', '١٥٠٠٠'])('the amount %s needs its unit', (text) => {
  expect(read('amount', ['15000;USD', `${text};USD`]).codes).toEqual(['0 AMOUNTS_DOUBTFUL']);
});

test('three decimals are not thousands', () => {
  const { codes, amounts } = read('amount', ['0.125;KWD', '0.750;KWD', '0.500;USDC']);
  expect([codes, amounts]).toEqual([[], [125, 750, 500_000]]);
});

const euros = '(EUR)|(in EUR)|(EUR, net)|(eur)|(Eur)|(€)| [€]|(Euro)| in EUR| EUR|€|(EUR cents)';
const cents = '(cents)|Cents|(Cent)|(cent, net)|(pence)|(Céntimos)|_cents';
const others =
  '($)=USD=EUR|(in £)=GBP=USD|(US$)=USD=CAD|(R$)=BRL=USD|(A$)=AUD=USD|(￥)=JPY=EUR|(kr)=SEK=USD|(zł)=PLN=USD|(Rs)=PKR=USD|(EUR, Cent)=EUR=USD';

test.each([
  ...euros.split('|').map((unit) => [unit, 'EUR', 'USD']),
  ...cents.split('|').map((unit) => [unit, 'USD', 'JPY']),
  ...others.split('|').map((one) => one.split('=')),
])('the heading Amount%s may be of %s, and not of %s', (unit = '', one = '', other = '') => {
  const { codes } = read(`Amount${unit}`, [`150;${one}`, `150;${other}`]);
  expect(codes).toContain('3 CURRENCY_CONTRADICTED');
  expect(codes).not.toContain('2 CURRENCY_CONTRADICTED');
  expect(read(`Amount${unit}`, ['150;'], other).codes).toContain('2 CURRENCY_CONTRADICTED');
});

test.each(['(ALL)', '(all currencies)'])('the heading Total %s names no currency', (unit) => {
  const { codes, amounts } = read(`Total ${unit}`, ['9.50;USD', '1.50;GBP']);
  expect([codes, amounts]).toEqual([[], [9_50, 1_50]]);
});

test.each([
  ...['$/€', 'USD/EUR', 'USD EUR', 'US$ EUR', '$ £', '2 percent', 'x/Cent', 'EUR/h'],
  'net of 2 per cent',
  ...['dollars and cents', 'EUR + cents', 'ohne Cent', 'kronor och öre', 'euro e centesimi'],
  ...["EUR '000", 'thousand EUR', 'k EUR', 'EUR mn', 'TEUR', 'T€', 'Tsd. €', 'EUR x 100', 'gross'],
  ...['¢', '₿', '-', '+', 'U$S', 'SGD, S$', 'GBp', 'tax', '税'],
])('the heading Amount (%s) is refused, unless the unit is given', (unit) => {
  const heading = `Amount (${unit})`;
  expect(read(heading, ['9.50;GBP']).codes).toContain('0 AMOUNTS_DOUBTFUL');
  expect(read(heading, ['950;GBP'], 'GBP', 'minor').problems).not.toMatchObject([{ line: 0 }]);
});

test('a heading in other letters is not one for its Latin rest, and pence are not pounds', () => {
  expect(() => read('控除amount', ['9.50;USD'])).toThrow(/no heading names the amount/);
  expect(() => read('Налог amount', ['9.50;USD'])).toThrow(/no heading names the amount/);
  expect(read('amount', ['9.50;GBp', '1.50;gbp', '1.50;Gbp']).codes).toEqual([
    '2 CURRENCY_UNKNOWN',
  ]);
});

/** The heading of the amounts of a file that pays ada: which one is taken, asked between, or offered where none is. */
function amountOf([head = '', ...cells]: readonly string[]): string {
  const text = [`payee;${head}`, ...cells.map((line) => `ada;${line}`)].join('\n');
  const table = readTable(text, 'x.csv');
  try {
    return table.headings[mappingOf(table, new Map(), true).places.amount ?? -1] ?? '';
  } catch (error) {
    const { message } = error as Error;
    const asked = /^(".+") could each be the amount: choose one with --map/.exec(message)?.[1];
    const offered = /^no heading names the amount; .+ --map \S*amount=.+ may be (.*)$/;
    const none = offered.exec(message)?.[1];
    return `${asked ? 'asked' : 'none'}: ${asked ?? none}`.replaceAll('"', '').trim();
  }
}

test.each([
  ...['Net salary (EUR)', 'Total amount', 'Montant net', 'amount_eur', 'Betrag in €', 'AMOUNT EUR'],
  ...['Amount*', 'Betrag (netto)', 'Total amount due (EUR)', 'Importe neto', '金額', 'Summe'],
  ...['Montant à payer en euros', 'NetAmountEUR', 'Amount in cents', 'amountcents', 'amount_major'],
])('the heading %s is that of the amounts', (heading) => {
  expect(amountOf([heading, '9.50'])).toBe(heading);
});

test.each([
  ...['Gross', 'Balance', 'Due', 'Net', 'Net 30', 'Total units', 'Wage units', 'Salary', 'EUR'],
  ...['Amount paid', 'Amount in', 'Total currency', 'Amount per EUR', 'Amount incl. VAT'],
])('the heading %s is not that of the amounts, and is asked about beside one', (heading) => {
  expect(amountOf([heading, '9.50'])).toBe(`none: ${heading}`);
  expect(amountOf([`${heading};Amount`, '12.00;9.50'])).toBe(`asked: Amount, ${heading}`);
});

test.each([
  ['Total;Amount to transfer', '12;9', 'asked: Total, Amount to transfer'],
  ['Total;Amount to be paid', '12.00;9.50', 'asked: Total, Amount to be paid'],
  ['Montant;Net à payer', '12,00;9,50', 'asked: Montant, Net à payer'],
  ['Montant;Versement', '1 200,00 €;900,50 €', 'asked: Montant, Versement'],
  ['Montant HT;TVA;Montant TTC', '10,00;2,00;12,00', 'none: Montant HT, TVA, Montant TTC'],
  ['Balance;Take home', '12.00;9.50', 'none: Balance, Take home'],
  ['Balance;Take home', '1200;950', 'none: Balance, Take home'],
  ['Betrag;Überweisung', "1'200.00;CHF 950", 'asked: Betrag, Überweisung'],
  ['Betrag;Auszahlung', '12;9', 'asked: Betrag, Auszahlung'],
  ['Brutto;Abzüge;Zahlbetrag', '12,00;2,50-;9,50', 'asked: Zahlbetrag, Brutto, Abzüge'],
  ['Importe;IVA', '10,00;21 %', '9,00;21 %', 'Importe'],
  ['Importe;Líquido a percibir', '1.200,00;950,00', 'asked: Importe, Líquido a percibir'],
  ['金額;差引支給額', '300,000;250,000', 'asked: 金額, 差引支給額'],
  ['金額;手取り', '￥300000;２５０，０００', 'asked: 金額, 手取り'],
  ['Amount;VAT', '10.00;2.00', 'asked: Amount, VAT'],
  ['Amount;VAT %;Fee %', '10.00;20.00;1', 'Amount'],
  ['Amount;Hours;Overtime', '10.00;7;7.00', '12.00;7.5;', 'asked: Amount, Overtime'],
  ['Amount;Quantity;Kst;Room', '10.00;7;4100;R1', 'Amount'],
  ['Amount;Invoice no.;Customer;Payroll ID', '10.00;1001;20;4711', 'Amount'],
  ['Amount;Payment date;Due;Paid on', '10.00;20261201;01.12.2026;1/12/26', 'Amount'],
  ['Importe;Fecha de pago', '10,00;20261201', 'Importe'],
  ['Amount;Rate;Kurs', '9;1.0845;1,09', '8.5;1.09;1,0845', '7.5;1.0945;1,0801', 'Amount'],
  ['Amount;Gross', '10.00;', 'Amount'],
  ['Amount;Gross;Extra', '10.00;n/a;–', '9.00;(12.00);5.-', 'asked: Amount, Gross, Extra'],
  [
    'Amount;Gross;Text',
    '9.00;see 2;2.50',
    '8.00;12.00;2 days',
    '1.00;;1 h',
    'asked: Amount, Gross',
  ],
  ['Betrag;Auszuzahlen', '10,00;0 (Storno)', '10,00;9,00', 'asked: Betrag, Auszuzahlen'],
  ['Betrag;Auszuzahlen', '10,00;8,50 Euro bar', '9,00;9,00', 'asked: Betrag, Auszuzahlen'],
  ['Total;To bank', '1000.00;1033.333333', '900.00;950.50', 'asked: Total, To bank'],
  ['Amount;Amount incl 19% VAT', '10.00;11.90', 'asked: Amount, Amount incl 19% VAT'],
  ['Total;Payable (100 %)', '10.00;9.50', 'asked: Total, Payable (100 %)'],
  ['Total;% paid out;VAT rate', '1000.00;900.00;19.0', 'asked: Total, % paid out'],
  ['Importe;A percibir', '500000;430000', 'asked: Importe, A percibir'],
  ['金額;手取り;社員番号;支払日', '50,000;43000;12;20261201', 'asked: 金額, 手取り'],
  ['Amount;Final', '500000;430,000', 'asked: Amount, Final'],
  ['Montant;À payer', '1000,00;900', 'asked: Montant, À payer'],
  ['Amount;Reference amount', '1000;900', 'asked: Amount, Reference amount'],
  ['Amount;INR;Conversion', '10.50;950;9.50', 'asked: Amount, INR, Conversion'],
  ['Amount;Take home', '10.50;9', 'asked: Amount, Take home'],
  ['Amount;Cents', '10.50;950', 'asked: Amount, Cents'],
  ['Total;EUR', '10.50;9', 'asked: Total, EUR'],
  ['Total;Paid to date', '1000.00;100.00', 'asked: Total, Paid to date'],
  ['Total;Net this period', '1000.00;100', 'asked: Total, Net this period'],
  ['Total;Net sum', '1000.00;900', 'asked: Total, Net sum'],
  ['Amount;Pay period;Payroll;Paid;Fee;Tax', '10.00;202601;3;1;0.00;0', 'Amount'],
  ['Amount;Date;Kundennr;Version;Sort code', '10.00;1.12;1.001;1.2;12.34', 'Amount'],
  ['Amount;Gross;Price;Fee', '10.50;12;950;1', 'asked: Amount, Gross, Price, Fee'],
  ['Betrag;Bruttolohn;Abzüge (CHF)', '10.50;12;2', 'asked: Betrag, Bruttolohn, Abzüge (CHF)'],
  ['Montant;Prix unitaire;Brut', '10,50;5;12', 'asked: Montant, Brut'],
  ['Amount;Due in days;Transfer day;Payer', '10.00;30;15;12', 'Amount'],
  ['Amount;Payee zip;Payee phone;Cost centre name', '10.00;12345;4915112345678;12', 'Amount'],
  ['Amount;Payment date;No. of payments;Payment order', '10.00;1.12;3;7', 'Amount'],
  ['Amount;Customer;Pay period;Employee ID;Zip', '1000;20;202601;7;12345', 'Amount'],
  ['Amount;Quantity;Hours;Year;Phone;PLZ', '1000;20;38.50;2026;0301234;01234', 'Amount'],
  ['Amount;#;From date;From;Invoice#', '1000;1;20261201;0;7', 'Amount'],
  ['Importe;Fecha pago;Phone (home);Projekt', '1000;20261201;12;0123', 'Importe'],
  ['Amount;Exchange rate;Projekt', '9.-;1.08;5', 'Amount'],
  ['Amount;Projekt', '0.123456;5', 'Amount'],
  ['Betrag;Auszuzahlen;Owed', '1000,00;900;9', 'asked: Betrag, Auszuzahlen, Owed'],
  ['Amount;Net %', '1000.00;1,500', 'asked: Amount, Net %'],
  ['Amount;Sender', '10.00;CR05015202001026284066', 'Amount'],
  ['Amount;', '10.00;12.00', 'Amount'],
  ['Amount;memo;Terms;Payment terms', '10.00;12.00;Net 30;30', 'Amount'],
  ['Amount;Amount.1', '10.00;12.00', 'asked: Amount, Amount.1'],
  ['Amount;Value', 'a;b', 'asked: Amount, Value'],
  ['Amount;run status;cost', '10.00;paid;11.20', 'Amount'],
  ['Amount;cost', '10.00;11.20', 'asked: Amount, cost'],
])('of the file %s with %s ...', (...file) => {
  expect(amountOf(file.slice(0, -1))).toBe(file.at(-1));
});

test('a column that the command line names is not asked about', () => {
  const table = readTable('payee;Amount;Gross\nada;1.00;2.00', 'x.csv');
  const placesOf = (map: string) => mappingOf(table, namedColumns(map), true).places;
  expect([placesOf('amount=Gross').amount, placesOf('memo=Gross').amount]).toEqual([2, 1]);
});

test('a decimal in other digits shows the unit', () => {
  expect(read('amount', ['١٢٣٤٫٥٠;USD', '١٥٠٠٠;USD'])).toMatchObject({
    codes: [],
    amounts: [1234_50, 15_000_00],
  });
});

test('a title of one cell is not a heading, and a column without one that is filled is not read', () => {
  const mapped = (text: string) => mappingOf(readTable(text, 'x.csv'), new Map(), true);
  expect(() => mapped('Table 1\n\npayee,amount\nada,1.00')).toThrow('take out the lines above');
  const { unread } = mapped('payee,amount,,\nada,1.00,2.00,\n');
  expect(unread).toEqual(['column 3, without a heading']);
});

test('the smallest unit is not a number of units', () => {
  expect(read('smallest unit amount', ['950;EUR']).amounts).toEqual([9_50]);
  expect(read('Amount (minor units)', ['950;EUR']).amounts).toEqual([9_50]);
  expect(read('Amount (units)', ['9.50;EUR']).codes).toEqual(['0 AMOUNTS_DOUBTFUL']);
});

test.each(['', '\n', 'bob\n', ' \n\nbob,1\n', 'a,b,c\nx'])(
  'rows within a cell are named, with %j among them',
  (between) => {
    const lines = `ada,1.50,"one\n${between}bob,2.50,two"\n`;
    expect(() => readTable(`payee,amount,${lines.slice(9)}eve,1.50,x\n`, 'x.csv')).toThrow(
      /line 1: a cell begins/,
    );
    const [row] = readTable(`payee,amount,memo\n${lines}`, 'x.csv').rows;
    expect(row?.swallowing).toContain('bob,2.50,two');
    const cell = (text: string) =>
      readTable(`payee,amount,adr\nada,1.50,"${text}"\n`, 'x.csv').rows[0]?.swallowing;
    expect(cell('one\nbob,2.50,x\neve')).toBeDefined();
    expect(cell('1 Main St,\nFlat 2,\nBerlin') ?? cell('1,2,3,4,5,6,7')).toBeUndefined();
  },
);

test.each(['Betrag (Cent)', 'amount (cent)', 'Amount (pence)', 'Total (Céntimos)', 'amount_cents'])(
  'the heading %s is of hundredths',
  (heading) => {
    const { codes, amounts } = read(heading, ['950 USD;USD', '$1,500;USD', '1 500.00;USD']);
    expect([codes, amounts]).toEqual([['4 AMOUNT_UNREADABLE'], [9_50, 15_00]]);
    expect(read(heading, ['950;'], 'JPY', 'minor')).toMatchObject({ codes: [], amounts: [950] });
  },
);

test.each([
  ['ada,1,234.50', 'AMOUNT_DIVIDED'],
  ['ada,1,234,567.00', 'ROW_RAGGED'],
  ['ada,-12,345.5', 'AMOUNT_DIVIDED'],
  ['ada,1,234', undefined],
  ['ada,1.00,234.50', undefined],
  ['ada,1,12.50', undefined],
  ['ada;1;234.50', undefined],
])(
  'an amount without quotation marks that fills the cell beside it is refused: %s',
  (row, code) => {
    const headings = row.includes(';') ? 'payee;amount;memo' : 'payee,amount,memo';
    const table = readTable(`${headings}\n${row}\n`, 'x.csv');
    const mapping = mappingOf(table, new Map(), true);
    const style = { unit: 'major', locale: undefined, currency: 'EUR' } as const;
    expect(payoutRows(table, mapping, style).problems[0]?.code).toBe(code);
  },
);

test('spaces around a cell are not part of it, also within quotation marks', () => {
  const { headings, rows } = readTable('" id ",payee\n" A1 "," a  b "\n', 'x.csv');
  expect([headings, rows[0]?.cells].join('|')).toBe('id,payee|A1,a b');
});

test('a currency of the command line that no row has is refused', () => {
  expect(read('amount', ['1.50;USD'], 'EUR').codes).toEqual(['0 CURRENCY_CONTRADICTED']);
  expect(read('amount', ['1.50;USD', '1.50;'], 'EUR').codes).toEqual([]);
});

test('a heading that is named may have commas', () => {
  const named = namedColumns('payee=Who,amount=amount, net,currency=ccy,');
  expect([...named.values()]).toEqual(['Who', 'amount, net', 'ccy']);
});

test('an id follows from what a row says, so that other rows may move', () => {
  const [first = '', second] = read('amount', ['1.50;EUR', '2.50;EUR']).ids;
  const moved = read('amount', ['9.50;EUR', '2.50;EUR', '1.50;EUR', '1.50;EUR;a-DA']).ids;
  expect(moved.slice(1)).toEqual([second, first, `${first}-2`]);
});
