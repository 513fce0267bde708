/**
 * A process that sends one call with one client, named on the command line, and prints the CPU time
 * that it has used. Each client is imported only if it is named.
 */
export {};

const [, , client = '', origin = ''] = process.argv;
const path = '/2025-10-13/cards/Card:7c1e';
const { hostname, port } = new URL(origin);

async function call(): Promise<unknown> {
  switch (client) {
    case 'bare fetch':
      return (await fetch(origin + path)).json();
    case 'ky':
      return (await import('ky')).default(origin + path).json();
    case 'stripe': {
      const { default: Stripe } = await import('stripe');
      const host = { host: hostname, port: Number(port), protocol: 'http' } as const;
      return new Stripe('sk_test_card', { ...host, telemetry: false }).customers.retrieve('card');
    }
    case 'openai': {
      const { default: OpenAI } = await import('openai');
      return new OpenAI({ apiKey: 'key', baseURL: `${origin}/v1` }).models.retrieve('card');
    }
    case 'workos': {
      const { WorkOS } = await import('@workos-inc/node');
      const options = { apiHostname: hostname, https: false, port: Number(port) };
      return new WorkOS('sk_card', options).get('/organizations/card');
    }
    case 'SDK': {
      const { createPaymentsClient } = await import('@org/payments-sdk');
      const baseUrl = `${origin}/2025-10-13`;
      const payments = createPaymentsClient({ baseUrl, tokenId: 'token', clientSecret: 'secret' });
      return payments.cards.get({ id: 'Card:7c1e' });
    }
    default:
      throw new Error(`Unknown client: ${client}.`);
  }
}

await call();
const { user, system } = process.cpuUsage();
console.log(user + system);
process.exit(0);
