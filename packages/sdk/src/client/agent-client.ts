import { agent } from '@org/payments-contract';
import { buildMethods } from './build.ts';
import { createContext } from './create-context.ts';
import { agentAuthorization, environmentBaseUrl } from './credentials.ts';
import type { AgentMethods } from './method-types.ts';
import type { AgentClientOptions } from './options.ts';

/** An agent's client: the operations under `/agents/me`, and nothing else. */
export type AgentClient = AgentMethods;

/**
 * Makes the client of an agent.
 *
 * @throws ConfigurationError for options it cannot work with; it says what to change
 */
export function createAgentClient(options: AgentClientOptions): AgentClient {
  const { baseUrl = environmentBaseUrl(), accessToken, ...shared } = options;
  const context = createContext(baseUrl, agentAuthorization(accessToken), shared);
  return buildMethods(context, agent, 'agent.') as unknown as AgentMethods;
}
