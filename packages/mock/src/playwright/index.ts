import { openWorld, type RemoteWorld, type RemoteWorldOptions } from '../remote/open-world.ts';

export type { RemoteFixtures, RemoteWorld, RemoteWorldOptions } from '../remote/open-world.ts';

/** Where the worlds of a test run are. */
export interface PaymentsWorldOptions {
  /** Address of the mock's server; the variable `PAYMENTS_MOCK_URL` when left out. */
  readonly url?: string | URL | undefined;
  /** Options of each world. */
  readonly world?: Omit<RemoteWorldOptions, 'name'> | undefined;
}

/** A fixture of Playwright with the life of a worker. */
export type WorkerFixture<Value> = [
  // Playwright reads the names of other fixtures from the first parameter, which must be a pattern.
  (fixtures: object, use: (value: Value) => Promise<void>) => Promise<void>,
  { readonly scope: 'worker' },
];

/**
 * A fixture with which each worker of Playwright has a world of its own on one server of the mock.
 *
 * @throws TypeError if neither `url` nor `PAYMENTS_MOCK_URL` names a server
 * @example
 * import { test as base } from '@playwright/test';
 * import { paymentsWorld, type RemoteWorld } from '@org/payments-mock/playwright';
 *
 * export const test = base.extend<object, { payments: RemoteWorld }>({
 *   payments: paymentsWorld({ url: 'http://127.0.0.1:4010' }),
 * });
 */
export function paymentsWorld(options: PaymentsWorldOptions = {}): WorkerFixture<RemoteWorld> {
  const server = options.url ?? process.env.PAYMENTS_MOCK_URL;
  if (server === undefined) {
    throw new TypeError('The mock has no address: pass `url`, or set PAYMENTS_MOCK_URL.');
  }
  return [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here.
    async ({}, use) => {
      const world = await openWorld(server, options.world);
      await use(world);
      await world.close();
    },
    { scope: 'worker' },
  ];
}
