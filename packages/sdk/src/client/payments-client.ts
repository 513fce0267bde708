import { platform } from '@org/payments-contract';
import type { ApiCall } from '../call/api-call.ts';
import { createWaitFor, type WaitFor } from '../wait/wait-for.ts';
import { buildMethods } from './build.ts';
import type { ClientContext } from './context.ts';
import { createContext } from './create-context.ts';
import { environmentBaseUrl, platformAuthorization } from './credentials.ts';
import type { HasStamper, PlatformMethods, Seen } from './method-types.ts';
import type { CallOptions, PaymentsClientOptions, SharedOptions } from './options.ts';
import { type RawRequest, rawRequest } from './request.ts';

/** What every platform client has besides its resources. */
export interface PaymentsClientTools {
  /**
   * Calls an operation that the contract lacks. The signed retry is done here too; the answer is
   * not checked.
   */
  request(request: RawRequest, options?: CallOptions): ApiCall<unknown>;
  /** Waits until a transaction, a verification or a card reaches a state. */
  readonly waitFor: WaitFor;
  /** A client with other defaults, the same credentials and the same retry budget. */
  withOptions<Options extends SharedOptions>(
    options: SharedOptions & Seen<Options>,
  ): PaymentsClient<HasStamper<Options>>;
}

/**
 * A platform's client. `Bound` is true where it has a stamper of its own, so that calls that must
 * sign need none.
 */
export type PaymentsClient<Bound extends boolean = false> = PlatformMethods<Bound> &
  PaymentsClientTools;

function clientOf(context: ClientContext): PaymentsClient {
  return {
    ...(buildMethods(context, platform, '') as unknown as PlatformMethods<false>),
    request: (request, options) => rawRequest(context, request, options),
    waitFor: createWaitFor(context),
    withOptions: ((options: SharedOptions) =>
      clientOf({
        ...context,
        options: { ...context.options, ...options },
      })) as PaymentsClientTools['withOptions'],
  };
}

/**
 * Makes the client of a platform's server.
 *
 * @throws ConfigurationError for options it cannot work with; it says what to change
 */
export function createPaymentsClient<Options extends PaymentsClientOptions = PaymentsClientOptions>(
  options: PaymentsClientOptions & Seen<Options> = {} as PaymentsClientOptions & Seen<Options>,
): PaymentsClient<HasStamper<Options>> {
  const { baseUrl = environmentBaseUrl(), tokenId, clientSecret, credentials, ...shared } = options;
  const authorization = platformAuthorization({ tokenId, clientSecret, credentials });
  return clientOf(createContext(baseUrl, authorization, shared)) as PaymentsClient<
    HasStamper<Options>
  >;
}
