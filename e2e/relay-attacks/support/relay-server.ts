import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createWalletRelay,
  type RateLimiters,
  type RelayUser,
  type WalletRelay,
} from '@org/payments-relay';
import { nodeHandler } from '@org/payments-relay/node';
import { createPaymentsClient, type PaymentsClient } from '@org/payments-sdk';
import * as z from 'zod';

export const ORIGIN = 'https://app.example.com';
export const MOUNT = '/api/wallet';

/** The configuration of one relay of the platform. */
export interface RelaySetup {
  readonly connection: {
    readonly baseUrl: string;
    readonly tokenId: string;
    readonly clientSecret: string;
  };
  readonly secret: string | readonly string[];
  readonly users: readonly RelayUser[];
  readonly now?: () => number;
  readonly rateLimits?: RateLimiters;
  /** Undefined: any prefix. */
  readonly mount?: string | undefined;
}

/** A minimal login of the platform: the cookie names the user. */
function userOf(users: readonly RelayUser[], request: Request): RelayUser | null {
  const name = /(?:^|;\s*)session=([\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1];
  return users.find(({ id }) => id === name) ?? null;
}

/** The relay of the platform, with the actions a wallet app has. */
function platformRelay(payments: PaymentsClient, setup: RelaySetup) {
  const { secret, users, now = Date.now, rateLimits } = setup;
  const mount = 'mount' in setup ? setup.mount : MOUNT;
  return createWalletRelay(payments, {
    secret,
    origins: [ORIGIN],
    mount,
    authenticate: (request) => userOf(users, request),
    clock: { now },
    rateLimits,
    actions: {
      freezeCard: {
        input: z.object({ cardId: z.string() }),
        run: ({ input }) => payments.cards.update.begin({ id: input.cardId, state: 'FROZEN' }),
      },
      changeEmail: {
        input: z.object({ email: z.string() }),
        run: ({ input, user }) =>
          payments.customers.update.begin({ customerId: user.customerId, email: input.email }),
      },
    },
  });
}

/** A relay with its own client. */
export function relayOf(setup: RelaySetup) {
  return platformRelay(createPaymentsClient({ ...setup.connection, retry: 0 }), setup);
}

/** A server on the loopback. */
export interface TestServer {
  readonly port: number;
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a handler on any free port. */
export async function serve(server: ReturnType<typeof createServer>): Promise<TestServer> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Serves a relay over HTTP. */
export function serveRelay(relay: Pick<WalletRelay, 'fetch'>): Promise<TestServer> {
  return serve(createServer(nodeHandler(relay)));
}
