import { agent, type RedeemedDeviceCode } from '@org/payments-contract';
import type { ClientContext } from '../call/context.ts';
import { execute } from '../call/execute.ts';
import { isHeaderValue } from '../call/header-value.ts';
import type {
  AgentClientOptions,
  AgentIdentity,
  DeviceCodeOptions,
  JournalOption,
  SharedOptions,
} from '../call/options.ts';
import { safeCause } from '../call/response/scrub.ts';
import { ConfigurationError, TokenNotStoredError } from '../errors/caller-errors.ts';
import { ContractError } from '../errors/network-errors.ts';
import { type AgentWaitFor, createAgentWaitFor } from '../wait/wait-for.ts';
import { type ClientTools, clientTools } from './client-tools.ts';
import { contextWith, createContext, type Identity } from './create-context.ts';
import { agentAuthorization, otherAgentAuthorization } from './credentials.ts';
import { type AgentMethods, addMethods } from './methods.ts';
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
  const store = async () => {
    const returned: unknown = await onRedeemed?.(redeemed);
    await (await import('../options/returned-work.ts')).finish('`onRedeemed`', returned);
  };
  try {
    await store();
  } catch (cause) {
    throw new TokenNotStoredError(store, safeCause(cause, [redeemed.accessToken]));
  }
  return redeemed.accessToken;
}

/** The methods of an agent's client, besides its resources. */
export interface AgentClientTools extends ClientTools {
  /**
   * Waits until an action is decided, or a transaction or a quote is settled:
   * `waitFor.action({ actionId })`, or `waitFor({ actionId })`.
   */
  readonly waitFor: AgentWaitFor;
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
    ...clientTools(context),
    waitFor: createAgentWaitFor(context),
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
