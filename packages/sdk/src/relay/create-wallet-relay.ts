import type { RelayActionTypes, TypedRelay } from '@org/payments-contract';
import type { PaymentsClient } from '../config/payments-client.ts';
import type { ActionSchemas, ActionTypes, AnyAction, RelayUser } from './actions.ts';
import { handle, type RelayHooks } from './handle.ts';
import { resolveSettings, type WalletRelayOptions } from './options.ts';
import { Ownership, type OwnershipOptions } from './ownership.ts';
import { RateLimits } from './rate-limits.ts';
import type { RelayContext } from './relay-context.ts';
import { Tickets } from './tickets/tickets.ts';

/**
 * The server side of wallets in browsers. `Actions` is for the browser's types: pass
 * `typeof relay` to `createWallet`.
 */
export interface WalletRelay<Actions extends RelayActionTypes = RelayActionTypes>
  extends TypedRelay<Actions> {
  /**
   * Answers a request at any path that ends in one of the protocol's. Bound: it can be passed on
   * its own. Never rejects.
   */
  readonly fetch: (request: Request) => Promise<Response>;
}

/**
 * Makes the relay of a platform's backend: the browser holds the session key, the backend the API
 * secret, and the relay carries signed changes between them. It stores nothing; every instance with
 * the same secret can complete what another one began.
 *
 * @param payments the platform's client
 * @throws ConfigurationError for options it cannot work with
 *
 * @example
 * ```ts
 * const relay = createWalletRelay(payments, {
 *   secret: process.env.RELAY_SECRET ?? '',
 *   origins: ['https://app.example.com'],
 *   authenticate: (request) => userOfSessionCookie(request),
 *   actions: {
 *     freezeCard: {
 *       input: z.object({ cardId: z.string() }),
 *       run: ({ input }) => payments.cards.update.begin({ id: input.cardId, state: 'FROZEN' }),
 *     },
 *   },
 * });
 * app.all('/api/wallet/*', (context) => relay.fetch(context.req.raw));
 * ```
 */
export function createWalletRelay<
  User extends RelayUser,
  // biome-ignore lint/complexity/noBannedTypes: a relay without actions has none, not any
  Schemas extends ActionSchemas = {},
  // biome-ignore lint/complexity/noBannedTypes: as above
  Results = {},
>(
  payments: PaymentsClient,
  options: WalletRelayOptions<User, Schemas, Results>,
): WalletRelay<ActionTypes<Schemas, Results>> {
  const settings = resolveSettings(options);
  const { now, cacheLifetime: lifetime } = settings;
  // The user that `authenticate` gives is the one that `accounts` and actions are given.
  const accounts = options.accounts as OwnershipOptions['accounts'];
  const actions = Object.entries((options.actions ?? {}) as Readonly<Record<string, AnyAction>>);
  const context: RelayContext = {
    payments,
    settings,
    actions: new Map(actions),
    tickets: new Tickets(settings.secrets, now),
    ownership: new Ownership({ payments, accounts, lifetime, now }),
    limits: new RateLimits(options.rateLimits),
  };
  const hooks: RelayHooks = {
    authenticate: (request) => options.authenticate(request),
    onError: options.onError && ((error, failure) => options.onError?.(error, failure)),
  };
  return { fetch: (request) => handle(context, hooks, request) };
}
