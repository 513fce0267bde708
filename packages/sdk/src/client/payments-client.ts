import { type DialectName, platform } from '@org/payments-contract';
import { type Clock, systemClock } from '@org/payments-contract/internal';
import type { ClientContext } from '../call/context.ts';
import type {
  JournalOption,
  PaymentsClientOptions,
  PlatformIdentity,
  SharedOptions,
  Stamper,
} from '../call/options.ts';
import { createWaitFor, type WaitFor } from '../wait/wait-for.ts';
import { type ClientTools, clientTools } from './client-tools.ts';
import { contextWith, createContext, type Identity } from './create-context.ts';
import { otherPlatformAuthorization, platformAuthorization } from './credentials.ts';
import { addMethods, type DialectMethods, type PlatformMethods } from './methods.ts';
import { platformIdentityNames, platformOptionNames } from './option-names.ts';

/** Whether a client has a stamper, by the type of the one given. */
export type HasStamper<Given extends Stamper | undefined, Before extends boolean = false> = [
  Given,
] extends [Stamper]
  ? true
  : Before;

/** The methods of every platform client, besides its resources. */
export interface PaymentsClientTools<
  Bound extends boolean = false,
  Dialect extends DialectName | undefined = undefined,
> extends ClientTools {
  /** The dialect that the client was created with; undefined for the specification. */
  readonly dialect: Dialect;
  /**
   * Waits until a transaction, a quote, a verification or a card reaches a state:
   * `waitFor.quote({ quoteId })`, or `waitFor({ quoteId })`.
   */
  readonly waitFor: WaitFor;
  /** Supplies the time and the timers: the option `clock`, or the machine's own. */
  readonly clock: Clock;
  /** Creates a client with other defaults or another journal, the same credentials and the same retry
   * budget. */
  withOptions<Given extends Stamper | undefined = undefined>(
    options: SharedOptions<Given> &
      JournalOption & { readonly [Name in keyof PlatformIdentity]?: never },
  ): PaymentsClient<HasStamper<Given, Bound>, Dialect>;
  /**
   * Creates a client of another account, or of another service, which always needs its credentials.
   * It inherits the defaults and the journal, and neither the stamper nor headers with credentials.
   *
   * @example
   * const tenant = payments.withOptions({ tokenId, clientSecret });
   *
   * @throws ConfigurationError without the credentials
   */
  withOptions<Given extends Stamper | undefined = undefined>(
    options: SharedOptions<Given> & JournalOption & PlatformIdentity,
  ): PaymentsClient<HasStamper<Given>, Dialect>;
}

/**
 * A platform's client. `Bound` is true if it has a stamper, which calls that must sign then do not
 * need. `Dialect` is the name of its dialect, if it has one.
 */
export type PaymentsClient<
  Bound extends boolean = false,
  Dialect extends DialectName | undefined = undefined,
> = (Dialect extends DialectName ? DialectMethods<Bound> : PlatformMethods<Bound>) &
  PaymentsClientTools<Bound, Dialect>;

/** A platform's client, whatever its dialect and its stamper. */
export type AnyPaymentsClient = PaymentsClient | PaymentsClient<false, DialectName>;

const identity: Identity<PlatformIdentity> = {
  names: platformIdentityNames,
  authorization: otherPlatformAuthorization,
};

function clientOf(context: ClientContext): PaymentsClient<boolean> {
  const client = {
    ...clientTools(context),
    waitFor: createWaitFor(context),
    clock: context.options.clock ?? systemClock,
    dialect: context.dialect?.name,
    withOptions: (options: SharedOptions & JournalOption & PlatformIdentity) =>
      clientOf(contextWith(context, options, identity)),
  };
  addMethods(client, context, platform, '');
  return client as unknown as PaymentsClient<boolean>;
}

/**
 * Creates the client of a platform's server. Options that are left out come from
 * `PAYMENTS_BASE_URL`, `PAYMENTS_TOKEN_ID` and `PAYMENTS_CLIENT_SECRET`, which are read at the
 * first call: a client can be created while they are not set, such as during a build.
 *
 * @example
 * const payments = createPaymentsClient({ baseUrl, tokenId, clientSecret });
 * const card = await payments.cards.get({ id: 'Card:7c1e' });
 *
 * @throws ConfigurationError for invalid options; its `action` names the option to change
 */
export function createPaymentsClient<
  Given extends Stamper | undefined = undefined,
  Dialect extends DialectName | undefined = undefined,
>(options?: PaymentsClientOptions<Given, Dialect>): PaymentsClient<HasStamper<Given>, Dialect> {
  const given = options ?? ({} as PaymentsClientOptions<Given, Dialect>);
  const context = createContext('platform', platformAuthorization, given, platformOptionNames);
  return clientOf(context) as unknown as PaymentsClient<HasStamper<Given>, Dialect>;
}
