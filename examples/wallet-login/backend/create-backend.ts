import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Card, ExternalAccount, InternalAccount } from '@org/payments-contract';
import type { PaymentsClient } from '@org/payments-sdk';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import * as z from 'zod';
import { accountRoutes, type Provision } from './account-routes.ts';
import { Login, type LoginSessions } from './login.ts';
import { createPlatformRelay, RELAY_MOUNT } from './relay.ts';
import { requireOwnOrigin, securityHeaders } from './security.ts';
import type { UserStore } from './users.ts';

/** The dependencies of a backend. State that must survive a restart is passed in. */
export interface BackendOptions {
  readonly payments: PaymentsClient;
  readonly users: UserStore;
  readonly sessions: LoginSessions;
  readonly provision: Provision;
  /** The application's own origin, such as `http://localhost:5173`. */
  readonly origin: string;
  /** The origin of the signer: another one, of the same site. */
  readonly signerOrigin: string;
  /** Seals the relay's tickets; the same in every instance. */
  readonly relaySecret: string;
  /** The folder of the built page. */
  readonly assets: string;
  /** The mock's inspector, whose outbox has the codes, which are not sent. */
  readonly inspectorUrl: string;
}

/** The data of a customer's wallet that the application shows. */
export interface Overview {
  readonly account: InternalAccount;
  readonly card: Card;
  /** Whom the customer can pay. */
  readonly payees: readonly ExternalAccount[];
  readonly signerOrigin: string;
  /** The mock's inspector, which shows the codes that were "sent". */
  readonly inspectorUrl: string;
}

/** What the page asks a quote for; `amount` is in cents. */
const payment = z.object({ payeeId: z.string(), amount: z.int().positive().max(1_000_000_00) });

/** Reads a customer's wallet, payees and card from the service. */
async function readOverview(payments: PaymentsClient, customerId: string) {
  const [accounts, cards, payees] = await Promise.all([
    payments.internalAccounts.list({ customerId, type: 'EMBEDDED_WALLET' }),
    payments.cards.list({ cardholderId: customerId }),
    payments.externalAccounts.list({ customerId }),
  ]);
  const [[account], [card]] = [accounts.data, cards.data];
  if (account === undefined || card === undefined) throw new Error(`${customerId} has no wallet.`);
  return { account, card, payees: payees.data };
}

/** The signer's site, on an origin of its own: its page, and the wallet's relay. */
export function createSignerSite({ assets, signerOrigin, ...options }: BackendOptions): Hono {
  const { payments, origin, relaySecret: secret } = options;
  const login = new Login({ ...options, origin });
  const relay = createPlatformRelay({ payments, login, secret, origin: signerOrigin });
  const site = new Hono();
  site.use(securityHeaders(signerOrigin, { framedBy: origin }));
  site.all(`${RELAY_MOUNT}/*`, (context) => relay.fetch(context.req.raw));
  site.on('GET', ['/assets/*', '/icon.svg'], serveStatic({ root: assets }));
  return site.get('/', async (context) => {
    const html = await readFile(join(assets, 'signer.html'), 'utf8');
    return context.html(html.replace('{page}', origin));
  });
}

/** The platform's backend: its own login, quotes, one read, and the page's files. */
export function createBackend(options: BackendOptions): Hono {
  const { payments, users, provision, origin, signerOrigin, assets, inspectorUrl } = options;
  const login = new Login(options);

  const app = new Hono();
  app.use(securityHeaders(origin, { frames: signerOrigin }));

  app.use('/api/*', requireOwnOrigin(origin), async (context, next) => {
    await next();
    context.header('cache-control', 'no-store');
  });
  app.use('/api/*', bodyLimit({ maxSize: 4096 }));
  app.route('/api', accountRoutes({ users, login, provision }));
  app.get('/api/overview', async (context) => {
    const user = await login.userOf(context.req.raw);
    if (user === null) return context.json({ code: 'NOT_AUTHENTICATED' }, 401);
    const read = await readOverview(payments, user.customerId);
    return context.json({ ...read, signerOrigin, inspectorUrl } satisfies Overview);
  });
  app.post('/api/quote', async (context) => {
    const user = await login.userOf(context.req.raw);
    if (user === null) return context.json({ code: 'NOT_AUTHENTICATED' }, 401);
    const { data } = payment.safeParse(await context.req.json().catch(() => undefined));
    const { account, payees } = await readOverview(payments, user.customerId);
    const payee = payees.find(({ id }) => id === data?.payeeId);
    if (data === undefined || payee === undefined) {
      return context.json({ code: 'INVALID_PAYMENT' }, 400);
    }
    const { id: quoteId } = await payments.quotes.create({
      source: { sourceType: 'ACCOUNT', accountId: account.id },
      destination: { destinationType: 'ACCOUNT', accountId: payee.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: data.amount,
    });
    return context.json({ quoteId });
  });
  app.all('/api/*', (context) => context.json({ code: 'NOT_FOUND' }, 404));
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse();
    console.error('backend:', error.message);
    return context.json({ code: 'SERVICE_UNAVAILABLE' }, 503);
  });

  // Names of assets hold a hash of what is in them.
  app.use('/assets/*', async (context, next) => {
    await next();
    if (context.res.ok) context.header('cache-control', 'public, max-age=31536000, immutable');
  });
  app.use('*', async (context, next) => {
    context.header('cache-control', 'no-cache');
    await next();
  });
  app.use('*', serveStatic({ root: assets }));
  return app;
}
