import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paysOther } from '../src/bin/payments/run/check/payments.ts';
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
    / 4 +10\.50 EUR +about 11\.\d\d USD +0\.06 USD\n {6}Ada Lovelace, ending 3000\n/,
  ],
  [
    'a pipe',
    undefined,
    / 4 +10\.50 EUR +about 11\.\d\d USD +0\.06 USD {2}Ada Lovelace, ending 3000\n/,
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
  [
    'thousands that may be decimals',
    'payee;amount;ccy\nada;2,500;EUR\n',
    /line 2: 2,500 may be 2,500\.00 EUR or 2\.50 EUR: pass --locale/,
  ],
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
  ['more than there is', `${HEAD}ada,9500.00,EUR\n`, /holds 1,000\.00 USD, and the file needs/],
  ['an open quotation mark', `${HEAD}a,1.00,EUR\n"ada,9.50,EUR\n`, /line 3: a cell begins with/],
  ['the file of a program', Buffer.from('7f454c46020100000a0a', 'hex'), /is not a file of text/],
  ['a workbook', Buffer.from('504b030414000600', 'hex'), /save it as "CSV UTF-8"/],
  ['two columns for one', 'account id,iban,amount,ccy\na,b,1.00,EUR\n', /--map 'payee=account id'/],
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
  ['no amounts', 'payee,ccy\nada,EUR\n', /no heading names the amount;.+--map amount=/],
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

test('an id of an account names that one, and a text that names two accounts neither', async () => {
  const { write, pay, mock, customerId } = await payroll();
  const add = (fields: object) => mock.add.externalAccount({ customerId, ...fields } as never);
  const { id } = add({ currency: 'EUR', accountNumber: '000700000008' });
  // Somebody whose own id is the id, or the number, of somebody else.
  add({ platformAccountId: id, accountNumber: '000888000111' });
  add({ platformAccountId: 'DE89370400440532013000', accountNumber: '000888000112' });
  // One number at two banks, and one own id of the accounts of one person.
  const holder = (fullName: string) => ({ beneficiaryType: 'INDIVIDUAL', fullName });
  const at = (routingNumber: string) => ({
    ...{ accountType: 'USD_ACCOUNT', accountNumber: '000810100001', routingNumber },
    beneficiary: holder('Grace Hopper'),
  });
  add({ accountInfo: at('021000021'), status: 'INACTIVE' });
  add({ accountInfo: at('026009593') });
  add({ platformAccountId: 'emp-1', accountNumber: '000700000010', status: 'INACTIVE' });
  add({ platformAccountId: 'emp-1', accountNumber: '000700000011' });
  const texts = [id, 'DE89370400440532013000', '000810100001', 'emp-1'];
  write(`${HEAD}${texts.map((text) => `${text},2.00,USD\n`).join('')}`);
  const { out } = await pay('--check');
  expect(out).toMatch(
    /PAYEE_AMBIGUOUS, 2 rows\n {2}line 3: .+ could be ExternalAccount:.+\n {2}line 4:/,
  );
  expect(out).toContain(', ending 0011');
  expect(out).toContain(', ending 0008');
  expect(out).not.toMatch(/ending 011[12]/);
});

test.each([
  ['Amount (EUR),currency\n', '100.00,USD', 'the heading of the amounts says EUR'],
  ['Amount (EUR)\n', '100.00', 'the heading of the amounts says EUR', '--currency', 'USD'],
  ['Amount (cents),currency\n', '15000,BTC', 'the heading of the amounts says cents'],
  ['amount_cents\n', '15000', 'the heading of the amounts says cents', '--currency', 'JPY'],
])('%s%s contradicts itself: %s', async (heading, row, words, ...options) => {
  const { write, checked } = await payroll();
  write(`payee,${heading}ada,${row}\n`);
  const { problems } = await checked(...options);
  expect(problems).toMatchObject([{ line: 2, level: 'error', code: 'CURRENCY_CONTRADICTED' }]);
  expect(problems[0].message).toContain(words);
});

test.each([
  ['Amount (USD/EUR),currency\n', '9.50,EUR'],
  ['Total (ALL currencies),currency\n', '9.50,EUR'],
  ['amount_cents,currency\n', '950,EUR'],
  ['Amount cents\n', '950', '--currency', 'USD', '--amounts', 'minor'],
])('%s%s is read', async (heading, row, ...options) => {
  const { write, checked } = await payroll();
  write(`payee,${heading}ada,${row}\n`);
  const { problems, payments } = await checked(...options);
  expect(problems).toEqual([]);
  expect(payments[0].payment.amount).toBe(950);
});

test('a run prints its figures as JSON, and its status takes no option of a file', async () => {
  const { write, pay, checked, run, state } = await payroll();
  write(`${HEAD}ada,2.00,EUR\n`);
  const { digest } = await checked();
  const paid = await pay('--yes', '--id', 'payouts', '--digest', digest, '--json');
  expect(JSON.parse(paid.out)).toMatchObject({ run: 'payouts', counts: { paid: 1 } });
  expect(paid.errors).toContain('1 paid: 2.00 EUR');
  for (const option of ['--again', '--report=x.csv', '--yes', '--margin=3']) {
    const { code, errors } = await run([
      'run',
      'status',
      '--id',
      'payouts',
      '--state',
      state,
      option,
    ]);
    expect(code).toBe(2);
    expect(errors).toContain('payments run status does not take --');
  }
});

test('a row that names another payee than it paid has changed, and one in another spelling has not', async () => {
  const { write, pay, checked, mock, customerId, payments } = await payroll();
  const add = (platformAccountId: string, accountNumber: string) =>
    mock.add.externalAccount({ customerId, platformAccountId, accountNumber });
  add('Sup 1', '000700000011');
  add('Sup1', '000700000012');
  const eve = add('eve', '000700000013');
  const rows = ['Sup 1,2.00,USD', 'DE89-3704-0044-0532-0130-00,3.00,EUR', 'eve,4.00,USD'];
  write(`${HEAD}${rows.join('\n')}\n`);
  const { digest } = await checked();
  expect((await pay('--yes', '--id', 'payouts', '--digest', digest)).code).toBe(0);
  // She has another bank now, and was paid at the old one.
  await payments.externalAccounts.delete({ externalAccountId: eve.id });
  add('eve', '000700000014');
  rows[1] = 'DE89370400440532013000,3.00,EUR';
  write(`${HEAD}${rows.join('\n')}\n`);
  expect(await checked()).toMatchObject({ paidBefore: 3, payments: [], problems: [] });
  rows[0] = 'Sup1,2.00,USD';
  write(`${HEAD}${rows.join('\n')}\n`);
  const { paidBefore, problems } = await checked();
  expect(paidBefore).toBe(2);
  expect(problems).toMatchObject([{ line: 2, level: 'error', code: 'ROW_CHANGED' }]);
});

test('a plan that does not say whom a row paid does not tell another payee', () => {
  const now = { accountId: 'b', currencies: ['USD'], name: 'Ann', ending: '', number: '2' };
  const payment = { to: { accountId: 'a' }, payee: undefined };
  expect(paysOther(payment as never, 'ann', now)).toBe(false);
  expect(paysOther({ ...payment, payee: '1' } as never, 'ann', now)).toBe(true);
});

test('a row with another address than the one it paid has changed', async () => {
  const { write, pay, checked } = await payroll();
  write(`${HEAD}$success.usd@sandbox.uma.money,2.00,USD\n`);
  const { digest, problems: none } = await checked();
  expect(none).toEqual([]);
  expect((await pay('--yes', '--id', 'payouts', '--digest', digest)).code).toBe(0);
  write(`${HEAD}$Success.usd@sandbox.uma.money,2.00,USD\n`);
  expect(await checked()).toMatchObject({ paidBefore: 1, problems: [] });
  write(`${HEAD}$success-.usd@sandbox.uma.money,2.00,USD\n`);
  expect((await checked()).problems).toMatchObject([{ line: 2, code: 'ROW_CHANGED' }]);
});

test('an own id is compared as it is saved, an address without its case, and a number without spaces and hyphens', async () => {
  const { write, checked, mock, customerId } = await payroll();
  for (const platformAccountId of ['11-2', 'Sup 1']) {
    mock.add.externalAccount({ customerId, platformAccountId });
  }
  mock.add.externalAccount({ customerId, platformAccountId: '112' });
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Joanne Rao' };
  const accountInfo = { accountType: 'INR_ACCOUNT', vpa: 'Jo-Anne@okbank', beneficiary } as never;
  mock.add.externalAccount({ customerId, currency: 'INR', accountInfo });
  const found = ['11-2', 'Sup 1', 'de89 3704-0044 0532 0130 00', 'jo-anne@OKBANK'];
  const others = ['1-12', '1 12', 'SUP1', 'sup 1', 'joanne@okbank'];
  const rows = [...found, ...others].map(
    (text) => `${text},2.00,${text.includes('@') ? 'INR' : ''}\n`,
  );
  write(`${HEAD}${rows.join('')}`);
  const { problems, payments } = await checked('--currency', 'USD');
  const endings = payments.map(({ payee }: { payee: { ending: string } }) => payee.ending);
  expect(endings).toContain('Jo-Anne@okbank');
  const missing = problems.filter(({ code }: { code: string }) => code === 'PAYEE_NOT_FOUND');
  expect(missing.map(({ line }: { line: number }) => line)).toEqual([6, 7, 8, 9, 10]);
  expect(missing[2].message).toContain('"Sup 1" is the own id of another spelling');
  expect(problems.map(({ code }: { code: string }) => code)).not.toContain('PAYEE_AMBIGUOUS');
});

test.each([
  ['Grace Miller', 'Grace Hopper'],
  ['Alpha Bau GmbH', 'Nordwind Handels GmbH'],
  ['Grace Hopper', 'Hopper, Grace B.', true],
  ['G. Hopper', 'Grace Brewster Hopper', true],
  ['Acme Trading Ltd.', 'ACME TRADING LIMITED', true],
  ['Jürgen Großmann', 'JUERGEN GROSSMANN', true],
  ['Łukasz Ørsted-Yılmaz', 'Lukasz Orsted Yilmaz', true],
  ['Anne-Marie OBrien', "Annemarie O'Brien", true],
  ['Dr. J. Smith', 'John Smith', true],
  ['李 明', '李明', true],
  ['Smith and Jones', 'Smith & Jones Ltd', true],
  ['Acme S.A. de C.V.', 'ACME SA DE CV', true],
  ['K&K GmbH', 'J&J GmbH'],
  ['K&K GmbH', 'K&J GmbH'],
  ['K&J GmbH', 'K&K GmbH'],
  ['GmbH', 'Nordwind GmbH'],
  ['Sara Adams', 'Nestlé S.A.'],
  ['Eve Vogel', 'Turnverein e.V.'],
  ['John Smith', 'J. S. Brown'],
  ['Anna Adams', 'A. Baker Trading'],
  ['Ann Abell', 'Anna Bell'],
  ['Li Li', 'Li Wei'],
  ['Grace Mills', 'Grace Miller'],
  ['Sara Nestle', 'Nestlé S.A.'],
  ['Li Na', 'Li Wei'],
])('the name "%s" and the holder "%s" are one: %s', async (name, fullName, isOne = false) => {
  const { write, checked, mock, customerId } = await payroll();
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName };
  const bank = { accountType: 'USD_ACCOUNT', accountNumber: '000810100001', beneficiary };
  mock.add.externalAccount({ customerId, platformAccountId: 'one', accountInfo: bank as never });
  write(`name,${HEAD}"${name}",one,2.00,USD\n`);
  const { problems } = await checked();
  const codes = problems.map(({ code }: { code: string }) => code);
  expect(codes).toEqual(isOne ? [] : ['NAME_DIFFERS']);
});

test('an id follows from what a row says, so that other rows may move', async () => {
  const { write, checked } = await payroll();
  const ids = async (content: string) => {
    write(content);
    return (await checked()).payments.map((one: { readonly row: { id: string } }) => one.row.id);
  };
  const [first, second, again] = await ids(`${HEAD}ada,1.50,EUR\nada,2.50,EUR\nada,1.50,EUR\n`);
  expect(again).toBe(`${first}-2`);
  const iban = await ids(`${HEAD}DE89 3704 0044 0532 0130 00,1.50,EUR\n`);
  expect(await ids(`${HEAD}de89370400440532013000,1.50,EUR\n`)).toEqual(iban);
  const moved = await ids(`${HEAD}ada,9.50,EUR\nada,2.50,EUR\nada,1.50,EUR\n`);
  expect(moved.slice(1)).toEqual([second, first]);
});
