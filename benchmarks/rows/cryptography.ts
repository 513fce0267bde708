import { createECDH, createPrivateKey, sign } from 'node:crypto';
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import {
  generateClientKey,
  importSessionKey,
  openSealedKey,
  sealSessionKey,
} from '@org/payments-crypto';
import { others } from '../others.ts';
import { interleaved, p50 } from '../rounds.ts';
import { challenge } from '../samples.ts';
import { atMost, type Row } from '../table.ts';

/** A key in the form of hex, as Turnkey's functions take it. */
function hexKey(): { readonly scalar: string; readonly ecdh: ReturnType<typeof createECDH> } {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { scalar: ecdh.getPrivateKey('hex').padStart(64, '0'), ecdh };
}

async function stampRow(): Promise<Row> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign']);
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey));
  const nodeKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const bytes = new TextEncoder().encode(challenge.payloadToSign);
  const hash = { name: 'ECDSA', hash: 'SHA-256' };
  const sessionKey = await importSessionKey(new Uint8Array(32).fill(7));
  const { scalar, ecdh } = hexKey();
  const { turnkeyStamp } = await others();
  const turnkey = await turnkeyStamp(ecdh.getPublicKey('hex', 'compressed'), scalar);
  const payload = challenge.payloadToSign;
  const series = await interleaved(15, [
    {
      name: 'node:crypto sign, cached key',
      measure: p50(300, () => sign('sha256', bytes, nodeKey)),
    },
    {
      name: 'WebCrypto sign, cached key',
      measure: p50(300, () => crypto.subtle.sign(hash, privateKey, bytes)),
    },
    { name: 'Turnkey ApiKeyStamper', measure: p50(100, () => turnkey(payload)) },
    { name: 'SessionKey.stamp', measure: p50(300, () => sessionKey.stamp(payload)) },
  ]);
  const targets = { 'SessionKey.stamp': atMost(1.2) };
  return { work: 'Stamp of 600 bytes', unit: 'µs', series, targets };
}

/** Opening by the bare library: no base58, no decompression, no public key, no import. */
async function bareOpening(): Promise<() => Promise<ArrayBuffer>> {
  const suite = new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  });
  const recipientKey = await suite.kem.generateKeyPair();
  const info = new TextEncoder().encode('info').buffer;
  const { publicKey: recipientPublicKey } = recipientKey;
  const sender = await suite.createSenderContext({ recipientPublicKey, info });
  const sealed = await sender.seal(new Uint8Array(32));
  return () => suite.open({ recipientKey, enc: sender.enc, info }, sealed);
}

async function openRows(): Promise<Row[]> {
  const turnkeyOpen = await (await others()).turnkeyOpen();
  const session = new Uint8Array(32).fill(7);
  const clientKey = await generateClientKey();
  const sealed = await sealSessionKey(session, clientKey.publicKey);
  const { scalar, ecdh } = hexKey();
  const sealedToHex = await sealSessionKey(session, ecdh.getPublicKey('hex'));
  const bare = { name: 'bare @hpke/core', measure: p50(100, await bareOpening()) };
  const turnkey = {
    name: 'Turnkey decryptCredentialBundle',
    measure: p50(20, () => turnkeyOpen(sealedToHex, scalar)),
  };
  const ours = { name: 'openSealedKey', measure: p50(100, () => openSealedKey(sealed, clientKey)) };
  const work = 'Open a sealed key, whole job, one core';
  const [toBare, toTurnkey] = [
    await interleaved(15, [bare, ours]),
    await interleaved(9, [turnkey, ours]),
  ];
  return [
    { work, unit: 'µs', series: toBare, targets: { openSealedKey: atMost(1.3) } },
    {
      work: `${work}, against Turnkey`,
      unit: 'µs',
      series: toTurnkey,
      targets: { openSealedKey: atMost(0.38) },
    },
  ];
}

/** Stamps and sealed keys. */
export async function cryptographyRows(): Promise<Row[]> {
  return [await stampRow(), ...(await openRows())];
}
