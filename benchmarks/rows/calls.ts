import { importSessionKey } from '@org/payments-crypto';
import { createPaymentsClient } from '@org/payments-sdk';
import { undiciTransport } from '@org/payments-sdk/undici';
import { type ClientProcess, startClient, startServer } from '../processes.ts';
import { interleaved, p50 } from '../rounds.ts';
import type { challenge } from '../samples.ts';
import { atLeast, atMost, type Row } from '../table.ts';

/** The clients that `peers/client` knows. */
const CLIENTS = [
  'bare fetch',
  'fetch + zod',
  'ky + zod',
  'node:http Agent',
  'undici Pool',
  'stripe (node:http)',
  'stripe (fetch)',
  'openai',
  'workos',
  'SDK, default',
  'SDK, fetch',
  'SDK, undici',
] as const;

const SEQUENTIAL = { calls: 250, atOnce: 1 };
const CONCURRENT = { calls: 2_000, atOnce: 64 };

/**
 * One GET of a card over loopback: one after the other, and 64 at once. Each client has a process of
 * its own, as it has at its users: in a process with a dozen clients, each slows the others down.
 */
export async function getRows(): Promise<Row[]> {
  const server = await startServer('constant-server');
  const clients: ClientProcess[] = [];
  for (const name of CLIENTS) clients.push(await startClient(name, server.url));
  const contenders = (turn: typeof SEQUENTIAL) => clients.map((client) => client.contender(turn));
  const sequential = await interleaved(15, contenders(SEQUENTIAL), 8);
  const concurrent = await interleaved(11, contenders(CONCURRENT));
  await Promise.all(clients.map((client) => client.close()));
  await server.close();
  return [
    {
      work: 'One GET of a 600-byte card, sequential, validated',
      unit: 'µs',
      series: sequential,
      targets: {
        'SDK, default': atMost(1),
        'SDK, fetch': atMost(1.65),
        'SDK, undici': atMost(0.8),
      },
    },
    {
      work: 'The same GET, 64 at once',
      unit: 'per s',
      series: concurrent,
      targets: { 'SDK, default': atLeast(0.95) },
    },
  ];
}

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
