import { serveStatic } from '@hono/node-server/serve-static';
import type { Card, InternalAccount } from '@org/payments-contract';
import type { PaymentsClient } from '@org/payments-sdk';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
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
  /** The mock's inspector, which shows the codes that were "sent". */
  readonly inspectorUrl: string;
}

/** Reads a customer's wallet and card from the service. */
async function readOverview(payments: PaymentsClient, customerId: string) {
  const [accounts, cards] = await Promise.all([
    payments.internalAccounts.list({ customerId, type: 'EMBEDDED_WALLET' }),
    payments.cards.list({ cardholderId: customerId }),
  ]);
  const [[account], [card]] = [accounts.data, cards.data];
  if (account === undefined || card === undefined) throw new Error(`${customerId} has no wallet.`);
  return { account, card };
}

/** The platform's backend: its own login, the wallet's relay, one read, and the page's files. */
export function createBackend(options: BackendOptions): Hono {
  const { payments, users, sessions, provision, origin, relaySecret, assets } = options;
  const { inspectorUrl } = options;
  const login = new Login({ users, sessions, origin });
  const relay = createPlatformRelay({ payments, login, secret: relaySecret, origin });

  const app = new Hono();
  app.use(securityHeaders(origin));
  app.all(`${RELAY_MOUNT}/*`, (context) => relay.fetch(context.req.raw));

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
    return context.json({ ...read, inspectorUrl } satisfies Overview);
  });
  app.all('/api/*', (context) => context.json({ code: 'NOT_FOUND' }, 404));
  app.onError((error, context) => {
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
