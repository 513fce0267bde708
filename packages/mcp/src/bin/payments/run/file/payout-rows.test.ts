import { expect, test } from 'vitest';
import { mappingOf, namedColumns } from './headings.ts';
import { payoutRows } from './payout-rows.ts';
import { readTable } from './table.ts';

/** Reads rows as `<amount>;<currency>`, with `;<payee>` for another one, under a heading of the amounts. */
function read(heading: string, lines: readonly string[], currency?: string, unit?: 'minor') {
  const content = lines.map((line) => `;;${[...line.split(';'), 'ada'].slice(0, 3).join(';')}`);
  content.unshift(`id;memo;${heading};currency;payee`);
  const table = readTable(content.join('\n'), 'x.csv');
  const mapping = mappingOf(table.headings, new Map(), currency !== undefined);
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

const euros = [
  '(EUR)',
  '(in EUR)',
  '(EUR, net)',
  '(eur)',
  '(Eur)',
  '(€)',
  ' [€]',
  '(Euro)',
  ' in EUR',
  ' EUR',
  '€',
];

test.each([
  ...euros.map((unit) => [unit, 'EUR', 'USD']),
  ...[
    ['($)', 'USD', 'EUR'],
    ['(in £)', 'GBP', 'USD'],
    ['(US$)', 'USD', 'CAD'],
    ['(R$)', 'BRL', 'USD'],
    ['(A$)', 'AUD', 'USD'],
    ['(￥)', 'JPY', 'EUR'],
    ['(kr)', 'SEK', 'USD'],
    ['(zł)', 'PLN', 'USD'],
    ['(Rs)', 'PKR', 'USD'],
  ],
  ...['(EUR cents)', '(EUR, Cent)'].map((unit) => [unit, 'EUR', 'USD']),
  ...['(cents)', 'Cents', '(Cent)', '(cent, net)', '(pence)', '(Céntimos)', '_cents'].map(
    (unit) => [unit, 'USD', 'JPY'],
  ),
])('the heading Amount%s may be of %s, and not of %s', (unit, one, other) => {
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
  ...[
    '$/€',
    'USD/EUR',
    'USD EUR',
    'US$ EUR',
    '$ £',
    '2 percent',
    'net of 2 per cent',
    'x/Cent',
    'EUR/h',
  ],
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

test.each([
  ...['Net salary (EUR)', 'Total amount', 'Montant net', 'amount_eur', 'Betrag in €', 'Amount EUR'],
  ...[
    'Amount*',
    'Amount (required)',
    'Total amount due (EUR)',
    'Importe neto',
    '金額',
    'Gesamtbetrag',
  ],
])('the heading %s is that of the amounts', (heading) => {
  expect(read(heading, ['9.50;EUR'])).toMatchObject({ codes: [], amounts: [9_50] });
});

test.each([
  ...['Net pay EUR', 'Sum EUR', 'Payout EUR', 'Payment EUR', 'Value EUR', 'To pay EUR', 'Net'],
  ...['Total amount EUR', 'NetAmountEUR', 'Gross amount', 'Balance', 'Amount in payment currency'],
  ...[
    'Summe',
    'Due',
    'Amount.1',
    'Amount paid',
    'Amount incl. VAT',
    'Original amount',
    'Bruttobetrag',
  ],
])('the heading %s is another amount beside Amount or Invoice total', (other) => {
  for (const one of ['Amount', 'Invoice total']) {
    const words = `"${one}", "${other}" could each be the amount`;
    expect(() => mappingOf(['payee', one, other, 'ccy'], new Map(), false)).toThrow(words);
    expect(mappingOf(['payee', 'Salary', other, 'Wage'], new Map(), true).places.amount).toBe(2);
  }
});

test.each([
  ...['Total currency', 'Total units', 'Units total', 'Wage units', 'Total hours', 'Salary'],
  ...['Wage', 'Pay to', 'Payment to', 'Payment method', 'Due date'],
])('the heading %s is not that of the amounts', (heading) => {
  expect(() => read(heading, ['7.50;EUR'])).toThrow(/no heading names the amount; .+--amounts/);
  const headings = ['payee', heading, 'Amount to pay'];
  expect(mappingOf(headings, new Map(), true).places.amount).toBe(2);
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
