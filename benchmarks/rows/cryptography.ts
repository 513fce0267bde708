import { createPrivateKey, sign } from 'node:crypto';
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import {
  generateClientKey,
  importSessionKey,
  openSealedKey,
  sealSessionKey,
} from '@org/payments-crypto';
import { interleaved, p50 } from '../lib/rounds.ts';
import { atMost, type Row, ratios } from '../lib/row.ts';
import { challenge } from '../lib/samples.ts';

const RUNS = 300;

async function stampRow(): Promise<Row> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign']);
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey));
  const nodeKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const bytes = new TextEncoder().encode(challenge.payloadToSign);
  const hash = { name: 'ECDSA', hash: 'SHA-256' };
  const sessionKey = await importSessionKey(new Uint8Array(32).fill(7));
  const values = await interleaved(15, [
    {
      name: 'node:crypto sign, cached key',
      measure: p50(RUNS, () => sign('sha256', bytes, nodeKey)),
    },
    {
      name: 'WebCrypto sign, cached key',
      measure: p50(RUNS, () => crypto.subtle.sign(hash, privateKey, bytes)),
    },
    {
      name: 'SessionKey.stamp',
      measure: p50(RUNS, () => sessionKey.stamp(challenge.payloadToSign)),
    },
  ]);
  return ratios('stamp of 600 bytes', 'µs', values, { 'SessionKey.stamp': atMost(1.2) });
}

async function openRow(): Promise<Row> {
  const suite = new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  });
  const recipient = await suite.kem.generateKeyPair();
  const info = new TextEncoder().encode('info').buffer;
  const sender = await suite.createSenderContext({ recipientPublicKey: recipient.publicKey, info });
  const sealed = await sender.seal(new Uint8Array(32));
  const { enc } = sender;
  const clientKey = await generateClientKey();
  const text = await sealSessionKey(new Uint8Array(32).fill(7), clientKey.publicKey);
  const values = await interleaved(15, [
    {
      name: 'bare @hpke/core',
      measure: p50(100, () => suite.open({ recipientKey: recipient, enc, info }, sealed)),
    },
    { name: 'openSealedKey', measure: p50(100, () => openSealedKey(text, clientKey)) },
  ]);
  return ratios('open a sealed key', 'µs', values, { openSealedKey: atMost(1.1) });
}

/** Stamps and sealed keys. */
export async function cryptographyRows(): Promise<Row[]> {
  return [await stampRow(), await openRow()];
}
