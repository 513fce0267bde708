import { createServer, request as forward } from 'node:http';
import { createMock, type Mock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import type { RateLimiters } from '@org/payments-relay';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { recordingProxy, type WireRequest } from '../../support/recordings.ts';
import { Browser, type BrowserSession } from './browser.ts';
import {
  ORIGIN,
  type RelaySetup,
  relayOf,
  serve,
  serveRelay,
  type TestServer,
} from './relay-server.ts';

/** A proxy that passes every request to the next server. */
export interface RoundRobin extends TestServer {
  /** Which server each request went to, in order. */
  readonly turns: readonly { readonly path: string; readonly port: number }[];
}

/** Starts a proxy that passes each request to the next of several servers. */
export async function roundRobin(ports: readonly number[]): Promise<RoundRobin> {
  const turns: { path: string; port: number }[] = [];
  const server = createServer((incoming, outgoing) => {
    const { url: path = '', method, headers } = incoming;
    const port = ports[turns.length % ports.length] ?? 0;
    turns.push({ path, port });
    const target = forward({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    target.on('error', () => outgoing.destroy());
    incoming.pipe(target);
  });
  return { ...(await serve(server)), turns };
}

export const SECRET = 'the secret of both relays, for tests only';
export const CODES_ALLOWED = 5;
export const VERIFICATIONS_ALLOWED = 10;

/** A user of the platform with a wallet and a card. */
export interface Person {
  readonly browser: Browser;
  readonly customerId: `Customer:${string}`;
  readonly email: string;
  readonly accountId: string;
  readonly credentialId: string;
  readonly cardId: string;
  signIn(): Promise<BrowserSession>;
}

/** The service, two relays with one secret behind a proxy, and two users. */
export interface AttackedPlatform {
  readonly mock: Mock;
  /** Requests that reached the service. */
  readonly upstream: readonly WireRequest[];
  readonly setup: RelaySetup;
  readonly url: string;
  readonly port: number;
  readonly ada: Person;
  readonly eve: Person;
  readonly nobody: Browser;
  close(): Promise<void>;
}

/** One store for both relays, as Redis would be. */
function sharedLimits(): RateLimiters {
  return {
    codes: new RateLimiterMemory({ points: CODES_ALLOWED, duration: 900 }),
    verifications: new RateLimiterMemory({ points: VERIFICATIONS_ALLOWED, duration: 900 }),
    challenges: new RateLimiterMemory({ points: 1, duration: 900 }),
  };
}

function addPerson(mock: Mock, name: string, url: () => string): Person {
  const email = `${name}@mail.example`;
  const customer = mock.add.customer({ email });
  const { account, credential } = mock.add.wallet({ customerId: customer.id });
  const card = mock.add.card({ cardholderId: customer.id });
  const code = () =>
    mock.outbox.findLast(({ credentialId }) => credentialId === credential.id)?.code;
  return {
    get browser() {
      return new Browser(url(), name);
    },
    customerId: customer.id,
    email,
    accountId: account.id,
    credentialId: credential.id,
    cardId: card.id,
    signIn() {
      return this.browser.signIn(credential.id, code);
    },
  };
}

/** Starts everything again, so that no attack finds traces of another. */
export async function startAttackedPlatform(): Promise<AttackedPlatform> {
  const mock = createMock({
    seed: 'relay-attacks',
    checkResponses: true,
    strict: true,
    passkeyOrigins: [ORIGIN],
    passkeyRpIds: [new URL(ORIGIN).hostname],
  });
  let url = '';
  const ada = addPerson(mock, 'ada', () => url);
  const eve = addPerson(mock, 'eve', () => url);
  const service = await listen(mock);
  const wire = await recordingProxy(service);
  const setup: RelaySetup = {
    connection: { ...service.connection, baseUrl: wire.baseUrl },
    secret: SECRET,
    users: [
      { id: 'ada', customerId: ada.customerId },
      { id: 'eve', customerId: eve.customerId },
    ],
    now: () => mock.clock.now(),
    rateLimits: sharedLimits(),
  };
  const relays = [await serveRelay(relayOf(setup)), await serveRelay(relayOf(setup))];
  const balancer = await roundRobin(relays.map(({ port }) => port));
  url = balancer.url;
  const servers = [balancer, ...relays, wire, service];
  return {
    mock,
    upstream: wire.requests,
    setup,
    url,
    port: balancer.port,
    ada,
    eve,
    nobody: new Browser(url, ''),
    close: async () => {
      for (const server of servers) await server.close();
    },
  };
}
