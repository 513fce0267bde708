import { type OperationName, platform } from '@org/payments-contract';
import { type Clock, systemClock } from '@org/payments-contract/internal';
import type { ClientContext } from '../call/context.ts';
import type {
  JournalOption,
  KeyedCallOptions,
  PaymentsClientOptions,
  PlatformIdentity,
  SharedOptions,
  Stamper,
} from '../call/options.ts';
import { type RawRequest, rawRequest } from '../call/raw-request.ts';
import type { ApiCall } from '../call/result.ts';
import { createCheck } from '../check/create-check.ts';
import type { CheckFinding } from '../check/finding.ts';
import type { Journal } from '../outcome/journal.ts';
import type { RecoverOptions } from '../recover/options.ts';
import {
  createRecover,
  createSentBefore,
  createSupervise,
  type Recovery,
} from '../recover/recover.ts';
import type { SentWrite } from '../recover/sent-before.ts';
import type { SuperviseOptions } from '../recover/supervise-options.ts';
import type { Supervisor } from '../recover/supervisor.ts';
import { createWaitFor } from '../wait/wait-for.ts';
import type { WaitFor } from '../wait/wait-types.ts';
import { contextWith, createContext, type Identity } from './create-context.ts';
import { otherPlatformAuthorization, platformAuthorization } from './credentials.ts';
import { createFingerprint } from './fingerprint.ts';
import type { PlatformMethods } from './method-types.ts';
import { addMethods } from './methods.ts';
import { platformIdentityNames, platformOptionNames } from './option-names.ts';

/** Whether a client has a stamper, by the type of the one given. */
export type HasStamper<Given extends Stamper | undefined, Before extends boolean = false> = [
  Given,
] extends [Stamper]
  ? true
  : Before;

/** The methods of every platform client, besides its resources. */
export interface PaymentsClientTools<Bound extends boolean = false> {
  /**
   * Calls an operation that is not in the contract, with the signed retry; the response is not
   * checked. With `idempotencyKey` a write may be repeated.
   */
  request(request: RawRequest, options?: KeyedCallOptions): ApiCall<unknown>;
  /**
   * Waits until a transaction, a quote, a verification or a card reaches a state:
   * `waitFor.quote({ quoteId })`, or `waitFor({ quoteId })`.
   */
  readonly waitFor: WaitFor;
  /**
   * Finds out how the open writes of the client's `journal` ended: those that a process left
   * unfinished, and those whose outcome was unknown. Call it when the process starts.
   *
   * @example
   * for await (const { operation, outcome, because } of payments.recover()) {}
   */
  recover(options?: RecoverOptions): Recovery;
  /**
   * Returns what the client's `journal` has for the idempotency key of an input: whether it was sent,
   * with the same request or another, and what became of it. Oldest first; empty without such a key.
   *
   * @example
   * const earlier = await payments.sentBefore('transfers.createOut', input);
   * if (earlier.some(({ outcome }) => outcome === 'applied')) return;
   *
   * @throws ConfigurationError without a journal; InvalidRequestError for an invalid input; JournalError
   */
  sentBefore(operation: OperationName, input: object): Promise<readonly SentWrite[]>;
  /** Where the client records changes; undefined if it does not. */
  readonly journal: Journal | undefined;
  /** Supplies the time and the timers: the option `clock`, or the machine's own. */
  readonly clock: Clock;
  /**
   * Settles the open writes of the client's `journal` in the background, as `recover` does, until it
   * is closed; prunes the journal; and reports to the observers how many writes are not certain.
   *
   * @example
   * await using supervisor = payments.supervise({ onSettled: (write) => store(write) });
   *
   * @throws ConfigurationError without a journal; InvalidRequestError for invalid options
   */
  supervise(options?: SuperviseOptions): Supervisor;
  /**
   * Returns a name of the base URL and the account of this client, for records of what it sent: the
   * same for two clients exactly if both are the same. It holds no secret. The account is the option
   * `account`, or else the token's id.
   *
   * @example
   * const account = await payments.fingerprint(); // 'uK2l0qv5mX8yT4cZr1bNwA'
   *
   * @throws ConfigurationError without a base URL or credentials; CredentialsError if the function
   *   that supplies the credentials fails or takes too long
   */
  fingerprint(): Promise<string>;
  /**
   * Tries the set-up, for the start of a process: whether the service responds and accepts the
   * credentials, how far the clocks differ, and whether the journal can be written. What does not work
   * is a finding with what to do, not an error.
   *
   * @example
   * const failed = (await payments.check()).filter(({ ok }) => !ok);
   * for (const { of, because, action } of failed) console.error(of, because, action);
   */
  check(): Promise<readonly CheckFinding[]>;
  /** Creates a client with other defaults or another journal, the same credentials and the same retry
   * budget. */
  withOptions<Given extends Stamper | undefined = undefined>(
    options: SharedOptions<Given> &
      JournalOption & { readonly [Name in keyof PlatformIdentity]?: never },
  ): PaymentsClient<HasStamper<Given, Bound>>;
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
  ): PaymentsClient<HasStamper<Given>>;
}

/**
 * A platform's client. `Bound` is true if it has a stamper, which calls that must sign then do not
 * need.
 */
export type PaymentsClient<Bound extends boolean = false> = PlatformMethods<Bound> &
  PaymentsClientTools<Bound>;

const identity: Identity<PlatformIdentity> = {
  names: platformIdentityNames,
  authorization: otherPlatformAuthorization,
};

function clientOf(context: ClientContext): PaymentsClient<boolean> {
  const client = {
    request: (request: RawRequest, options?: KeyedCallOptions) =>
      rawRequest(context, request, options),
    waitFor: createWaitFor(context),
    recover: createRecover(context),
    sentBefore: createSentBefore(context),
    journal: context.journal,
    clock: context.options.clock ?? systemClock,
    supervise: createSupervise(context),
    fingerprint: createFingerprint(context),
    check: createCheck(context),
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
export function createPaymentsClient<Given extends Stamper | undefined = undefined>(
  options?: PaymentsClientOptions<Given>,
): PaymentsClient<HasStamper<Given>> {
  const given: PaymentsClientOptions = options ?? {};
  const context = createContext('platform', platformAuthorization, given, platformOptionNames);
  return clientOf(context) as PaymentsClient<HasStamper<Given>>;
}
