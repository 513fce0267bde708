import { importSessionKey } from '@org/payments-crypto';
import { createPaymentsClient } from '@org/payments-sdk';
import { undiciTransport } from '@org/payments-sdk/undici';
import { startServer } from '../processes.ts';
import { interleaved, p50 } from '../rounds.ts';
import type { challenge } from '../samples.ts';
import { atMost, type Row } from '../table.ts';

const body = JSON.stringify({ state: 'FROZEN' });
const json = { 'content-type': 'application/json', authorization: 'Basic dG9rZW46c2VjcmV0' };

async function handWritten(url: string, key: CryptoKey): Promise<unknown> {
  const first = await fetch(url, { method: 'PATCH', headers: json, body });
  const { payloadToSign, requestId } = (await first.json()) as typeof challenge;
  const bytes = new TextEncoder().encode(payloadToSign);
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, bytes);
  const stamp = Buffer.from(
    JSON.stringify({ publicKey: 'key', signature: Buffer.from(signature).toString('hex') }),
  ).toString('base64url');
  const headers = { ...json, 'service-wallet-signature': stamp, 'request-id': requestId };
  const second = await fetch(url, { method: 'PATCH', headers, body });
  return second.json();
}

/** Both legs of a signed change with the signature between them. */
export async function signedRetryRows(): Promise<Row[]> {
  const server = await startServer('constant-server');
  const baseUrl = `${server.url}/2025-10-13`;
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign']);
  const stamper = await importSessionKey(new Uint8Array(32).fill(7));
  const options = { baseUrl, tokenId: 'token', clientSecret: 'secret', stamper };
  const transport = undiciTransport();
  const input = { id: 'Card:7c1e', state: 'FROZEN' } as const;
  const byDefault = createPaymentsClient(options);
  const overUndici = createPaymentsClient({ ...options, transport });
  const byHand = () => handWritten(`${baseUrl}/cards/Card:7c1e`, pair.privateKey);
  const series = await interleaved(
    15,
    [
      { name: 'fetch and WebCrypto by hand', measure: p50(150, byHand) },
      { name: 'SDK, default', measure: p50(150, () => byDefault.cards.update(input)) },
      { name: 'SDK, undici', measure: p50(150, () => overUndici.cards.update(input)) },
    ],
    12,
  );
  await Promise.all([transport.close(), server.close()]);
  const work = 'Signed retry, 2 requests and a stamp';
  return [{ work, unit: 'µs', series, targets: { 'SDK, default': atMost(0.95) } }];
}
