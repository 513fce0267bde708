import { bytesToBase64url } from '@org/payments-crypto';
import type { ClientContext } from '../call/context.ts';
import type { KeyedCallOptions } from '../call/options.ts';
import { ownerOf, supplyAccount } from '../call/owner.ts';
import { type RawRequest, rawRequest } from '../call/raw-request.ts';
import type { ApiCall } from '../call/result.ts';
import type { CheckFinding } from '../check/check.ts';
import { checkTools } from '../check/check-tools.ts';
import type { Observer } from '../observe/events.ts';
import type { Journal } from '../outcome/journal.ts';
import type { RecoverOptions, SuperviseOptions } from '../recover/options.ts';
import {
  createRecover,
  createSentBefore,
  createSupervise,
  type Recovery,
} from '../recover/recover.ts';
import type { SentBeforeArguments, SentWrite } from '../recover/sent-before.ts';
import type { Supervisor } from '../recover/supervisor.ts';

/** The methods of every client, besides its resources. */
export interface ClientTools {
  /**
   * Calls an operation that is not in the contract, with the signed retry; the response is not
   * checked, except whether it shows that the idempotency key was used with another request. With
   * `idempotencyKey` a write may be repeated. An agent's client calls only what is below `/agents/me`.
   */
  request(request: RawRequest, options?: KeyedCallOptions): ApiCall<unknown>;
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
   * With `{ ofOneAccount: true }`, for a journal that only one account uses, a key that was sent more
   * than 23 hours ago under another name of the account or of the service rejects with `JournalError`.
   * With `{ underOtherKeys: true }` it returns what was sent with other keys: of the same request what has
   * no known outcome, and of all requests what was applied in the last ten minutes, at most 100.
   *
   * @example
   * const earlier = await payments.sentBefore('transfers.createOut', input);
   * if (earlier.some(({ outcome }) => outcome === 'applied')) return;
   *
   * @throws ConfigurationError without a journal; InvalidRequestError for an invalid input; JournalError
   */
  sentBefore(...of: SentBeforeArguments): Promise<readonly SentWrite[]>;
  /** Where the client records changes; undefined if it does not. */
  readonly journal: Journal | undefined;
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
   * `account`, or else the token's id; of an agent its access token.
   *
   * @example
   * const account = await payments.fingerprint(); // 'uK2l0qv5mX8yT4cZr1bNwA'
   *
   * @throws ConfigurationError without a base URL or credentials; CredentialsError if the function
   *   that supplies the credentials fails or takes too long
   */
  fingerprint(): Promise<string>;
  /**
   * Returns the address of the service that calls go to, as the client uses it: without a slash at its
   * end.
   *
   * @example
   * const service = payments.baseUrl(); // 'https://api.example.com/2025-10-13'
   *
   * @throws ConfigurationError without a base URL, or for one that is not valid
   */
  baseUrl(): string;
  /**
   * Returns the list of the observers of the client's calls, that of its logger among them. One that is
   * added to it receives the events from then on.
   *
   * @throws ConfigurationError for a `PAYMENTS_LOG` that is not a level
   */
  observers(): Observer[];
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
}

/** Characters of 6 bits each: 132 bits, which nobody finds a second account for. */
const FINGERPRINT_LENGTH = 22;

async function fingerprint(context: ClientContext): Promise<string> {
  const { clock, timeout, deadline, signal } = context.settings(undefined);
  await supplyAccount(context, { clock, timeout, left: deadline, signal });
  const { service, account } = ownerOf(context);
  const text = new TextEncoder().encode(JSON.stringify([service, account]));
  const digest = await crypto.subtle.digest('SHA-256', text);
  return bytesToBase64url(new Uint8Array(digest)).slice(0, FINGERPRINT_LENGTH);
}

/** Creates the methods that every client has. The code of `check` is loaded when it is called. */
export function clientTools(context: ClientContext): ClientTools {
  return {
    request: (request, options) => rawRequest(context, request, options),
    recover: createRecover(context),
    sentBefore: createSentBefore(context),
    journal: context.journal,
    baseUrl: () => context.service().baseUrl,
    observers: () => context.settings(undefined).observers,
    supervise: createSupervise(context),
    fingerprint: () => fingerprint(context),
    check: async () => (await import('../check/check.ts')).check(context, checkTools),
  };
}
