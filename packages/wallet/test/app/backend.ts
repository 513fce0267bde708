import type { DialectName } from '@org/payments-contract';
import { createMock, type Mock, type MockOptions } from '@org/payments-mock';
import { listen, type MockServer } from '@org/payments-mock/server';
import { createPaymentsClient, type PaymentsClient } from '@org/payments-sdk';
import { createTestRelay } from './relay.ts';

/** A test's own world, with one account. */
export interface TestWorld {
  /** Where the relay of this world is mounted. */
  readonly relay: string;
  readonly accountId: string;
  readonly customerId: `Customer:${string}`;
  /** Its EMAIL_OTP credential. */
  readonly emailId: string;
  /** Its OAUTH credential, for the identity below. */
  readonly oauthId: string;
  readonly identity: { readonly iss: string; readonly aud: string; readonly sub: string };
  readonly cardId: string;
  readonly dialect?: DialectName;
  readonly codeKey?: string;
}

/** The commands of a test to its world. */
export type Control =
  | { readonly do: 'card' }
  | { readonly do: 'advance'; readonly minutes: number }
  | {
      readonly do: 'break';
      readonly path: string;
      readonly status: number;
      readonly times: number;
      readonly code?: string;
    }
  | { readonly do: 'log in'; readonly id: string }
  | { readonly do: 'quote' }
  | { readonly do: 'requests' };

interface World {
  readonly mock: Mock;
  readonly server: MockServer;
  readonly relay: ReturnType<typeof createTestRelay>;
  readonly facts: TestWorld;
  readonly seen: string[];
  login: string;
  breaks: { path: string; status: number; times: number; code?: string }[];
}

const PREFIX = '/__wallet';
const worlds = new Map<string, World>();
const identity = {
  iss: 'https://accounts.google.com',
  aud: 'wallet-tests',
  sub: 'ada',
} as const;

/** How a relay limits sessions: numbers in the address that asks for a world. */
function limitsIn(search: URLSearchParams) {
  const limit = (name: string) => (search.has(name) ? Number(search.get(name)) : undefined);
  return { maxRefreshes: limit('maxRefreshes'), maxSessionAge: limit('maxSessionAge') };
}

async function createWorld(origin: string, search: URLSearchParams): Promise<World> {
  const id = crypto.randomUUID();
  // Unique ids: the vaults of the tests, which share an origin, are named after them.
  const payloads = (search.get('payloads') ?? 'activity') as NonNullable<MockOptions['payloads']>;
  const dialect = (search.get('dialect') ?? undefined) as DialectName | undefined;
  const mock = createMock({ seed: id, now: Date.now, strict: true, payloads, dialect });
  const server = await listen(mock, { port: 0 });
  const payments = createPaymentsClient({ ...server.connection, dialect });
  const customer = mock.add.customer();
  const { account, credential } = mock.add.wallet({ customerId: customer.id, available: 5_000 });
  const oauth = mock.add.credential({ accountId: account.id, type: 'OAUTH', identity });
  const card = mock.add.card({ cardholderId: customer.id, fundingSources: [account.id] });
  const facts: TestWorld = {
    relay: `${PREFIX}/${id}/relay`,
    accountId: account.id,
    customerId: customer.id,
    emailId: credential.id,
    oauthId: oauth.id,
    identity,
    cardId: card.id,
    ...(dialect && { dialect, codeKey: mock.codeKey }),
  };
  const now = () => mock.clock.now();
  const relay = createTestRelay({
    ...limitsIn(search),
    dialect,
    payments: payments as unknown as PaymentsClient,
    customerId: customer.id,
    origin,
    now,
    login: () => world.login,
  });
  const world: World = { mock, server, relay, facts, seen: [], breaks: [], login: 'ada' };
  worlds.set(id, world);
  return world;
}

function broken(world: World, path: string): Response | undefined {
  const found = world.breaks.find((entry) => entry.times > 0 && path.endsWith(entry.path));
  if (found === undefined) return undefined;
  found.times -= 1;
  const usual = found.status === 429 ? 'RATE_LIMITED' : 'SERVICE_UNAVAILABLE';
  const { code = usual } = found;
  return Response.json({ code, retryAfter: 7 }, { status: found.status });
}

async function control(world: World, order: Control): Promise<unknown> {
  if (order.do === 'advance') return world.mock.clock.advance({ minutes: order.minutes });
  if (order.do === 'break') return void world.breaks.push({ ...order });
  if (order.do === 'requests') return world.seen;
  if (order.do === 'log in') {
    world.login = order.id;
    return undefined;
  }
  const payments = createPaymentsClient(world.server.connection);
  if (order.do === 'quote') {
    const { accountId, customerId } = world.facts;
    const external = world.mock.add.externalAccount({ customerId, currency: 'USD' });
    return payments.quotes.create({
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: external.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000,
    });
  }
  return payments.request({ method: 'GET', path: `/cards/${world.facts.cardId}` });
}

/** Responds to the requests of the browser tests: `/world`, `/<id>/control`, `/<id>/relay/...`. */
export async function respond(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.slice(PREFIX.length);
  const origin = request.headers.get('origin') ?? '';
  if (path === '/world') return Response.json((await createWorld(origin, searchParams)).facts);
  const [, id = '', area] = path.split('/');
  const world = worlds.get(id);
  if (world === undefined) return new Response(null, { status: 404 });
  if (area === 'control') {
    return Response.json((await control(world, await request.json())) ?? null);
  }
  world.seen.push(path.slice(`/${id}/relay`.length));
  return broken(world, path) ?? world.relay.fetch(request);
}
