import { get as httpGet } from 'node:http';
import { WorkOS } from '@workos-inc/node';
import ky from 'ky';
import OpenAI from 'openai';
import Stripe from 'stripe';
import { Pool } from 'undici';
import type { ClientsModule, PeerServer } from '../lib/peers.ts';

function viaNodeHttp({ origin, path, headers, agent }: PeerServer): Promise<unknown> {
  return new Promise((resolve, reject) => {
    httpGet(`${origin}${path}`, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
      response.on('error', reject);
    }).on('error', reject);
  });
}

function stripeOn(origin: string, overFetch: boolean): () => Promise<unknown> {
  const { hostname, port } = new URL(origin);
  const stripe = new Stripe('sk_test_card', {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    ...(overFetch && { httpClient: Stripe.createFetchHttpClient() }),
  });
  return () => stripe.customers.retrieve('card');
}

/** The same GET by hand and by the clients of other services. */
export const peerClients: ClientsModule['peerClients'] = (server, parse) => {
  const { origin, path, headers } = server;
  const { hostname, port } = new URL(origin);
  const url = `${origin}${path}`;
  const pool = new Pool(origin, { connections: 64 });
  const openai = new OpenAI({ apiKey: 'key', baseURL: `${origin}/v1`, maxRetries: 0 });
  const workos = new WorkOS('sk_card', { apiHostname: hostname, https: false, port: Number(port) });
  return {
    works: {
      'bare fetch': async () => (await fetch(url, { headers })).json(),
      'fetch + zod': async () => parse(await (await fetch(url, { headers })).json()),
      'ky + zod': async () => parse(await ky(url, { headers, retry: 0, timeout: false }).json()),
      'node:http Agent': () => viaNodeHttp(server),
      'undici Pool': async () => (await pool.request({ method: 'GET', path, headers })).body.json(),
      'stripe (node:http)': stripeOn(origin, false),
      'stripe (fetch)': stripeOn(origin, true),
      openai: () => openai.models.retrieve('card'),
      workos: () => workos.get('/organizations/card'),
    },
    close: () => pool.close(),
  };
};
