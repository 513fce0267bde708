import { agent, type OperationName, type RedeemedDeviceCode } from '@org/payments-contract';
import type { ClientContext } from '../call/context.ts';
import { execute } from '../call/execute.ts';
import { isHeaderValue } from '../call/header-value.ts';
import type {
  AgentClientOptions,
  AgentIdentity,
  DeviceCodeOptions,
  JournalOption,
  KeyedCallOptions,
  SharedOptions,
} from '../call/options.ts';
import { type RawRequest, rawRequest } from '../call/raw-request.ts';
import { safeCause } from '../call/response/scrub.ts';
import type { ApiCall } from '../call/result.ts';
import { createCheck } from '../check/create-check.ts';
import type { CheckFinding } from '../check/finding.ts';
import { ConfigurationError, TokenNotStoredError } from '../errors/caller-errors.ts';
import { ContractError } from '../errors/network-errors.ts';
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
import { createAgentWaitFor } from '../wait/wait-for.ts';
import type { AgentWaitFor } from '../wait/wait-types.ts';
import { contextWith, createContext, type Identity } from './create-context.ts';
import { agentAuthorization, otherAgentAuthorization } from './credentials.ts';
import { createFingerprint } from './fingerprint.ts';
import type { AgentMethods } from './method-types.ts';
import { addMethods } from './methods.ts';
import { agentIdentityNames, agentOptionNames, deviceCodeOptionNames } from './option-names.ts';

/** @throws ConfigurationError for an `onRedeemed` that is not a function */
function checkOnRedeemed(onRedeemed: unknown): void {
  if (onRedeemed === undefined || typeof onRedeemed === 'function') return;
  throw new ConfigurationError(
    'onRedeemed',
    'The option onRedeemed is not a function.',
    'Pass a function that stores the access token.',
  );
}

/**
 * Redeems a device code and passes on the token to be stored.
 *
 * @returns the access token
 * @throws ApiError 400 for a code that was redeemed or has expired, 404 for an unknown one;
 *   ContractError, with the whole response, if it has no token
 */
async function redeemDeviceCode(
  context: ClientContext,
  code: string,
  { onRedeemed }: DeviceCodeOptions,
): Promise<string> {
  const operation = context.operation('agents.redeemDeviceCode');
  if (operation === undefined) throw new Error('the contract has no agents.redeemDeviceCode');
  const { data, response } = await execute(context, operation, { code }).withResponse();
  const redeemed = data as RedeemedDeviceCode;
  if (!isHeaderValue(redeemed.accessToken)) {
    // The code is used up: the token may be in the text, in another form.
    throw new ContractError('The response has no `accessToken` that a header can carry.', {
      operation: operation.name,
      status: response.status,
      text: response.text,
    });
  }
  const store = async () => onRedeemed?.(redeemed);
  try {
    await store();
  } catch (cause) {
    throw new TokenNotStoredError(store, safeCause(cause, [redeemed.accessToken]));
  }
  return redeemed.accessToken;
}

/** The methods of an agent's client, besides its resources. */
export interface AgentClientTools {
  /**
   * Calls an operation below `/agents/me` that is not in the contract. The response is not checked.
   */
  request(request: RawRequest, options?: KeyedCallOptions): ApiCall<unknown>;
  /**
   * Waits until an action is decided, or a transaction or a quote is settled:
   * `waitFor.action({ actionId })`, or `waitFor({ actionId })`.
   */
  readonly waitFor: AgentWaitFor;
  /** Finds out how the open writes of the client's `journal` ended. */
  recover(options?: RecoverOptions): Recovery;
  /**
   * Returns what the client's `journal` has for the idempotency key of an input: whether it was sent,
   * with the same request or another, and what became of it. Oldest first; empty without such a key.
   *
   * @example
   * const earlier = await agent.sentBefore('transfers.createOut', input);
   * if (earlier.some(({ outcome }) => outcome === 'applied')) return;
   *
   * @throws ConfigurationError without a journal; InvalidRequestError for an invalid input; JournalError
   */
  sentBefore(operation: OperationName, input: object): Promise<readonly SentWrite[]>;
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
   * `account`, or else the agent's access token.
   *
   * @example
   * const account = await agent.fingerprint(); // 'uK2l0qv5mX8yT4cZr1bNwA'
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
   * const failed = (await agent.check()).filter(({ ok }) => !ok);
   * for (const { of, because, action } of failed) console.error(of, because, action);
   */
  check(): Promise<readonly CheckFinding[]>;
  /**
   * Creates a client with other defaults or another journal, the same token and the same retry budget. With another
   * `accessToken` it is a client of another agent, which another `baseUrl` always needs.
   */
  withOptions(options: SharedOptions & JournalOption & AgentIdentity): AgentClient;
}

/** An agent's client, with only the operations under `/agents/me`. */
export type AgentClient = AgentMethods & AgentClientTools;

/** Creates clients of agents: from an access token, or from a device code. */
export interface CreateAgentClient {
  /**
   * Creates the client of an agent from its access token.
   *
   * @example
   * const agent = createAgentClient({ baseUrl, accessToken });
   * for await (const transaction of agent.transactions.list({ status: 'PENDING' })) {}
   *
   * @throws ConfigurationError for invalid options; its `action` names the option to change
   */
  (options: AgentClientOptions): AgentClient;
  /**
   * Redeems a device code, once, and creates the client of the agent it connects. The access token
   * is given to `onRedeemed` alone, and is neither logged nor shown by the client.
   *
   * @example
   * const agent = await createAgentClient.fromDeviceCode('WXYZ-1234', {
   *   baseUrl,
   *   onRedeemed: ({ agentId, accessToken }) => secrets.write(agentId, accessToken),
   * });
   *
   * @throws ApiError 400 for a code that was redeemed or has expired, 404 for an unknown one
   * @throws OutcomeUnknownError when the response was lost: the code may be used up
   * @throws TokenNotStoredError when `onRedeemed` fails; its `storeAgain` calls it again
   */
  fromDeviceCode(code: string, options?: DeviceCodeOptions): Promise<AgentClient>;
}

const identity: Identity<AgentIdentity> = {
  names: agentIdentityNames,
  authorization: otherAgentAuthorization,
};

function clientOf(context: ClientContext): AgentClient {
  const client: AgentClientTools = {
    request: (request, options) => rawRequest(context, request, options),
    waitFor: createAgentWaitFor(context),
    recover: createRecover(context),
    sentBefore: createSentBefore(context),
    journal: context.journal,
    supervise: createSupervise(context),
    fingerprint: createFingerprint(context),
    check: createCheck(context),
    withOptions: (options) => clientOf(contextWith(context, options, identity)),
  };
  addMethods(client, context, agent, 'agent.');
  return client as AgentClient;
}

function fromAccessToken(options: AgentClientOptions): AgentClient {
  const authorization = () => agentAuthorization(options.accessToken);
  return clientOf(createContext('agent', authorization, options, agentOptionNames));
}

async function fromDeviceCode(code: string, options: DeviceCodeOptions = {}): Promise<AgentClient> {
  checkOnRedeemed(options.onRedeemed);
  const context = createContext(
    'agent',
    () => agentAuthorization(undefined),
    options,
    deviceCodeOptionNames,
  );
  const accessToken = await redeemDeviceCode(context, code, options);
  return clientOf({ ...context, authorization: agentAuthorization(accessToken) });
}

/** Creates clients of agents; see `CreateAgentClient`. */
export const createAgentClient: CreateAgentClient = /* @__PURE__ */ Object.assign(fromAccessToken, {
  fromDeviceCode,
});
