import { randomBytes } from 'node:crypto';
import { createMock, type Mock, type MockOptions } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient } from '@org/payments-sdk';
import type { AccountLimits, Provision } from '../backend/account-routes.ts';
import { createBackend } from '../backend/create-backend.ts';
import { LoginSessions } from '../backend/login.ts';
import { UserStore } from '../backend/users.ts';
import { buildPage } from './build-page.ts';
import { serveBackend } from './serve-backend.ts';

/** The initial balance of a new customer of the demo, in cents. */
const WELCOME_BALANCE = 1_284_50;

/** Creates customers in the mock: with a wallet, its e-mail credential, some money and a card. */
export function provisionIn(mock: Mock): Provision {
  return async ({ name, email }) => {
    const customer = mock.add.customer({ fullName: name, email });
    const { account } = mock.add.wallet({ customerId: customer.id, available: WELCOME_BALANCE });
    mock.add.card({ cardholderId: customer.id, fundingSources: [account.id] });
    return customer.id;
  };
}

/** The options of the demo. A port that is left out is chosen automatically. */
export interface DemoOptions {
  readonly port?: number;
  readonly mockPort?: number;
  /** How the mock behaves, such as `{ sessionLifetime: 120_000 }`. */
  readonly mock?: MockOptions;
  /** How often one address may sign up and log in. */
  readonly limits?: AccountLimits;
  /** A page built before; it is then not deleted at the end. */
  readonly page?: string;
}

/** The demo, running. */
export interface Demo {
  /** The application. */
  readonly url: string;
  /** The service. */
  readonly mock: Mock;
  /** The mock's inspector: requests, records, and the codes it "sent". */
  readonly inspectorUrl: string;
  /** Stops the backend; mock and database stay. */
  stopBackend(): Promise<void>;
  /** Starts another one on the same port. It shares only the secrets with the first. */
  startBackend(): Promise<void>;
  close(): Promise<void>;
}

const secret = () => randomBytes(32).toString('base64url');

/** Starts the mock, the backend and the page, on loopback only. */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const { port = 0, mockPort = 0 } = options;
  const built = options.page === undefined ? await buildPage() : undefined;
  const assets = options.page ?? built?.folder ?? '';
  const mock = createMock({ now: Date.now, seed: secret(), ...options.mock });
  const service = await listen(mock, { port: mockPort });
  const users = new UserStore();
  const sessions = new LoginSessions();
  const relaySecret = secret();
  const provision = provisionIn(mock);

  const start = (at: number) =>
    serveBackend(at, (origin) => {
      const payments = createPaymentsClient(service.connection);
      const given = {
        payments,
        users,
        sessions,
        provision,
        origin,
        relaySecret,
        assets,
        inspectorUrl: service.inspectorUrl,
        ...(options.limits === undefined ? {} : { limits: options.limits }),
      };
      return createBackend(given).fetch;
    });
  let backend = await start(port);

  return {
    url: backend.origin,
    mock,
    inspectorUrl: service.inspectorUrl,
    stopBackend: () => backend.close(),
    async startBackend() {
      backend = await start(backend.port);
    },
    async close() {
      await backend.close().catch(() => {});
      await service.close();
      await built?.remove();
    },
  };
}
