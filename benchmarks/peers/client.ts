/**
 * A process that fetches a card with one client: `client.ts <client> <origin>` once, and prints the
 * microseconds of CPU that it used; with `turns`, whenever it has its turn. Each client is imported only
 * if it is named.
 */
export {};

const [, , client = '', origin = '', turns = ''] = process.argv;
const path = '/2025-10-13/cards/Card:7c1e';
const headers = { authorization: 'Basic dG9rZW46c2VjcmV0', accept: 'application/json' };
const { hostname, port } = new URL(origin);

const fetched = async () => (await fetch(origin + path, { headers })).json();

async function nodeHttp(): Promise<() => Promise<unknown>> {
  const { Agent, get } = await import('node:http');
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const call = (resolve: (value: unknown) => void, reject: (error: Error) => void) => {
    get(origin + path, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
      response.on('error', reject);
    }).on('error', reject);
  };
  return () => new Promise(call);
}

async function stripe(overFetch: boolean): Promise<() => Promise<unknown>> {
  const { default: Stripe } = await import('stripe');
  const payments = new Stripe('sk_test_card', {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    ...(overFetch && { httpClient: Stripe.createFetchHttpClient() }),
  });
  return () => payments.customers.retrieve('card');
}

async function undici() {
  const { undiciTransport } = await import('@org/payments-sdk/undici');
  return undiciTransport();
}

async function sdk(over: 'default' | 'fetch' | 'undici'): Promise<() => Promise<unknown>> {
  const { createPaymentsClient } = await import('@org/payments-sdk');
  const payments = createPaymentsClient({
    baseUrl: `${origin}/2025-10-13`,
    tokenId: 'token',
    clientSecret: 'secret',
    ...(over === 'fetch' && { fetch: globalThis.fetch }),
    ...(over === 'undici' && { transport: await undici() }),
  });
  return () => payments.cards.get({ id: 'Card:7c1e' });
}

async function workOf(name: string): Promise<() => Promise<unknown>> {
  switch (name) {
    case 'bare fetch':
      return fetched;
    case 'fetch + zod': {
      const { Card } = await import('@org/payments-contract');
      return async () => Card.parse(await fetched());
    }
    case 'ky': {
      const { default: ky } = await import('ky');
      return () => ky(origin + path).json();
    }
    case 'ky + zod': {
      const { default: ky } = await import('ky');
      const { Card } = await import('@org/payments-contract');
      const options = { headers, retry: 0, timeout: false } as const;
      return async () => Card.parse(await ky(origin + path, options).json());
    }
    case 'node:http Agent':
      return nodeHttp();
    case 'undici Pool': {
      const { Pool } = await import('undici');
      const pool = new Pool(origin, { connections: 64 });
      return async () => (await pool.request({ method: 'GET', path, headers })).body.json();
    }
    case 'stripe (node:http)':
      return stripe(false);
    case 'stripe (fetch)':
      return stripe(true);
    case 'openai': {
      const { default: OpenAI } = await import('openai');
      const openai = new OpenAI({ apiKey: 'key', baseURL: `${origin}/v1`, maxRetries: 0 });
      return () => openai.models.retrieve('card');
    }
    case 'workos': {
      const { WorkOS } = await import('@workos-inc/node');
      const options = { apiHostname: hostname, https: false, port: Number(port) };
      const workos = new WorkOS('sk_card', options);
      return () => workos.get('/organizations/card');
    }
    case 'SDK, default':
      return sdk('default');
    case 'SDK, fetch':
      return sdk('fetch');
    case 'SDK, undici':
      return sdk('undici');
    default:
      throw new Error(`Unknown client: ${name}.`);
  }
}

const work = await workOf(client);
if (turns === 'turns') {
  const { takeTurns } = await import('../processes.ts');
  takeTurns(work);
} else {
  await work();
  const { user, system } = process.cpuUsage();
  console.log(user + system);
  process.exit(0);
}
