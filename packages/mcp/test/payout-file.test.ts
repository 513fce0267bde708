import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectEnd } from './desk.ts';
import { payroll } from './payroll.ts';

const STRANGER = `\ufeffReferenz;Empfänger-IBAN;Kontoinhaber;Betrag;Währung;Verwendungszweck\r
\r
o-1;DE89 3704 0044 0532 0130 00;Ada "Countess" Lovelace;1.0,50;EUR;x\r
o-2;DE89370400440532013000;Ada Lovelace;10,50;EUR;"Oktober\r
und September"\r
o-3;000123456789;Grace Hopper;99,00;USD;=SUM(A1)\r
o-3;000123456789;Grace Hopper;99,00;USD;=SUM(A1)\r
;000123456789;Somebody Else;1.234;USD;\r
;;;;;\r
o-6;closed;;5,00;USD;\r
o-7;nobody;;5,00;USD;\r
o-8;000123456789;;5,00;USD\r
`;

test.each([
  [
    'a narrow terminal',
    60,
    / 4 +10\.50 EUR +about 11\.\d\d USD +0\.06 USD\n {6}"Ada Lovelace", ending 3000\n/,
  ],
  [
    'a pipe',
    undefined,
    / 4 +10\.50 EUR +about 11\.\d\d USD +0\.06 USD {2}"Ada Lovelace", ending 3000\n/,
  ],
])(
  'the file of a stranger gets a clear word on each of its lines, in %s',
  async (_, width, row) => {
    const { write, payAt, mock, report } = await payroll();
    write(STRANGER);
    const { code, out, errors } = await payAt(width, '--check', '--report', report);
    expect(errors).toBe('');
    expect(code).toBe(1);
    const text = out.replaceAll(/\n +/g, ' ');
    const words = [
      'note: amounts were read as de-DE writes them',
      'line 3: 1.0,50 is not an amount as de-DE writes it',
      'error ID_TWICE, 1 row line 7: has the id o-3 of line 6 Give each payment an id of its own.',
      'look at NAME_DIFFERS, 1 row line 8: names "Somebody Else", and the account belongs to',
      'error PAYEE_NOT_ACTIVE, 1 row line 10: ',
      'line 11: "nobody" is not an account that can be paid from here',
      'line 12: has 5 cells, and there are 6 headings',
      'the file: InternalAccount:',
      'o-2: Oktober und September',
      'Nothing was sent: mend what is named above, and check again.',
    ];
    for (const word of words) expect(text).toContain(word);
    expect(text).toMatch(
      / fees in it +0\.06 USD available +1,000\.00 USD left afterwards +-443\.\d\d USD/,
    );
    expect(out).toMatch(row);
    if (width === 60) expect(out.split('\n').filter((line) => line.length > 60)).toEqual([]);
    const rows = readFileSync(report, 'utf8');
    expect(rows).toMatch(/^o-2;.+;can be paid;;;;11,\d\d;USD;0,06;Ada Lovelace$/m);
    expect(rows).toMatch(/^o-6;closed;.+;error;PAYEE_NOT_ACTIVE;/m);
    expect(mock.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  },
);

test('a payee of whom the bank has another name is looked at before anything is paid', async () => {
  const { write, pay, payments, checked, mock, customerId } = await payroll();
  write(`${HEAD}ada,9.50,EUR\n`);
  const { digest } = await checked('--id', 'payouts');
  const { data } = await payments.externalAccounts.list({ customerId });
  const bankSays = (check: string | undefined, fullName?: string) => {
    const verified = fullName && { fullName };
    const says = { beneficiaryVerificationStatus: check, beneficiaryVerifiedData: verified };
    const all = data.map((account) => ({ ...account, ...says }));
    const body = JSON.parse(JSON.stringify({ data: all, hasMore: false }));
    const effect = { kind: 'answer', status: 200, body } as const;
    mock.faults.add({ operation: 'externalAccounts.list', effect });
  };
  const said = (holder: string) =>
    new RegExp(`look at NAME_DIFFERS.+\n.+line 2: is to ".+", and the bank .+ has ${holder}\n`);
  bankSays('NOT_MATCHED');
  expectEnd(await pay('--check'), 7, said('another holder'), 'out');
  for (const [check, fullName] of [
    ['NOT_MATCHED', 'Ada Lovelace'],
    ['PARTIAL_MATCH', 'Ada Lovelace Holding'],
    ['PARTIAL_MATCH', 'Ada Lovelace GmbH'],
    [undefined, 'Ada Byron'],
  ] as const) {
    bankSays(check, fullName);
    expectEnd(await pay('--check'), 7, said(`"${fullName}"`), 'out');
  }
  for (const [check, fullName] of [['PARTIAL_MATCH', 'A. Lovelace'], ['MATCHED']] as const) {
    bankSays(check, fullName);
    expectEnd(await pay('--check'), 0, 'The file can be paid.', 'out');
  }
  // The bank may say so once the file was checked.
  bankSays('NOT_MATCHED');
  const byScript = ['--yes', '--id', 'payouts', '--digest', digest];
  expectEnd(await pay(...byScript), 2, 'what is to be looked at is not what the --digest is of');
  expectEnd(await pay(...byScript), 0, '1 paid: 9.50 EUR', 'out');
});

const HEAD = 'payee,amount,currency\n';

const PAID = /9\.50 EUR/;

test.each([
  ['commas for decimals', 'payee;amount;ccy\nada;"9,50";EUR\n', PAID],
  ['a named separator', '\ufeffsep=;\r\npayee;amount;ccy\r\nada;1,2,3;EUR\r\n', /line 3: 1,2,3/],
  [
    'a cell that hides a letter',
    `memo,${HEAD}Lu\u200bnch,ada,9.50,EUR\n`,
    /line 2: has a memo with characters that cannot be seen: Lu\[U\+200B\]nch/,
  ],
  ['tabs and UTF-16', Buffer.from('\ufeffPayee\tSum\tCcy\nada\t9.50\tEUR\n', 'utf16le'), PAID],
  ['Windows-1252', Buffer.from(`memo,${HEAD}M\xfcller,ada,9.50,EUR\n`, 'latin1'), /Windows-1252/],
  ['cents by an option', `${HEAD}ada,950,EUR\n`, PAID, '--amounts minor'],
  ['cents with decimals', `${HEAD}ada,9.50,EUR\n`, /9\.50 is not a whole/, '--amounts minor'],
  ['cents by the heading', 'payee,amount in cents,ccy\nada,950,EUR\n', PAID],
  ['one currency', 'payee,amount (EUR)\nada,9.50\n', PAID],
  ['a currency by an option', 'payee,amount\nada,9.50\n', PAID, '--currency eur'],
  ['named columns', 'who,much,ccy\nada,9.50,EUR\n', PAID, '--map payee=Who,amount=much'],
  ['whole numbers', `${HEAD}ada,950,EUR\n`, /may be 950\.00 EUR or 9\.50 EUR: pass --amounts/],
  ['thousands beside decimals', `${HEAD}ada,"2,500",EUR\nada,9.50,EUR\n`, /2,500\.00 EUR/],
  [
    'decimals beside doubtful ones',
    'payee;amount;ccy\nada;9,5;EUR\nada;2,500;EUR\n',
    /line 3: 2,500/,
  ],
  [
    'a cell of two lines',
    `memo,${HEAD}"a\r\nb",ada,9.50,EUR\r\n,,9.50,EUR\r\n`,
    /PAYEE_MISSING.+\n? *line 4/,
  ],
  ['three decimals', `${HEAD}ada,1.500,EUR\n`, /line 2: 1\.500 has 3 decimals.+1,500\.00/],
  ['two readings', `${HEAD}ada,1.234,KWD\n`, /1\.234 KWD or 1,234\.000 KWD: pass --locale/],
  ['a negative amount', `${HEAD}ada,-9.50,EUR\n`, /line 2: -9\.50 is not more than zero/],
  ['an unknown currency', `${HEAD}ada,9.50,EURO\n`, /line 2: EURO is not a currency/],
  ['another currency', `${HEAD}ada,9.50,GBP\n`, /is in GBP, and the payee receives EUR/],
  [
    'twice the same',
    `${HEAD}ada,9.50,EUR\nada,9.50,EUR\n`,
    /look at SAME_PAYMENT, 1 row\n {2}line 3: pays the same/,
  ],
  [
    'the same under two names of one account',
    `${HEAD}DE89 3704 0044 0532 0130 00,9.50,EUR\nada,9.50,EUR\nde89370400440532013000,9.50,EUR\n`,
    /look at SAME_PAYMENT, 2 rows\n {2}lines 3 to 4: pays the same .+ as line 2\n/,
  ],
  [
    'a name beside a number',
    'Empfänger;IBAN;Betrag;ccy\nAda;DE89370400440532013000;9,50;EUR\n',
    PAID,
  ],
  [
    'a name that is another',
    'Payee,IBAN,Sum,ccy\nBob,DE89370400440532013000,9.50,EUR\n',
    /names "Bob"/,
  ],
  [
    'a column that is not read',
    'payee,amount,ccy,Kst\nada,9.50,EUR,1\n',
    /note: not read: "Kst"; --map/,
  ],
  [
    'a column that says that a row is not to be paid',
    'payee,amount,ccy,status\nada,9.50,EUR,open\nada,8.50,EUR,on hold\n',
    /look at MAY_NOT_BE_DUE, 1 row\n {2}line 3: may not be due: its column "status" says "on hold"\n {2}Take the row out .+[\s\S]+look at what is named above/,
  ],
  ['more than there is', `${HEAD}ada,9500.00,EUR\n`, /holds 1,000\.00 USD, and the file needs/],
  ['an open quotation mark', `${HEAD}a,1.00,EUR\n"ada,9.50,EUR\n`, /line 3: a cell begins with/],
  [
    'a quotation mark that opens in one row, and one that ends in another',
    'name,payee,amount,ccy\n"Ada,ada,9.50,EUR\nBob,bob,1.00,EUR\nEve",eve,1.00,EUR\n',
    /error CELL_OF_LINES, 1 row\n {2}line 2: has a cell of several lines .+: "Ada,ada,9\.50,EUR/,
  ],
  [
    'the report of another run',
    'payee,amount,ccy,run status\nada,9.50,EUR,unknown\nada,9.00,EUR,not-sent\n',
    /error PAID_BEFORE, 1 row\n {2}line 2: is "unknown", as its own column "run status" says\n/,
  ],
  [
    'an amount of another currency',
    `${HEAD}ada,9.50 USD,EUR\n`,
    /is of USD, and the row is of EUR\n/,
  ],
  ['whole numbers in thousands', `${HEAD}ada,15000,EUR\nada,"1,234,567",EUR\n`, /15000 may be/],
  ['whole numbers beside yen', `${HEAD}ada,15000,EUR\nada,"1,234,567",JPY\n`, /15000 may be/],
  [
    'letters of an unknown form, and no heading',
    Buffer.from('payee;l\u00f6n;ccy\nada;1,00;EUR\n', 'latin1'),
    /no heading names the amount; .+ is not UTF-8/,
  ],
  [
    'a number without its zeros',
    `${HEAD}123456789,9.50,USD\n`,
    /; 000123456789 is saved: a spreadsheet/,
  ],
  ['a number as a formula', `${HEAD}"=""000123456789""",9.50,USD\n`, / 9\.50 USD .+ending 6789/],
  ['a separator in quotes', `"sep=;"\n${HEAD.replaceAll(',', ';')}ada;9,50;EUR\n`, PAID],
  [
    'a locale of a system and its letters',
    `${HEAD}ada,"9,50",EUR\n`,
    / 9\.50 EUR/,
    '--locale nl_NL.UTF-8',
  ],
  ['a text of two lines', 'payee,amount,ccy,adr\nada,9.50,EUR,"1 Main St,\nBerlin"\n', PAID],
  ['a locale of a system', `${HEAD}ada,"9,50",EUR\n`, / 9\.50 EUR/, '--locale de_DE'],
  ['the file of a program', Buffer.from('7f454c46020100000a0a', 'hex'), /is not a file of text/],
  ['a workbook', Buffer.from('504b030414000600', 'hex'), /save it as "CSV UTF-8"/],
  [
    'two columns for one',
    'account id,iban,amount,ccy\na,b,1.00,EUR\n',
    / could each be the payee: choose one with --map 'payee=account id' or --map payee=iban\n/,
  ],
  [
    'rows in a cell, with an empty line and a short one',
    'payee,amount,ccy,memo\nada,9.50,EUR,"one\n\nbob\nada,1.00,EUR,two"\n',
    /error CELL_OF_LINES, 1 row\n {2}line 2: /,
  ],
  ['a title above', 'October,,\n\npayee,amount,ccy\na,1.00,EUR\n', /take out the lines above/],
  [
    'two headings by an option',
    'payee,net,gross,ccy\nada,1.00,9.00,EUR\n',
    /names two headings for the amount: choose one/,
    '--map amount=net,amount=gross',
  ],
  ['a heading twice', 'payee,amount,Amount,ccy\na,1.00,2.00,EUR\n', /are called "amount"/],
  [
    'no headings',
    '000123456789,10.00,USD\n000123456780,4.00,USD\n',
    /put a line of headings above/,
  ],
  ['no amounts', 'payee,ccy\nada,EUR\n', /no heading names the amount;.+--map 'amount=/],
  ['a likely amount', 'payee,Due,ccy\nada,1.00,EUR\n', /--map amount=Due, where the amount may be/],
  ['a language that is not known', HEAD, /--locale takes a tag .+ not gb/, '--locale gb'],
  [
    'an option twice',
    'payee,net,gross,ccy\nada,1.00,9.00,EUR\n',
    / 1\.00 EUR/,
    '--map amount=net --map payee=payee',
  ],
  [
    'a name that a run cannot have',
    HEAD,
    /--id takes a name of 1 to 120/,
    `--id ${'ü'.repeat(21)}`,
  ],
  ['half a payment', HEAD, /--width takes a whole number from 1 to 1000, not 1\.5/, '--width 1.5'],
  ['no payments', HEAD, /--width takes a whole number from 1 to 1000, not 0/, '--width 0'],
  ['no requests', HEAD, /--max-rate takes a number above 0 to 10000, not 0/, '--max-rate 0'],
  ['more than all', HEAD, /--margin takes a number from 0 to 100, not 101/, '--margin 101'],
  ['more than a run takes', Buffer.alloc(50_000_001, 'a'), /has 51 MB, and a run takes 50 MB/],
  ['thousands never begin with 0', `${HEAD}ada,0.234,KWD\n`, /CURRENCY_MISMATCH/],
  ['headings alone', HEAD, /no rows; payments run --template .+ payments run status --id <name>/],
])('%s', async (_, content, words, options = '') => {
  const { write, pay } = await payroll();
  write(content);
  const { out, errors } = await pay('--check', ...options.split(' ').filter(Boolean));
  expect(out + errors).toMatch(words);
});

test('a run prints its figures as JSON, and its status takes no option of a file', async () => {
  const { write, pay, checked, status } = await payroll();
  write(`${HEAD}ada,2.00,EUR\n`);
  const { digest } = await checked();
  const paid = await pay('--yes', '--id', 'payouts', '--digest', digest, '--json');
  expect(JSON.parse(paid.out)).toMatchObject({ run: 'payouts', counts: { paid: 1 } });
  expect(paid.errors).toContain('1 paid: 2.00 EUR');
  for (const option of ['--again', '--report=x.csv', '--yes', '--margin=3']) {
    expectEnd(await status(option), 2, 'payments run status does not take --');
  }
});

test('a row that names another payee than it paid has changed, and one in another spelling has not', async () => {
  const { write, payChecked, checked, mock, customerId, payments } = await payroll();
  const add = (platformAccountId: string, accountNumber: string) =>
    mock.add.externalAccount({ customerId, platformAccountId, accountNumber });
  add('Sup 1', '000700000011');
  add('Sup1', '000700000012');
  const eve = add('eve', '000700000013');
  const rows = ['Sup 1,2.00,USD', 'DE89-3704-0044-0532-0130-00,3.00,EUR', 'eve,4.00,USD'];
  write(`${HEAD}${rows.join('\n')}\n`);
  expect((await payChecked()).code).toBe(0);
  // She has another bank now, and was paid at the old one.
  await payments.externalAccounts.delete({ externalAccountId: eve.id });
  add('eve', '000700000014');
  rows[1] = 'DE89370400440532013000,3.00,EUR';
  write(`${HEAD}${rows.join('\n')}\n`);
  expect(await checked()).toMatchObject({ paidBefore: 3, payments: [], problems: [] });
  // One can be paid, one is closed, one is not there.
  mock.add.externalAccount({ customerId, platformAccountId: 'Sup-1', status: 'INACTIVE' });
  for (const other of ['Sup1', 'Sup-1', 'SUP 1']) {
    rows[0] = `${other},2.00,USD`;
    write(`${HEAD}${rows.join('\n')}\n`);
    const { paidBefore, problems } = await checked();
    expect(paidBefore).toBe(2);
    expect(problems).toMatchObject([{ line: 2, level: 'error', code: 'ROW_CHANGED' }]);
  }
});

test('a refused row whose own id names another account now says so', async () => {
  const { write, payChecked, checked, mock, customerId, payments } = await payroll();
  const add = (accountNumber: string) =>
    mock.add.externalAccount({ customerId, platformAccountId: 'eve', accountNumber });
  const eve = add('000700000013');
  write(`${HEAD}eve,4.00,USD\n`);
  const effect = { kind: 'answer', status: 404, code: 'NOT_FOUND' } as const;
  mock.faults.add({ operation: 'transfers.createOut', times: 1, effect });
  expect((await payChecked()).code).toBe(6);
  await payments.externalAccounts.delete({ externalAccountId: eve.id });
  const { id } = add('000700000014');
  const { problems } = await checked('--again');
  const message = expect.stringContaining(`names ${id} now, and ${eve.id} before`);
  expect(problems).toMatchObject([{ code: 'ROW_CHANGED', message }]);
});

test('a payment without a listed rate is said to need a quote of its own, which is given', async () => {
  const { write, pay, mock, customerId, accountId, payments } = await payroll();
  const accountInfo = { accountType: 'SWIFT_ACCOUNT', accountNumber: '0007', country: 'JP' };
  const account = { customerId, currency: 'JPY', platformAccountId: 'jun' } as const;
  const { id } = mock.add.externalAccount({ ...account, accountInfo: accountInfo as never });
  write(`${HEAD}jun,950,JPY\n`);
  const { out } = await pay('--check', '--amounts', 'minor');
  expect(out).toMatch(
    /NO_RATE.+\n.+ from USD to JPY\n.+ pay it with payments quotes create and payments/,
  );
  const quote = payments.quotes.create({
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: id as never },
    ...{ lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: 950 },
  });
  await expect(quote).resolves.toMatchObject({ totalReceivingAmount: 950 });
});

test('a paid row stays paid where another one, whose payee is alike, is taken out', async () => {
  const { write, payChecked, checked, mock, customerId } = await payroll();
  for (const platformAccountId of ['11-2', '112']) {
    mock.add.externalAccount({ customerId, platformAccountId });
  }
  write(`${HEAD}11-2,2.00,USD\n112,2.00,USD\n`);
  expect((await payChecked()).code).toBe(0);
  write(`${HEAD}112,2.00,USD\n`);
  const { paidBefore, problems } = await checked();
  expect([paidBefore, problems]).toMatchObject([1, [{ code: 'ROW_REMOVED' }]]);
});

test('a name of a stranger is shown in quotes, and never whole if it is long', async () => {
  const { write, pay, mock, customerId } = await payroll();
  const fullName = `Grace Hopper, ending 3456"${' '.repeat(70)}Salary ${'x'.repeat(500)}`;
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName };
  const numbers = { accountNumber: '000700000666', routingNumber: '021000021' };
  const accountInfo = { accountType: 'USD_ACCOUNT', ...numbers, beneficiary } as const;
  mock.add.externalAccount({ customerId, platformAccountId: 'eve', accountInfo });
  write('payee,name,amount,ccy\neve,Grace Hopper,1.00,USD\n');
  const { out } = await pay('--check');
  expect(out.replaceAll(/\n +/g, ' ')).toMatch(
    /"Grace Hopper, ending 3456\[U\+0022\].+" and \d+ more characters, ending 0666/,
  );
  expect(out).not.toContain('x'.repeat(80));
});

test('a holder whose name has letters that only look like Latin ones is pointed out', async () => {
  const { write, pay, mock, customerId } = await payroll();
  const pairs = [
    ['one', '\u0410da Lovelace'],
    ['two', 'Иван Петров'],
  ] as const;
  for (const [platformAccountId, fullName] of pairs) {
    const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName };
    const numbers = {
      accountNumber: `00070000${platformAccountId.length}`,
      routingNumber: '021000021',
    };
    const accountInfo = { accountType: 'USD_ACCOUNT', ...numbers, beneficiary } as const;
    mock.add.externalAccount({ customerId, platformAccountId, accountInfo });
  }
  write(`${HEAD}one,1.00,USD\ntwo,2.00,USD\n`);
  const { out, code } = await pay('--check');
  expectEnd(
    { code, out },
    7,
    /look at NAME_LOOKS_ALIKE, 1 row\n {2}line 2: the account belongs to/,
    'out',
  );
});
