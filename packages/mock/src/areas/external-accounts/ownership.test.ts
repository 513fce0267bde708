import { generateKeyPairSync, sign } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base58check, base64, bech32m, hex } from '@scure/base';
import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, type Lab, openLab } from '../../../test/lab/lab.ts';

const path = '/platform/external-accounts';
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

async function startProof(lab: Lab, accountType: string, address: string) {
  const accountInfo = { accountType, address };
  const { body } = await lab.send('POST', path, { currency: 'USDC', accountInfo });
  const at = `${path}/${body.id}`;
  const challenge = await lab.send('POST', `${at}/challenge`, { method: 'WALLET_SIGNATURE' });
  const message = String(challenge.body.messageToSign);
  return { message, verify: (proof: Proof) => lab.send('POST', `${at}/verify`, proof) };
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

rules('ownership of wallets', (door) => {
  test('rule 116: a failed signature ends its challenge', async () => {
    const lab = await openLab(door);
    const [, , signed] = chains.at(-1) ?? [];
    const { message, verify } = await startProof(lab, 'SOLANA_WALLET', base58.encode(solanaKey));
    if (signed === undefined) throw new Error('Expected a signing function.');
    expectInvalid(await verify(signed(`${message} `)), 'signature');
    expectRefused(await verify(signed(message)), 409, 'CONFLICT');
  });

  test("a wallet proves ownership with its own chain's signature, of this message only", async () => {
    const lab = await openLab(door);
    for (const [accountType, address, signed] of chains) {
      const { message, verify } = await startProof(lab, accountType, address);
      const proved = await verify(signed(message));
      expect(proved.status, accountType).toBe(200);
      expect(proved.body).toMatchObject({ ownershipType: 'FIRST_PARTY' });
    }
  });

  test('the signature of another wallet, scheme or chain is refused', async () => {
    const lab = await openLab(door);
    const other = bech32m.encode(
      'spark',
      bech32m.toWords(Uint8Array.of(0x0a, 33, ...secp256k1.getPublicKey(sha256(scalar)))),
      false,
    );
    const foreign = await startProof(lab, 'SPARK_WALLET', other);
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
      const spark = await startProof(lab, 'SPARK_WALLET', sparkAddress);
      expectInvalid(await spark.verify(proof(spark.message)), 'signature');
    }
    const unknown = await startProof(lab, 'POLYGON_WALLET', 'no address');
    const signature = personalSignature('Ethereum', unknown.message);
    expectInvalid(await unknown.verify({ signature }), 'signature');
    const tron = await startProof(lab, 'TRON_WALLET', tronAddress);
    const ofOtherChain = personalSignature('Ethereum', tron.message);
    expectInvalid(await tron.verify({ signature: ofOtherChain }), 'signature');
  });
});
