import { type AnyPaymentsClient, ConfigurationError, type PaymentsClient } from '@org/payments-sdk';
import { handle, type RelayHooks } from './calls/handle.ts';
import type { RelayContext } from './calls/relay-context.ts';
import { RateLimits } from './limits/rate-limits.ts';
import type { ActionSchemas, ActionTypes, AnyAction, RelayUser } from './options/actions.ts';
import { checkClient, checkRequest } from './options/check-options.ts';
import type { WalletRelayOptions } from './options/options.ts';
import { type RelaySettings, resolveSettings } from './options/settings.ts';
import { Ownership } from './ownership/ownership.ts';
import type { RelayActionTypes, TypedRelay } from './protocol/index.ts';
import { Families, memoryFamilies } from './tickets/families.ts';
import { Tickets } from './tickets/tickets.ts';

/**
 * The server side of wallets in browsers. `Actions` is for the browser's types: pass
 * `typeof relay` to `createWallet`.
 */
export interface WalletRelay<Actions extends RelayActionTypes = RelayActionTypes>
  extends TypedRelay<Actions> {
  /**
   * Responds to a request at any path that ends in one of the protocol's. Bound: it can be passed
   * on its own. Never rejects: if an option is missing, every response is a 500 and `onError` gets
   * the `ConfigurationError`.
   *
   * @throws ConfigurationError for anything but a `Request`, such as the request of Express
   */
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * Checks that no option is missing, such as a secret of the environment. Call it when the server
   * starts, so that the mistake is found before the first request.
   *
   * @throws ConfigurationError that names the option
   */
  readonly check: () => void;
}

function makeContext(
  payments: PaymentsClient,
  settings: RelaySettings,
  options: WalletRelayOptions<RelayUser, ActionSchemas, unknown>,
): RelayContext {
  const { clock, now, deadlines, cacheLifetime: lifetime } = settings;
  const actions = (options.actions ?? {}) as Readonly<Record<string, AnyAction>>;
  return {
    payments,
    settings,
    actions: new Map(Object.entries(actions)),
    tickets: new Tickets(settings.secrets, now),
    ownership: new Ownership({
      payments,
      accounts: options.accounts?.bind(options),
      cacheKey: options.cacheKey?.bind(options),
      deadline: { clock, milliseconds: deadlines.accounts },
      lifetime,
      now,
    }),
    families: new Families(options.families ?? memoryFamilies(), {
      clock,
      milliseconds: deadlines.limiter,
    }),
    limits: new RateLimits(options.rateLimits ?? {}, { clock, milliseconds: deadlines.limiter }),
  };
}

/** @throws ConfigurationError unless both have the same */
function requireSameDialect(
  { dialect: ofClient }: { readonly dialect?: string | undefined },
  { dialect }: { readonly dialect?: string | undefined },
): void {
  if (ofClient === dialect) return;
  const named = (name: string | undefined) => (name ? `the dialect ${name}` : 'no dialect');
  throw new ConfigurationError(
    'dialect',
    `The client has ${named(ofClient)}, and the relay ${named(dialect)}.`,
    'Give `createPaymentsClient`, `createWalletRelay` and `createWallet` the same `dialect`.',
  );
}

/**
 * Creates the relay of a platform's backend: the browser holds the session key, the backend the API
 * secret, and the relay carries signed changes between them. Every instance with
 * the same secret can complete a change that another one began; limits and the sessions of a sign-in
 * are remembered in memory, or in the stores that you pass.
 *
 * @param payments the platform's client
 * @throws ConfigurationError for invalid options; for a `secret` or `origins` that is missing, not
 *   before the first call
 *
 * @example
 * ```ts
 * const relay = createWalletRelay(payments, {
 *   secret: process.env.RELAY_SECRET,
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
  payments: AnyPaymentsClient,
  options: WalletRelayOptions<User, Schemas, Results>,
): WalletRelay<ActionTypes<Schemas, Results>> {
  // `accounts` and actions receive the user that `authenticate` returns.
  const given = options as unknown as WalletRelayOptions<RelayUser, ActionSchemas, unknown>;
  checkClient(payments);
  const settingsOf = resolveSettings(given);
  requireSameDialect(payments, given);
  let context: RelayContext | undefined;
  const contextOf = () => {
    context ??= makeContext(payments as PaymentsClient, settingsOf(), given);
    return context;
  };
  const hooks: RelayHooks = {
    authenticate: given.authenticate?.bind(given),
    clientAddress: given.clientAddress?.bind(given),
    onError: given.onError?.bind(given),
  };
  return {
    fetch(request) {
      checkRequest(request, '@org/payments-relay/node');
      return handle(contextOf, hooks, request);
    },
    check: () => void contextOf(),
  };
}
