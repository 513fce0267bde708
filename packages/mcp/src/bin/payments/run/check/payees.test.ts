import { expect, test } from 'vitest';
import { numberDigest } from '../file/payout-rows.ts';
import { PayeeBook } from './payees.ts';

type Fields = Readonly<Record<string, unknown>>;

/** `<id> <status or own id>… <currency>`, and the number, routing number and holder of the account. */
function saved(text: string, accountNumber = '', routingNumber = '1', fullName = 'Ann'): Fields {
  const [id = '', ...words] = text.split(' ');
  const status = words.find((word) => /^[A-Z]{4,}$/.test(word)) ?? 'ACTIVE';
  const platformAccountId = words.find((word) => !/^[A-Z]{3,}$/.test(word));
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName };
  const bank = { accountType: 'USD_ACCOUNT', accountNumber: accountNumber || id, routingNumber };
  const isUma = platformAccountId?.startsWith('$');
  const uma = { accountType: 'UMA', umaAddress: platformAccountId };
  return {
    ...{ id, status, currency: words.includes('EUR') ? 'EUR' : 'USD' },
    ...(isUma
      ? { accountInfo: uma }
      : { platformAccountId, accountInfo: { ...bank, beneficiary } }),
  };
}

/** The payees of a platform with some saved accounts; no address is known that is not saved. */
async function bookOf(accounts: readonly Fields[]) {
  const list = (all: readonly object[]) => ({ list: () => all });
  const receivers = { lookUpUma: () => Promise.reject(new Error('not saved')) };
  const client = { platformAccounts: list([]), externalAccounts: list(accounts), receivers };
  const book = new PayeeBook(client as never);
  await book.read([{}] as never);
  return book;
}

test.each([
  ['$pay@straße.de', 'not saved', saved('1 $pay@strasse.de')],
  ['$alı@x.com', 'not saved', saved('1 $ali@x.com')],
  ['$PAY@x.com', '1', saved('1 $pay@x.com')],
  ['$a@x.com', '1 is INACTIVE', saved('1 $a@x.com INACTIVE'), saved('2 $a@x.com INACTIVE')],
  ['b1', '2 is PENDING', saved('1 b1 INACTIVE'), saved('2 b1 PENDING')],
  ['b1', '2', saved('1 b1 INACTIVE'), saved('2 b1 EUR')],
  ['b1', '2', saved('1 b1 INACTIVE'), saved('2 b1')],
  ['b1', '"b1" could be 1 (USD) and 2 (EUR)', saved('1 b1'), saved('2 b1 EUR')],
  [
    ...['b1', '"b1" could be 1 (USD) and 2 (USD)'],
    ...[saved('1 b1 INACTIVE', '7', '1', 'Max Bauer'), saved('2 b1', '8', '1', 'Max Baur')],
  ],
  ['1-12', 'is not an account', saved('1 112', '7')],
  ['1 12', '"11-2" is the own id of another spelling', saved('1 11-2')],
  ['BB', 'is not an account', saved('1 bb')],
  ['AB 0-01', '1', saved('1 b1', 'ab001')],
  ['jo-anne@OK', '1', saved('1 b1', 'Jo-Anne@ok')],
  ['joanne@ok', 'is not an account', saved('1 b1', 'Jo-Anne@ok')],
  ['n\u0303', 'is the own id of another spelling', saved('1 \u00f1')],
  ['07', '"07" could be 1 (USD) and 2 (USD)', saved('1 INACTIVE', '07'), saved('2', '07', '2')],
  ['4', '4', saved('4'), saved('5 4')],
  ['77', 'paid from here.', saved('4', '00077'), saved('5', '0077')],
  ['77', 'here; 00077 is saved', saved('4', '00077'), saved('5 00077')],
  ['00077', '"00077" could be 5 (USD) and 4 (USD)', saved('4', '00077'), saved('5 00077')],
] as const)('%s is: %s', async (payee, words, ...accounts) => {
  const book = await bookOf(accounts as never);
  const text = await book.find({ payee, currency: 'MXN' } as never).then(
    (one) => ('code' in one ? one.message : one.accountId),
    ({ message }: Error) => message,
  );
  if (words.includes(' ')) expect(`${text}.`).toContain(words);
  else expect(text).toBe(words);
});

const paid = saved('a', '0007');

test.each([
  ['in another print', '00-07', false, paid],
  ['of an account that is closed now', '00 07', false, saved('a INACTIVE', '0007')],
  ['of an account that was saved anew', '00-07', false, saved('b', '0007')],
  ['that is saved twice', '00-07', false, paid, saved('b', '0007')],
  ['of an account that was deleted', '00-07', false],
  ['of two banks', '00-07', true, paid, saved('b', '0007', '2', 'Bob')],
  ['of another bank, by an own id', 'b1', true, paid, saved('b b1', '0007', '2')],
  ['that is printed as an own id', '00-07', true, paid, saved('9 00-07')],
  ['of an account that has another one now', 'b1', false, saved('a b1', '0008')],
  ['in place of which a closed account is named', 'b1', true, paid, saved('9 b1 INACTIVE')],
  ['in place of which nothing is named', 'b1', true, paid],
  ['that is an address in capitals', '$A@x.com', false],
  ['that is an address, with a hyphen', '$a-@x.com', true],
] as const)('a row that paid a number %s: %s pays another one: %s', async (...given) => {
  const [, text, isOther, ...accounts] = given;
  const book = await bookOf(accounts);
  const payment = {
    to: { accountId: 'a' },
    payee: numberDigest(text.includes('@') ? '$a@x.com' : '0007'),
  };
  expect(book.paysOther(payment, text)).toBe(isOther);
  // An older plan does not say whom a row paid.
  expect(book.paysOther({ to: payment.to }, text)).toBe(false);
});
