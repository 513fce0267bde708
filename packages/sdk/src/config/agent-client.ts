import { agent } from '@org/payments-contract';
import type { ApiCall } from '../call/api-call.ts';
import { type RawRequest, rawRequest } from '../call/raw-request.ts';
import type { RecoverOptions } from '../recover/options.ts';
import { createRecover, type Recovery } from '../recover/recover.ts';
import { addMethods } from './build.ts';
import type { ClientContext } from './context.ts';
import { contextWith, createContext } from './create-context.ts';
import { agentAuthorization } from './credentials.ts';
import type { AgentMethods } from './method-types.ts';
import { agentOptionNames } from './option-names.ts';
import type { AgentClientOptions, KeyedCallOptions, SharedOptions } from './options.ts';

/** What an agent's client has besides its resources. */
export interface AgentClientTools {
  /** Calls an operation below `/agents/me` that the contract lacks. The response is not checked. */
  request(request: RawRequest, options?: KeyedCallOptions): ApiCall<unknown>;
  /** Finds out what became of the open writes of the client's `journal`. */
  recover(options?: RecoverOptions): Recovery;
  /** Makes a client with other defaults, the same token and the same retry budget. */
  withOptions(options: SharedOptions): AgentClient;
}

/** An agent's client: the operations under `/agents/me`, and nothing else. */
export type AgentClient = AgentMethods & AgentClientTools;

function clientOf(context: ClientContext): AgentClient {
  const client: AgentClientTools = {
    request: (request, options) => rawRequest(context, request, options),
    recover: createRecover(context),
    withOptions: (options) => clientOf(contextWith(context, options)),
  };
  addMethods(client, context, agent, 'agent.');
  return client as AgentClient;
}

/**
 * Makes the client of an agent.
 *
 * @example
 * const agent = createAgentClient({ baseUrl, accessToken });
 * for await (const transaction of agent.transactions.list({ status: 'PENDING' })) {}
 *
 * @throws ConfigurationError for options it cannot work with; it says what to change
 */
export function createAgentClient(options: AgentClientOptions): AgentClient {
  const authorization = () => agentAuthorization(options.accessToken);
  return clientOf(createContext('agent', authorization, options, agentOptionNames));
}
