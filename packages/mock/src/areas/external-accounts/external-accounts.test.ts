import type { ExternalAccount } from '@org/payments-contract';
import { expect } from 'vitest';
import { currencyOf, sampleInfo, variants } from '../../../test/support/account-samples.ts';
import { open, test } from '../../../test/support/api-test.ts';
import { expectInvalid, expectRefused, type OpenMock } from '../../../test/support/open-mock.ts';

const path = '/customers/external-accounts';
const platformPath = '/platform/external-accounts';

function adder(api: OpenMock) {
  const { id: customerId } = api.mock.add.customer();
  const add = (more: object = {}) =>
    api.send('POST', path, {
      customerId,
      currency: 'USD',
      accountInfo: sampleInfo('USD_ACCOUNT'),
      ...more,
    });
  return { customerId, add };
}

test('rule 111: an account in El Salvador is in USD, whatever its type is named', async (api) => {
  const { add } = adder(api);
  const accountInfo = sampleInfo('SLV_ACCOUNT');
  expect((await add({ accountInfo })).body).toMatchObject({ currency: 'USD' });
  expectInvalid(await add({ currency: 'SLV', accountInfo }), 'currency');
});

test.each([
  ['BASE_WALLET', 'USDC'],
  ['ETHEREUM_WALLET', 'USDC USDT'],
  ['LIGHTNING', 'BTC'],
  ['PLASMA_WALLET', 'USDT'],
  ['POLYGON_WALLET', 'USDC'],
  ['SOLANA_WALLET', 'USDC USDT'],
  ['SPARK_WALLET', 'BTC USDB COIN'],
  ['TRON_WALLET', 'USDT'],
])('rule 111: a %s is in %s, and in no other currency', async (accountType, currencies) => {
  const { add } = adder(await open());
  const accountInfo = sampleInfo(accountType);
  for (const currency of ['USD', 'EUR', 'BTC', 'USDB', 'USDC', 'USDT', 'COIN']) {
    const reply = await add({ currency, accountInfo });
    if (currencies.split(' ').includes(currency)) expect(reply.status, currency).toBe(201);
    else expectInvalid(reply, 'currency');
  }
});

test('rule 124: an address on Spark begins with spark1, and is the same in any case', async (api) => {
  const { add } = adder(api);
  const addWallet = (address: string) =>
    add({ currency: 'BTC', accountInfo: { accountType: 'SPARK_WALLET', address } });
  for (const address of ['invalid_address', 'spark1', 'spark1qq qq', 'bc1qqqq', 'xspark1qqqq'])
    expectInvalid(await addWallet(address), 'accountInfo.address');
  const added = await addWallet('spark1qqqq002');
  expect(added).toMatchObject({ status: 201, body: { status: 'ACTIVE' } });
  expectRefused(await addWallet('SPARK1QQQQ002'), 409, 'CONFLICT');
  expect((await addWallet('sparkrt1qqqq002')).status).toBe(201);
});

test('rule 81: each of the 46 types is added, shows its rails, and is refused where it ends in 105', async (api) => {
  const { add } = adder(api);
  expect(variants).toHaveLength(46);
  for (const [accountType, { needs, rails: all }] of variants) {
    const currency = currencyOf(accountType);
    const accountInfo = sampleInfo(accountType);
    const { status, body } = await add({ currency, accountInfo });
    expect(status, accountType).toBe(201);
    const rails = all.filter((rail) => needs === undefined || !/^(MOBILE_MONEY|UPI)$/.test(rail));
    const paymentRails = rails.length === 0 ? {} : { paymentRails: rails };
    expect(body).toMatchObject({ currency, status: 'ACTIVE' });
    expect(body.accountInfo, accountType).toEqual({ ...accountInfo, ...paymentRails });
    expect((await api.send('GET', `${path}/${body.id}`)).body).toEqual(body);
    const ofOthers = { accountInfo: sampleInfo(accountType, '124'), ownershipType: 'THIRD_PARTY' };
    expect((await add({ currency, ...ofOthers })).status, accountType).toBe(201);
    const invalid = await add({ currency, accountInfo: sampleInfo(accountType, '105') });
    expectRefused(invalid, 400, 'INVALID_BANK_ACCOUNT');
  }
});

test('rule 81: the end of the number decides the check of the name, which shows what matched', async (api) => {
  const { add } = adder(api);
  const names = [];
  for (const suffix of ['100', '102', '103', '104', '106', '107']) {
    const { body } = await add({ accountInfo: sampleInfo('USD_ACCOUNT', suffix) });
    names.push([suffix, body.beneficiaryVerificationStatus, body.beneficiaryVerifiedData]);
  }
  expect(names).toEqual([
    ['100', 'MATCHED', { fullName: 'Grace Hopper' }],
    ['102', 'NOT_MATCHED', undefined],
    ['103', 'PARTIAL_MATCH', { fullName: 'G. Hopper' }],
    ['104', 'PENDING', undefined],
    ['106', 'UNSUPPORTED', undefined],
    ['107', 'CHECKED_BY_RECEIVING_FI', undefined],
  ]);
});

test('rule 4: a missing field of the chosen type, and a currency of another type, are named', async (api) => {
  const { add } = adder(api);
  const { routingNumber: _left, ...rest } = sampleInfo('USD_ACCOUNT');
  expectInvalid(await add({ accountInfo: rest }), 'accountInfo.routingNumber');
  expectInvalid(await add({ currency: 'EUR' }), 'currency');
  expectRefused(await add({ customerId: 'Customer:none' }), 404, 'USER_NOT_FOUND');
});

test('rule 163: a platform-assigned id can be used once, even inside the details', async (api) => {
  const { add } = adder(api);
  const nested = { ...sampleInfo('USD_ACCOUNT'), platformAccountId: 'mine' };
  const { body } = await add({ accountInfo: nested });
  expect(body).toMatchObject({ platformAccountId: 'mine' });
  expect(body.accountInfo).not.toHaveProperty('platformAccountId');
  const euros = { currency: 'EUR', accountInfo: sampleInfo('EUR_ACCOUNT') };
  expectRefused(await add({ ...euros, platformAccountId: 'mine' }), 409, 'CONFLICT');
  expect((await add({ ...euros, platformAccountId: 'Mine' })).status).toBe(201);
  const other = adder(api);
  expect((await other.add({ platformAccountId: 'mine' })).status).toBe(201);
});

test('rule 163: an account is added once for each owner, whatever its holder is called', async (api) => {
  const { add } = adder(api);
  const { id } = (await add()).body;
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'G. Hopper' };
  const renamed = { ...sampleInfo('USD_ACCOUNT'), beneficiary };
  expectRefused(await add({ accountInfo: renamed }), 409, 'CONFLICT');
  const other = { ...renamed, routingNumber: '011000015' };
  expect((await add({ accountInfo: other })).status).toBe(201);
  for (const address of ['7xKX', '7XkX']) {
    const accountInfo = { accountType: 'SOLANA_WALLET', address };
    expect((await add({ currency: 'USDC', accountInfo })).status).toBe(201);
  }
  expect((await adder(api).add()).status).toBe(201);
  await api.send('DELETE', `${path}/${id}`);
  expect((await add()).status).toBe(201);
});

test('rule 164: only the newest default account receives payments to the UMA address', async (api) => {
  const { add, customerId } = adder(api);
  const isDefault = { defaultUmaDepositAccount: true };
  const other = { currency: 'EUR', accountInfo: sampleInfo('EUR_ACCOUNT') };
  const later = { currency: 'MXN', accountInfo: sampleInfo('MXN_ACCOUNT') };
  for (const body of [isDefault, { ...other, ...isDefault }, later]) await add(body);
  const { body } = await api.send('GET', `${path}?customerId=${customerId}`);
  expect(body.data).toMatchObject([
    { currency: 'USD', defaultUmaDepositAccount: false },
    { currency: 'EUR', defaultUmaDepositAccount: true },
    { currency: 'MXN', defaultUmaDepositAccount: false },
  ]);
  const { id } = api.mock.add.externalAccount({ customerId, ...isDefault });
  const listed = (await api.send('GET', `${path}?customerId=${customerId}`)).body.data;
  const defaults = (listed as ExternalAccount[]).filter((each) => each.defaultUmaDepositAccount);
  expect(defaults).toMatchObject([{ id }]);
});

test('rule 165: an account is deleted, unless a payment from or to it is under way', async (api) => {
  const { id: customerId } = api.mock.add.customer();
  const from = api.mock.add.internalAccount({ customerId, available: 100 });
  const accounts = ['123005', '124005', '125005'].map(
    (accountNumber) => api.mock.add.externalAccount({ customerId, accountNumber }).id,
  );
  const [sending = '', receiving = '', free = ''] = accounts;
  const inside = { accountId: from.id };
  const outgoing = { source: inside, destination: { accountId: receiving }, amount: 10 };
  await api.send('POST', '/transfer-out', outgoing);
  const incoming = { source: { accountId: sending }, destination: inside, amount: 10 };
  await api.send('POST', '/transfer-in', incoming);
  const remove = (id: string) => api.send('DELETE', `${path}/${id}`);
  for (const id of [sending, receiving]) expectRefused(await remove(id), 409, 'CONFLICT');
  expect((await remove(free)).status).toBe(204);
  api.mock.clock.advance({ minutes: 1 });
  for (const id of [sending, receiving]) {
    expect((await remove(id)).status).toBe(204);
    expectRefused(await api.send('GET', `${path}/${id}`), 404, 'NOT_FOUND');
    expectRefused(await remove(id), 404, 'NOT_FOUND');
  }
});

test("rule 166: the platform's and the customers' accounts are separate", async (api) => {
  const { add } = adder(api);
  const { body: ofCustomer } = await add();
  const accountInfo = sampleInfo('MXN_ACCOUNT');
  const created = await api.send('POST', platformPath, { currency: 'MXN', accountInfo });
  expect(created.status).toBe(201);
  for (const field of ['customerId', 'defaultUmaDepositAccount'])
    expect(created.body).not.toHaveProperty(field);
  // An account that names no customer is the platform's too.
  const unnamed = await api.send('POST', path, {
    currency: 'EUR',
    accountInfo: sampleInfo('EUR_ACCOUNT'),
  });
  const { body: list } = await api.send('GET', platformPath);
  expect(list.data).toEqual([created.body, unnamed.body]);
  expect((await api.send('GET', path)).body.data).toEqual([ofCustomer]);
  expectRefused(await api.send('GET', `${path}/${created.body.id}`), 404, 'NOT_FOUND');
  for (const method of ['GET', 'DELETE']) {
    expectRefused(await api.send(method, `${platformPath}/${ofCustomer.id}`), 404, 'NOT_FOUND');
  }
  expect((await api.send('GET', path)).body.data).toEqual([ofCustomer]);
});

test("rule 165: the platform's own account is deleted, unless a payment to it is under way", async (api) => {
  const accountInfo = sampleInfo('USD_ACCOUNT', '005');
  const { body } = await api.send('POST', platformPath, { currency: 'USD', accountInfo });
  const source = { accountId: api.mock.add.internalAccount({ available: 100 }).id };
  const paid = { source, destination: { accountId: body.id }, amount: 10 };
  await api.send('POST', '/transfer-out', paid);
  const own = `${platformPath}/${body.id}`;
  expectRefused(await api.send('DELETE', own), 409, 'CONFLICT');
  api.mock.clock.advance({ minutes: 1 });
  expect((await api.send('DELETE', own)).status).toBe(204);
  for (const method of ['GET', 'DELETE']) {
    expectRefused(await api.send(method, own), 404, 'NOT_FOUND');
  }
  expect((await api.send('GET', platformPath)).body.data).toEqual([]);
});

/** A wallet whose owner has not proved yet that it is theirs. */
function unprovedWallet(api: OpenMock, status: ExternalAccount['status'] = 'PENDING') {
  return api.mock.add.externalAccount({
    customerId: api.mock.add.customer().id,
    status,
    currency: 'USDC',
    ownershipType: 'FIRST_PARTY',
    accountInfo: { accountType: 'SOLANA_WALLET', address: 'x' },
  });
}

test('rule 23: a strict mock does not accept the literal for the signature of a wallet', async () => {
  const api = await open({ strict: true });
  const { id } = unprovedWallet(api);
  await api.send('POST', `${path}/${id}/challenge`, { method: 'WALLET_SIGNATURE' });
  const signature = 'sandbox-valid-signature';
  expectInvalid(await api.send('POST', `${path}/${id}/verify`, { signature }), 'signature');
  expect((await api.send('GET', `${path}/${id}`)).body.status).not.toBe('ACTIVE');
});

test('rule 167: ownership is proved once, with the signature of an open challenge', async (api) => {
  const { id } = unprovedWallet(api);
  const at = `${path}/${id}`;
  const verify = (signature: string) => api.send('POST', `${at}/verify`, { signature });
  const good = 'sandbox-valid-signature';
  expectRefused(await verify(good), 409, 'CONFLICT');
  const challenge = () => api.send('POST', `${at}/challenge`, { method: 'WALLET_SIGNATURE' });
  const issued = await challenge();
  expect(issued.status).toBe(201);
  expect(issued.body).toMatchObject({ method: 'WALLET_SIGNATURE' });
  expect(issued.body.messageToSign).toContain(id);
  expectInvalid(await verify('other'), 'signature');
  await challenge();
  api.mock.clock.advance({ minutes: 15 });
  expectInvalid(await verify(good), 'signature');
  await challenge();
  const proved = await verify(good);
  expect(proved).toMatchObject({ status: 200 });
  expect(proved.body).toMatchObject({ status: 'ACTIVE', ownershipType: 'FIRST_PARTY' });
  const kinds = api.mock.events.map(({ type }) => type);
  expect(kinds.filter((type) => type === 'EXTERNAL_ACCOUNT.STATUS_UPDATED')).toHaveLength(1);
  for (const signature of [good, 'other']) expectRefused(await verify(signature), 409, 'CONFLICT');
  expectRefused(await challenge(), 409, 'CONFLICT');
});

test.rows([
  ['PENDING', 'ACTIVE'],
  ['ACTIVE', 'ACTIVE'],
  ['UNDER_REVIEW', 'UNDER_REVIEW'],
  ['INACTIVE', 'INACTIVE'],
] as const)(
  'rule 167: a wallet that is %s is %s once its ownership is proved',
  async (api, before, after) => {
    const wallets = [unprovedWallet(api, before), unprovedWallet(api, before)];
    const [signing, living] = wallets.map(({ id }) => `${path}/${id}`);
    await api.send('POST', `${living}/challenge`, { method: 'LIVENESS' });
    api.mock.clock.advance({ milliseconds: 29_999 });
    expect((await api.send('GET', `${living}`)).body.status).toBe(before);
    api.mock.clock.advance({ milliseconds: 1 });
    expect((await api.send('GET', `${living}`)).body.status).toBe(after);
    await api.send('POST', `${signing}/challenge`, { method: 'WALLET_SIGNATURE' });
    const signature = 'sandbox-valid-signature';
    const proved = await api.send('POST', `${signing}/verify`, { signature });
    expect(proved).toMatchObject({ status: 200, body: { status: after } });
  },
);

test('rule 167: only an own wallet that nobody else keeps has a proof of ownership', async (api) => {
  const { id: customerId } = api.mock.add.customer();
  const own = { accountType: 'SOLANA_WALLET', address: 'x' };
  const add = (fields: object) => api.mock.add.externalAccount({ customerId, ...fields });
  const others = [
    add({ ownershipType: 'FIRST_PARTY' }),
    add({ currency: 'USDC', accountInfo: own, ownershipType: 'THIRD_PARTY' }),
    add({
      currency: 'USDC',
      accountInfo: { ...own, vaspName: 'Exchange' },
      ownershipType: 'FIRST_PARTY',
    }),
  ];
  for (const { id } of others) {
    for (const method of ['WALLET_SIGNATURE', 'LIVENESS']) {
      const refused = await api.send('POST', `${path}/${id}/challenge`, { method });
      expectRefused(refused, 409, 'CONFLICT');
    }
  }
});

test('rule 167: a check of the person ends by itself, and is not completed by a signature', async (api) => {
  const { id } = unprovedWallet(api);
  const at = `${path}/${id}`;
  const live = await api.send('POST', `${at}/challenge`, { method: 'LIVENESS' });
  expect(live).toMatchObject({ status: 201, body: { method: 'LIVENESS' } });
  expect(live.body).toHaveProperty('verificationLink');
  const signature = 'sandbox-valid-signature';
  expectRefused(await api.send('POST', `${at}/verify`, { signature }), 409, 'CONFLICT');
  api.mock.clock.advance({ seconds: 30 });
  expect((await api.send('GET', at)).body.status).toBe('ACTIVE');
  expect(api.mock.eventsOf('EXTERNAL_ACCOUNT.STATUS_UPDATED')).toHaveLength(1);
  const again = await api.send('POST', `${at}/challenge`, { method: 'LIVENESS' });
  expectRefused(again, 409, 'CONFLICT');
});

test('rule 168: an inactive account, and a rail that does not reach the account, are refused for payments', async (api) => {
  const { id: customerId } = api.mock.add.customer();
  const from = api.mock.add.internalAccount({ customerId, available: 100 });
  const inactive = api.mock.add.externalAccount({ customerId, status: 'INACTIVE' });
  const active = api.mock.add.externalAccount({ customerId });
  const send = (accountId: string, more: object = {}, source = from.id) =>
    api.send('POST', '/transfer-out', {
      source: { accountId: source },
      destination: { accountId, ...more },
      amount: 10,
    });
  for (const status of ['PENDING', 'UNDER_REVIEW', 'INACTIVE'] as const) {
    const { id } = api.mock.add.externalAccount({ customerId, status });
    expectInvalid(await send(id), 'destination.accountId');
  }
  const [inside, outside] = [{ accountId: from.id }, { accountId: inactive.id }];
  const pull = { source: outside, destination: inside, amount: 10 };
  expectInvalid(await api.send('POST', '/transfer-in', pull), 'source.accountId');
  const quote = (source: object, destination: object) =>
    api.send('POST', '/quotes', {
      source: { sourceType: 'ACCOUNT', ...source },
      destination: { destinationType: 'ACCOUNT', ...destination },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10,
    });
  expectInvalid(await quote(inside, outside), 'destination.accountId');
  expectInvalid(await quote(outside, inside), 'source.accountId');
  const bySepa = { accountId: active.id, paymentRail: 'SEPA' };
  expectInvalid(await quote(inside, bySepa), 'destination.paymentRail');
  expectInvalid(await send(active.id, { paymentRail: 'SEPA' }), 'destination.paymentRail');
  expect((await send(active.id, { paymentRail: 'WIRE' })).status).toBe(201);
  const { id: inUsdc } = api.mock.add.internalAccount({ customerId, currency: 'USDC' });
  const { id: other } = api.mock.add.internalAccount({ customerId, currency: 'EUR' });
  const accountInfo = sampleInfo('SOLANA_WALLET') as never;
  const wallet = api.mock.add.externalAccount({ customerId, currency: 'USDC', accountInfo });
  for (const accountId of [wallet.id, other]) {
    const byWire = { accountId, paymentRail: 'WIRE' };
    expectInvalid(await quote(inside, byWire), 'destination.paymentRail');
    expect((await quote(inside, { accountId })).status).toBe(201);
  }
  const toWallet = await send(wallet.id, { paymentRail: 'ACH' }, inUsdc);
  expectInvalid(toWallet, 'destination.paymentRail');
  const frozen = api.mock.add.internalAccount({ customerId, available: 9, status: 'FROZEN' });
  expectInvalid(await send(active.id, {}, frozen.id), 'source.accountId');
});

test.rows([['MWK'], ['UGX'], ['XOF']])(
  'the phone of a wallet in %s is of any country, with 6 to 14 digits',
  async (api, currency) => {
    const add = (phoneNumber: string) => {
      const info = { ...sampleInfo(`${currency}_ACCOUNT`), phoneNumber };
      return adder(api).add({ currency, accountInfo: info });
    };
    for (const digits of ['123456', '12345678901234']) {
      expect((await add(`+${digits}`)).status).toBe(201);
      expectInvalid(await add(digits), 'accountInfo.phoneNumber');
    }
    for (const digits of ['12345', '123456789012345']) {
      expectInvalid(await add(`+${digits}`), 'accountInfo.phoneNumber');
    }
  },
);

test('rule 124: an account that SWIFT reaches keeps its number, its IBAN, or both', async (api) => {
  const { add } = adder(api);
  const common = {
    accountType: 'SWIFT_ACCOUNT',
    country: 'GB',
    swiftCode: 'NWBKGB2L',
    bankName: 'NatWest',
    beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Byron Ltd' },
  };
  const iban = 'GB29NWBK60161331926819';
  for (const details of [
    { iban },
    { accountNumber: '1234567890' },
    { iban, accountNumber: '31926819' },
  ]) {
    const accountInfo = { ...common, ...details };
    const added = await add({ accountInfo });
    expect(added.body.accountInfo).toEqual({ ...accountInfo, paymentRails: ['SWIFT'] });
  }
});

test('rule 124: an account in JMD has a number, a branch, a kind and the name of its bank', async (api) => {
  const { add } = adder(api);
  const currency = currencyOf('JMD_ACCOUNT');
  const whole = sampleInfo('JMD_ACCOUNT');
  for (const name of ['accountNumber', 'branchCode', 'bankAccountType', 'bankName']) {
    const { [name]: _left, ...accountInfo } = whole;
    expectInvalid(await add({ currency, accountInfo }), `accountInfo.${name}`);
  }
});

test('rule 178: an account in CNY is a wallet that is named as its bank, or the bank account of a business', async (api) => {
  const { add } = adder(api);
  const addAccount = (beneficiaryType: string, details: object) => {
    const name = beneficiaryType === 'BUSINESS' ? 'legalName' : 'fullName';
    const beneficiary = { beneficiaryType, [name]: 'Grace Hopper' };
    const accountInfo = { accountType: 'CNY_ACCOUNT', beneficiary, ...details };
    return add({ currency: 'CNY', accountInfo });
  };
  for (const beneficiaryType of ['BUSINESS', 'INDIVIDUAL']) {
    const isPerson = beneficiaryType === 'INDIVIDUAL';
    const phoneNumber = isPerson ? '+8613800000001' : '+8613800000002';
    for (const bankName of ['AliPay', 'WechatPay'])
      expect((await addAccount(beneficiaryType, { phoneNumber, bankName })).status).toBe(201);
    const noWallet = await addAccount(beneficiaryType, { phoneNumber, bankName: 'ICBC' });
    expectInvalid(noWallet, 'accountInfo.bankName');
    const atBank = await addAccount(beneficiaryType, {
      accountNumber: '1234567',
      bankName: 'ICBC',
    });
    if (isPerson) expectInvalid(atBank, 'accountInfo.beneficiary.beneficiaryType');
    else expect(atBank.status).toBe(201);
  }
});

test('a fixture has the details of its type, and is in the currency of the type', async (api) => {
  const { add } = api.mock;
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' };
  expect(add.externalAccount()).toMatchObject({
    currency: 'USD',
    accountInfo: { accountType: 'USD_ACCOUNT', accountNumber: '000123456', beneficiary },
  });
  expect(add.externalAccount({ currency: 'EUR', accountNumber: '123105' })).toMatchObject({
    beneficiaryVerificationStatus: 'INVALID',
    accountInfo: {
      iban: 'DE89370400440123105',
      beneficiary: { ...beneficiary, countryOfResidence: 'DE' },
    },
  });
  const accountInfo = sampleInfo('MXN_ACCOUNT') as never;
  expect(add.externalAccount({ accountInfo })).toMatchObject({ currency: 'MXN', accountInfo });
});

test('rule 124: an account shows the rails whose fields it has, and is paid by no other one', async (api) => {
  const { customerId, add } = adder(api);
  const [bankName, phoneNumber] = ['Example Bank', '+8801712345678'];
  const beneficiary = { beneficiaryType: 'BUSINESS', legalName: 'Hopper Ltd' };
  const accounts = [
    ['BDT_ACCOUNT', { bankName, phoneNumber }, 'MOBILE_MONEY'],
    ['BDT_ACCOUNT', { bankName, accountNumber: '1' }, 'BANK_TRANSFER'],
    ['PKR_ACCOUNT', { bankName, phoneNumber, accountNumber: '1' }, 'BANK_TRANSFER MOBILE_MONEY'],
    ['EGP_ACCOUNT', { bankName, phoneNumber }, 'MOBILE_MONEY'],
    ['SLV_ACCOUNT', { accountNumber: '1', phoneNumber }, 'MOBILE_MONEY'],
    ['INR_ACCOUNT', { vpa: 'ada@bank' }, 'UPI'],
    ['INR_ACCOUNT', { vpa: 'a@b', accountNumber: '123456789', ifsc: 'HDFC0001234' }, 'UPI'],
  ] as const;
  const { id: accountId } = api.mock.add.internalAccount({ customerId, available: 100_00 });
  for (const [accountType, details, rails] of accounts) {
    const accountInfo = { accountType, beneficiary, ...details };
    const { body } = await add({ currency: currencyOf(accountType), accountInfo });
    expect(body.accountInfo).toMatchObject({ paymentRails: rails.split(' ') });
    for (const paymentRail of ['BANK_TRANSFER', 'MOBILE_MONEY', 'UPI', 'NEFT', 'RTGS']) {
      const reply = await api.send('POST', '/quotes', {
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'ACCOUNT', accountId: body.id, paymentRail },
        ...{ lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 100 },
      });
      if (rails.split(' ').includes(paymentRail)) expect(reply.status).toBe(201);
      else expectInvalid(reply, 'destination.paymentRail');
    }
  }
});

test('rule 4: an account whose number is too long is not said to lack it', async (api) => {
  const { add } = adder(api);
  const { beneficiary, ...info } = sampleInfo('BDT_ACCOUNT');
  const accountInfo = { ...info, accountNumber: '1'.repeat(35), beneficiary };
  expectInvalid(await add({ currency: 'BDT', accountInfo }), 'accountInfo.accountNumber');
});
