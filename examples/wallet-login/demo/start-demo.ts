import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { createMock, type Mock, type MockOptions } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient } from '@org/payments-sdk';
import react from '@vitejs/plugin-react';
import { Hono } from 'hono';
import { build, defaultClientConditions } from 'vite';
import type { Provision } from '../backend/account-routes.ts';
import { type BackendOptions, createBackend, createSignerSite } from '../backend/create-backend.ts';
import { LoginSessions } from '../backend/login.ts';
import { UserStore } from '../backend/users.ts';

const app = fileURLToPath(new URL('../app', import.meta.url));

/** The built page. */
export interface BuiltPage {
  readonly folder: string;
  /** Deletes it. */
  remove(): Promise<void>;
}

/**
 * Builds the page and the signer's from `app/` into a folder of its own below the system's temporary
 * one, with the packages of this repository taken from their sources.
 */
export async function buildPage(): Promise<BuiltPage> {
  const folder = await mkdtemp(join(tmpdir(), 'wallet-login-'));
  await build({
    configFile: false,
    root: app,
    plugins: [react()],
    resolve: { conditions: ['source', ...defaultClientConditions] },
    logLevel: 'error',
    build: {
      outDir: folder,
      rolldownOptions: { input: [join(app, 'index.html'), join(app, 'signer.html')] },
      emptyOutDir: true,
      // Under the page's policy nothing may be inlined: neither images as data, nor script.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The initial balance of a new customer of the demo, in cents. */
const WELCOME_BALANCE = 1_284_50;

/** Whom a new customer can pay, and their account numbers. */
const PAYEES = [
  ['Grace Hopper', '000123456789'],
  ['Alan Turing', '000987654321'],
] as const;

/** Creates customers in the mock: with a wallet, its e-mail credential, some money, a card and payees. */
export function provisionIn(mock: Mock): Provision {
  return async ({ name, email }) => {
    const customer = mock.add.customer({ fullName: name, email });
    const { account } = mock.add.wallet({ customerId: customer.id, available: WELCOME_BALANCE });
    mock.add.card({ cardholderId: customer.id, fundingSources: [account.id] });
    for (const [fullName, accountNumber] of PAYEES) {
      const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName };
      const bank = { accountType: 'USD_ACCOUNT', accountNumber, routingNumber: '021000021' };
      const accountInfo = { ...bank, beneficiary };
      mock.add.externalAccount({ customerId: customer.id, currency: 'USD', accountInfo });
    }
    return customer.id;
  };
}

/** The options of the demo. A port that is left out is chosen automatically. */
export interface DemoOptions {
  readonly port?: number;
  readonly mockPort?: number;
  /** How the mock behaves, such as `{ sessionLifetime: 120_000 }`. */
  readonly mock?: MockOptions;
}

const secret = () => randomBytes(32).toString('base64url');

/**
 * Listens on `http://localhost`, because passkeys need a host name. What it serves is created once the
 * ports are known, because it checks origins.
 */
async function serveSite(port: number) {
  let app = new Hono();
  const hostname = 'localhost';
  const fetch: typeof app.fetch = (request, env) => app.fetch(request, env);
  const server = serve({ fetch, port, hostname, overrideGlobalObjects: false }) as Server;
  await once(server, 'listening');
  const { port: bound } = server.address() as AddressInfo;
  const origin = `http://${hostname}:${bound}`;
  return {
    origin,
    use(site: Hono) {
      app = site;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Starts the mock, the backend and the page, on loopback only. */
export async function startDemo(options: DemoOptions = {}) {
  const { port = 0, mockPort = 0 } = options;
  const built = await buildPage();
  const mock = createMock({ now: Date.now, seed: secret(), ...options.mock });
  const service = await listen(mock, { port: mockPort });
  const { inspectorUrl } = service;
  const [page, signer] = await Promise.all([serveSite(port), serveSite(0)]);
  const given: BackendOptions = {
    ...{ payments: createPaymentsClient(service.connection) },
    ...{ origin: page.origin, signerOrigin: signer.origin },
    ...{ users: new UserStore(), sessions: new LoginSessions(), relaySecret: secret() },
    ...{ provision: provisionIn(mock), assets: built.folder, inspectorUrl },
  };
  page.use(createBackend(given));
  signer.use(createSignerSite(given));

  return {
    /** The application. */
    url: page.origin,
    /** The service. */
    mock,
    /** The mock's inspector: requests, records, and the codes it "sent". */
    inspectorUrl,
    async close() {
      for (const site of [page, signer]) await site.close().catch(() => {});
      await service.close();
      await built.remove();
    },
  };
}

/** The demo, running. */
export type Demo = Awaited<ReturnType<typeof startDemo>>;
