import { generateKeyPairSync, sign } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base58check, base64, bech32m, hex } from '@scure/base';
import { expect } from 'vitest';
import { currencyOf, sampleInfo, variants } from '../../../test/support/account-samples.ts';
import { open, test } from '../../../test/support/api-test.ts';
import { expectInvalid, expectRefused, type OpenMock } from '../../../test/support/open-mock.ts';
import { isSignedBySpark } from './signatures/bitcoin.ts';

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
  const { id: customerId } = api.mock.add.customer();
  const add = (currency: string) => {
    const body = { customerId, currency, accountInfo: sampleInfo('SLV_ACCOUNT') };
    return api.send('POST', '/customers/external-accounts', body);
  };
  expect((await add('USD')).body).toMatchObject({ currency: 'USD' });
  expectInvalid(await add('SLV'), 'currency');
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
  for (const [accountType, { rails }] of variants) {
    const currency = currencyOf(accountType);
    const accountInfo = sampleInfo(accountType);
    const { status, body } = await add({ currency, accountInfo });
    expect(status, accountType).toBe(201);
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
  expectRefused(await add({ platformAccountId: 'mine' }), 409, 'CONFLICT');
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
  expect((await adder(api).add()).status).toBe(201);
  await api.send('DELETE', `${path}/${id}`);
  expect((await add()).status).toBe(201);
});

test('rule 164: only the newest default account receives payments to the UMA address', async (api) => {
  const { add, customerId } = adder(api);
  const first = await add({ defaultUmaDepositAccount: true });
  const other = { currency: 'EUR', accountInfo: sampleInfo('EUR_ACCOUNT') };
  const second = await add({ ...other, defaultUmaDepositAccount: true });
  const { body } = await api.send('GET', `${path}?customerId=${customerId}`);
  const data = body.data as { id: string; defaultUmaDepositAccount: boolean }[];
  const defaults = data.map((each) => [each.id, each.defaultUmaDepositAccount]);
  expect(new Map(defaults as [string, boolean][])).toEqual(
    new Map([
      [first.body.id, false],
      [second.body.id, true],
    ]),
  );
});

test('rule 165: an account is deleted, unless a payment is using it', async (api) => {
  const { id: customerId } = api.mock.add.customer();
  const from = api.mock.add.internalAccount({ customerId, available: 100 });
  const busy = api.mock.add.externalAccount({ customerId, accountNumber: '123005' });
  await api.send('POST', '/transfer-out', {
    source: { accountId: from.id },
    destination: { accountId: busy.id },
    amount: 10,
  });
  expectRefused(await api.send('DELETE', `${path}/${busy.id}`), 409, 'CONFLICT');
  api.mock.clock.advance({ minutes: 1 });
  expect((await api.send('DELETE', `${path}/${busy.id}`)).status).toBe(204);
  expectRefused(await api.send('GET', `${path}/${busy.id}`), 404, 'NOT_FOUND');
  expectRefused(await api.send('DELETE', `${path}/${busy.id}`), 404, 'NOT_FOUND');
});

test("rule 166: the platform's and the customers' accounts are separate", async (api) => {
  const { add } = adder(api);
  const { body: ofCustomer } = await add();
  const accountInfo = sampleInfo('MXN_ACCOUNT');
  const created = await api.send('POST', platformPath, { currency: 'MXN', accountInfo });
  expect(created.status).toBe(201);
  expect(created.body).not.toHaveProperty('customerId');
  const { body: list } = await api.send('GET', platformPath);
  expect(list.data).toEqual([created.body]);
  expect((await api.send('GET', path)).body.data).toEqual([ofCustomer]);
  expectRefused(await api.send('GET', `${path}/${created.body.id}`), 404, 'NOT_FOUND');
  expectRefused(await api.send('GET', `${platformPath}/${ofCustomer.id}`), 404, 'NOT_FOUND');
  expect((await api.send('DELETE', `${platformPath}/${created.body.id}`)).status).toBe(204);
});

/** A wallet whose owner has not proved yet that it is theirs. */
function unprovedWallet(api: OpenMock) {
  return api.mock.add.externalAccount({
    customerId: api.mock.add.customer().id,
    status: 'PENDING',
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
  expectRefused(await verify(good), 409, 'CONFLICT');
  expectRefused(await challenge(), 409, 'CONFLICT');
});

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
  expectInvalid(await send(inactive.id), 'destination.accountId');
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
  const frozen = api.mock.add.internalAccount({ customerId, available: 9, status: 'FROZEN' });
  expectInvalid(await send(active.id, {}, frozen.id), 'source.accountId');
});

const text = new TextEncoder();

/** The private key of the example of EIP-155, and its account on Ethereum. */
const scalar = hex.decode('46'.repeat(32));
const ethereumAddress = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';
const tronAddress = base58check(sha256).encode(
  Uint8Array.of(0x41, ...hex.decode(ethereumAddress.slice(2).toLowerCase())),
);
const sparkAddress = bech32m.encode(
  'spark',
  bech32m.toWords(Uint8Array.of(0x0a, 33, ...secp256k1.getPublicKey(scalar))),
  false,
);

interface Proof {
  readonly signature: string;
  readonly signatureScheme?: 'bip137' | 'electrum';
}

function recoverable(digest: Uint8Array): { recovery: number; compact: Uint8Array } {
  const bytes = secp256k1.sign(digest, scalar, { prehash: false, format: 'recovered' });
  return { recovery: bytes[0] ?? 0, compact: bytes.subarray(1) };
}

/** BIP-137: two rounds of SHA-256 over the magic and the message, each after its length. */
function bitcoinSignature(message: string, firstHeader: number): string {
  const magic = text.encode('Bitcoin Signed Message:\n');
  const body = text.encode(message);
  const framed = Uint8Array.of(magic.length, ...magic, body.length, ...body);
  const { recovery, compact } = recoverable(sha256(sha256(framed)));
  return base64.encode(Uint8Array.of(firstHeader + recovery, ...compact));
}

function personalSignature(chain: 'Ethereum' | 'TRON', message: string): string {
  const body = text.encode(message);
  const prefix = text.encode(`\x19${chain} Signed Message:\n${body.length}`);
  const { recovery, compact } = recoverable(keccak_256(Uint8Array.of(...prefix, ...body)));
  return `0x${hex.encode(compact)}${hex.encode(Uint8Array.of(27 + recovery))}`;
}

const solana = generateKeyPairSync('ed25519');
const solanaKey = solana.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
const solanaSignature = (message: string) =>
  base58.encode(sign(null, text.encode(message), solana.privateKey));

async function startProof(api: OpenMock, accountType: string, address: string) {
  const { id } = api.mock.add.externalAccount({
    isPlatformAccount: true,
    currency: 'USDC',
    ownershipType: 'FIRST_PARTY',
    accountInfo: { accountType, address },
  });
  const at = `${platformPath}/${id}`;
  const challenge = await api.send('POST', `${at}/challenge`, { method: 'WALLET_SIGNATURE' });
  const message = String(challenge.body.messageToSign);
  return { message, verify: (proof: Proof) => api.send('POST', `${at}/verify`, proof) };
}

/** The signing function of each chain. */
const chains: readonly (readonly [
  type: string,
  address: string,
  sign: (message: string) => Proof,
])[] = [
  ['SPARK_WALLET', sparkAddress, (m) => ({ signature: bitcoinSignature(m, 31) })],
  ['SPARK_WALLET', sparkAddress, (m) => ({ signature: bitcoinSignature(m, 39) })],
  [
    'SPARK_WALLET',
    sparkAddress,
    (m) => ({ signature: bitcoinSignature(m, 31), signatureScheme: 'electrum' }),
  ],
  ['ETHEREUM_WALLET', ethereumAddress, (m) => ({ signature: personalSignature('Ethereum', m) })],
  ['BASE_WALLET', ethereumAddress, (m) => ({ signature: personalSignature('Ethereum', m) })],
  ['TRON_WALLET', tronAddress, (m) => ({ signature: personalSignature('TRON', m) })],
  ['SOLANA_WALLET', base58.encode(solanaKey), (m) => ({ signature: solanaSignature(m) })],
];

test('rule 116: a failed signature ends its challenge', async (api) => {
  const [, , signed] = chains.at(-1) ?? [];
  const { message, verify } = await startProof(api, 'SOLANA_WALLET', base58.encode(solanaKey));
  if (signed === undefined) throw new Error('Expected a signing function.');
  expectInvalid(await verify(signed(`${message} `)), 'signature');
  expectRefused(await verify(signed(message)), 409, 'CONFLICT');
});

test("rule 167: a wallet proves ownership with its own chain's signature, of this message only", async (api) => {
  for (const [accountType, address, signed] of chains) {
    const { message, verify } = await startProof(api, accountType, address);
    const proved = await verify(signed(message));
    expect(proved.status, accountType).toBe(200);
    expect(proved.body).toMatchObject({ ownershipType: 'FIRST_PARTY' });
  }
});

test('rule 167: the signature of another wallet, scheme or chain is refused', async (api) => {
  const other = bech32m.encode(
    'spark',
    bech32m.toWords(Uint8Array.of(0x0a, 33, ...secp256k1.getPublicKey(sha256(scalar)))),
    false,
  );
  const foreign = await startProof(api, 'SPARK_WALLET', other);
  expectInvalid(
    await foreign.verify({ signature: bitcoinSignature(foreign.message, 31) }),
    'signature',
  );
  const segwit = (message: string) => bitcoinSignature(message, 39);
  const wrong: readonly ((message: string) => Proof)[] = [
    (message) => ({ signature: segwit(message), signatureScheme: 'electrum' }),
    (message) => ({ signature: personalSignature('Ethereum', message) }),
    (message) => ({ signature: `${segwit(message).slice(0, -8)}AAAAAAA=` }),
    () => ({ signature: 'not base64' }),
  ];
  for (const proof of wrong) {
    const spark = await startProof(api, 'SPARK_WALLET', sparkAddress);
    expectInvalid(await spark.verify(proof(spark.message)), 'signature');
  }
  const unknown = await startProof(api, 'POLYGON_WALLET', 'no address');
  const signature = personalSignature('Ethereum', unknown.message);
  expectInvalid(await unknown.verify({ signature }), 'signature');
  const tron = await startProof(api, 'TRON_WALLET', tronAddress);
  const ofOtherChain = personalSignature('Ethereum', tron.message);
  expectInvalid(await tron.verify({ signature: ofOtherChain }), 'signature');
});

/** A key, a message and its signature, published by implementations of Bitcoin's message signing. */
const published = {
  wif: 'L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1',
  message: 'This is an example of a signed message.',
  signature:
    'H9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk=',
} as const;

/** Returns the Spark address whose identity key belongs to a private key in wallet import format. */
function sparkAddressOf(wif: string): string {
  const scalar = base58check(sha256).decode(wif).subarray(1, 33);
  const key = secp256k1.getPublicKey(scalar);
  return bech32m.encode('spark', bech32m.toWords(Uint8Array.of(0x0a, 33, ...key)), false);
}

test('a published signature verifies for its key and message, and not for another message', () => {
  const { message, signature, wif } = published;
  const address = sparkAddressOf(wif);
  expect(isSignedBySpark(message, signature, address, 'bip137')).toBe(true);
  expect(isSignedBySpark(message, signature, address, 'electrum')).toBe(true);
  expect(isSignedBySpark(`${message}.`, signature, address, 'bip137')).toBe(false);
});

test('an address that is not a Spark address is never the signer', () => {
  const { message, signature } = published;
  const others = ['', '1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV', `spark1${'q'.repeat(200)}`];
  for (const address of others) {
    expect(isSignedBySpark(message, signature, address, 'bip137')).toBe(false);
  }
});

test('rule 124: an account that SWIFT reaches keeps its number, its IBAN, or both', async (api) => {
  const { id: customerId } = api.mock.add.customer();
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
    const body = { customerId, currency: 'USD', accountInfo };
    const added = await api.send('POST', '/customers/external-accounts', body);
    expect(added.body.accountInfo).toEqual({ ...accountInfo, paymentRails: ['SWIFT'] });
  }
});

test('rule 124: an account in JMD has a number, a branch, a kind and the name of its bank', async (api) => {
  const { id: customerId } = api.mock.add.customer();
  const add = (accountInfo: object) => {
    const body = { customerId, currency: currencyOf('JMD_ACCOUNT'), accountInfo };
    return api.send('POST', '/customers/external-accounts', body);
  };
  const whole = sampleInfo('JMD_ACCOUNT');
  for (const name of ['accountNumber', 'branchCode', 'bankAccountType', 'bankName']) {
    const { [name]: _left, ...rest } = whole;
    expectInvalid(await add(rest), `accountInfo.${name}`);
  }
});
