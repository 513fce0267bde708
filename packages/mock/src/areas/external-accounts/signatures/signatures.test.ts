import { generateKeyPairSync, sign } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base58check, base64, bech32m, hex } from '@scure/base';
import { expect } from 'vitest';
import { test } from '../../../../test/support/api-test.ts';
import { expectInvalid, expectRefused, type OpenMock } from '../../../../test/support/open-mock.ts';
import { isSignedBySpark } from './bitcoin.ts';

const platformPath = '/platform/external-accounts';

const text = new TextEncoder();

/** The private key of the example of EIP-155, and its account on Ethereum. */
const scalar = hex.decode('46'.repeat(32));
const ethereumAddress = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';
const tronAddress = base58check(sha256).encode(
  Uint8Array.of(0x41, ...hex.decode(ethereumAddress.slice(2).toLowerCase())),
);
/** The address on Spark of a key, behind the kind and the length of the field that holds it. */
const sparkWith = (data: readonly number[], key = secp256k1.getPublicKey(scalar)) =>
  bech32m.encode('spark', bech32m.toWords(Uint8Array.of(...data, ...key)), false);
const sparkAddress = sparkWith([10, 33]);

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
  // One byte up to 252; after 253, a length of two bytes follows.
  const length = body.length < 253 ? [body.length] : [253, body.length % 256, body.length >> 8];
  const framed = Uint8Array.of(magic.length, ...magic, ...length, ...body);
  const { recovery, compact } = recoverable(sha256(sha256(framed)));
  return base64.encode(Uint8Array.of(firstHeader + recovery, ...compact));
}

/** The signature of a wallet on Ethereum or Tron, whose last byte counts from 27, or from another number. */
function personalSignature(chain: 'Ethereum' | 'TRON', message: string, first = 27): string {
  const body = text.encode(message);
  const prefix = text.encode(`\x19${chain} Signed Message:\n${body.length}`);
  const { recovery, compact } = recoverable(keccak_256(Uint8Array.of(...prefix, ...body)));
  return `0x${hex.encode(compact)}${hex.encode(Uint8Array.of(first + recovery))}`;
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
  [
    'BASE_WALLET',
    ethereumAddress,
    (m) => ({ signature: personalSignature('Ethereum', m, 0).slice(2) }),
  ],
  ['TRON_WALLET', tronAddress, (m) => ({ signature: personalSignature('TRON', m) })],
  ['SOLANA_WALLET', base58.encode(solanaKey), (m) => ({ signature: solanaSignature(m) })],
];

test('rule 116: a failed signature ends its challenge', async (api) => {
  const { message, verify } = await startProof(api, 'SOLANA_WALLET', base58.encode(solanaKey));
  const prove = (signed: string) => verify({ signature: solanaSignature(signed) });
  expectInvalid(await prove(`${message} `), 'signature');
  expectRefused(await prove(message), 409, 'CONFLICT');
});

test("rule 167: a wallet proves ownership with its own chain's signature, of this message only", async (api) => {
  for (const [accountType, address, signed] of chains) {
    const { message, verify } = await startProof(api, accountType, address);
    const proved = await verify(signed(message));
    expect(proved.status, accountType).toBe(200);
    expect(proved.body).toMatchObject({ ownershipType: 'FIRST_PARTY' });
  }
});

const nothing = new Uint8Array(64);

type Sign = (message: string) => string;
const refused = (type: string, address: string, ...signs: readonly Sign[]) =>
  ({ type, address, signs }) as const;
const bitcoin: Sign = (message) => bitcoinSignature(message, 31);
const ethereum: Sign = (message) => personalSignature('Ethereum', message);
const tron: Sign = (message) => personalSignature('TRON', message);
const spoiled = (sign: Sign): readonly Sign[] => [
  (message) => sign(`${message} `),
  (message) => `11${sign(message)}`,
  (message) => `${sign(message)}11`,
  () => `${hex.encode(nothing)}1b`,
  () => '0 is none',
];
const stranger = secp256k1.getPublicKey(sha256(scalar));

const wrong = [
  refused('SPARK_WALLET', sparkWith([10, 33], stranger), bitcoin),
  refused('SPARK_WALLET', sparkWith([11, 33]), bitcoin),
  refused('SPARK_WALLET', sparkWith([10, 34]), bitcoin),
  refused('SPARK_WALLET', sparkAddress, ethereum, ...spoiled(bitcoin)),
  refused('SPARK_WALLET', sparkAddress, () => base64.encode(Uint8Array.of(31, ...nothing))),
  refused('ETHEREUM_WALLET', ethereumAddress, tron, ...spoiled(ethereum)),
  refused('TRON_WALLET', tronAddress, ethereum, ...spoiled(tron)),
  refused('POLYGON_WALLET', 'no address', ethereum),
  refused('SOLANA_WALLET', base58.encode(solanaKey), ...spoiled(solanaSignature)),
];

test('rule 167: the signature of another wallet, message or chain is refused, and what is none', async (api) => {
  for (const { type, address, signs } of wrong) {
    for (const sign of signs) {
      const { message, verify } = await startProof(api, type, address);
      expectInvalid(await verify({ signature: sign(message) }), 'signature');
    }
  }
  const { message, verify } = await startProof(api, 'SPARK_WALLET', sparkAddress);
  const segwit = { signature: bitcoinSignature(message, 39), signatureScheme: 'electrum' } as const;
  expectInvalid(await verify(segwit), 'signature');
});

test('rule 116: of two signatures at one moment, one proves the ownership', async (api) => {
  const { message, verify } = await startProof(api, 'SOLANA_WALLET', base58.encode(solanaKey));
  const proof = { signature: solanaSignature(message) };
  const replies = await Promise.all([verify(proof), verify(proof)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test.each([
  ['bip137', [27, 31, 35, 39]],
  ['electrum', [27, 31]],
] as const)(
  'a message of any length is signed by %s with the headers from %j',
  (scheme, headers) => {
    for (const length of [1, 252, 253, 300]) {
      const message = 'a'.repeat(length);
      const isSigned = (header: number) =>
        isSignedBySpark(message, bitcoinSignature(message, header), sparkAddress, scheme);
      const accepted = [23, 27, 31, 35, 39, 43].filter(isSigned);
      expect(accepted).toEqual(headers);
    }
  },
);

/** A key, a message and its signature, published by implementations of Bitcoin's message signing. */
const published = {
  wif: 'L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1',
  message: 'This is an example of a signed message.',
  signature:
    'H9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk=',
} as const;

/** Returns the Spark address whose identity key belongs to a private key in wallet import format. */
function sparkAddressOf(wif: string, more: Uint8Array = Uint8Array.of()): string {
  const scalar = base58check(sha256).decode(wif).subarray(1, 33);
  return sparkWith([10, 33], Uint8Array.of(...secp256k1.getPublicKey(scalar), ...more));
}

test('a published signature verifies for its key and message, and not for another message', () => {
  const { message, signature, wif } = published;
  const address = sparkAddressOf(wif);
  expect(isSignedBySpark(message, signature, address, 'bip137')).toBe(true);
  expect(isSignedBySpark(message, signature, address, 'electrum')).toBe(true);
  expect(isSignedBySpark(`${message}.`, signature, address, 'bip137')).toBe(false);
});

test('an address that is not a Spark address is never the signer', () => {
  const { message, signature, wif } = published;
  const others = ['', '1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV', sparkAddressOf(wif, nothing)];
  for (const address of others) {
    expect(isSignedBySpark(message, signature, address, 'bip137')).toBe(false);
  }
});
