import type { Agent, ClientRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import { readPendingEvents } from '../../config/turns.ts';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import { OpenExchanges } from '../closing.ts';
import { acceptedEncodings } from '../decode-body.ts';
import { parseTarget, type Target } from '../target.ts';
import type { Transport, TransportRequest, TransportResponse } from '../transport.ts';
import {
  type OwnedRequestOptions,
  poolAgent,
  protocolModule,
  type SocketOwner,
} from './connector.ts';
import { Exchange } from './exchange.ts';
import {
  checkedNumbers,
  checkNames,
  type NodeHttpAgentOptions,
  type NodeHttpPoolOptions,
} from './options.ts';
import { checkProxy, proxyEnvironment } from './proxy-from-env.ts';

/** A transport over `node:http`. Create one for each process and share it between clients. */
export interface NodeHttpTransport extends Transport {
  readonly reportsSent: true;
  /**
   * Rejects requests that have not been sent, waits for those in progress, then closes every
   * connection. Later requests are rejected.
   */
  close(): Promise<void>;
}

type AgentOf = (target: Target) => Agent;

function ownAgents(options: NodeHttpPoolOptions, sockets: Set<Duplex>): AgentOf {
  const { maxHeaderSize: _unused, ...numbers } = checkedNumbers(options);
  const isFollowed = options.proxyFromEnv ?? true;
  const proxyEnv = isFollowed ? proxyEnvironment(process.env) : undefined;
  const agents = new Map<boolean, Agent>();
  return ({ isTls }) => {
    const known = agents.get(isTls);
    if (known !== undefined) return known;
    if (proxyEnv !== undefined) checkProxy(isTls, proxyEnv, process.versions.node);
    const settings = { ...numbers, proxyEnv, tls: options.tls };
    const agent = poolAgent(isTls, settings, sockets);
    agents.set(isTls, agent);
    return agent;
  };
}

function givenAgents({ agent }: NodeHttpAgentOptions): AgentOf {
  const isAgent = (value: unknown): value is Agent =>
    typeof value === 'object' && value !== null && 'addRequest' in value;
  if (isAgent(agent)) return () => agent;
  if (!isAgent(agent?.http) || !isAgent(agent.https)) {
    throw new ConfigurationError(
      'agent',
      "The transport's agent is not an agent of node:http or node:https.",
      'Pass an `Agent`, or one for each protocol as `{ http, https }`.',
    );
  }
  return ({ isTls }) => (isTls ? agent.https : agent.http);
}

function openRequest(
  request: TransportRequest,
  { isTls, host, port, path }: Target,
  agent: Agent,
  maxHeaderSize: number,
  owner: SocketOwner,
): ClientRequest {
  const { method, headers, body } = request;
  const length =
    typeof body === 'string'
      ? Buffer.byteLength(body)
      : (body?.length ?? (method === 'GET' || body !== undefined ? undefined : 0));
  const options: OwnedRequestOptions = {
    owner,
    agent,
    method,
    host,
    port,
    path,
    maxHeaderSize,
    headers: {
      'accept-encoding': acceptedEncodings(),
      ...headers,
      ...(length !== undefined && { 'content-length': length }),
    },
  };
  return protocolModule(isTls).request(options);
}

/**
 * Returns the transport that is the default on Node, over a keep-alive pool of `node:http` and
 * `node:https`. Nothing of Node is loaded before the first request.
 *
 * @throws ConfigurationError for options it cannot work with
 * @example
 * const transport = nodeHttpTransport({ connections: 128, tls: { ca } });
 * const payments = createPaymentsClient({ transport });
 */
export function nodeHttpTransport(
  options: NodeHttpPoolOptions | NodeHttpAgentOptions = {},
): NodeHttpTransport {
  checkNames(options);
  const { maxHeaderSize, connectTimeout } = checkedNumbers(options);
  const sockets = new Set<Duplex>();
  const exchanges = new OpenExchanges();
  const agentOf = 'agent' in options ? givenAgents(options) : ownAgents(options, sockets);
  const isShared = 'agent' in options;

  const send = (request: TransportRequest, target: Target, agent: Agent) => {
    const open = (owner: SocketOwner) => openRequest(request, target, agent, maxHeaderSize, owner);
    const exchange = new Exchange(request, { agent, open }, connectTimeout, exchanges.remove);
    exchanges.add(exchange);
    return exchange.start();
  };
  // Not an async function: one that waits keeps 600 bytes for each of the calls at once.
  const transport = (request: TransportRequest): Promise<TransportResponse> => {
    try {
      const target = parseTarget(request.url);
      const agent = agentOf(target);
      const mayReuse = isShared || sockets.size > 0;
      if (request.method === 'GET' || !mayReuse) return send(request, target, agent);
      return readPendingEvents().then(() => send(request, target, agent));
    } catch (error) {
      return Promise.reject(error);
    }
  };
  const close = async (): Promise<void> => {
    await exchanges.close();
    for (const socket of sockets) socket.destroy();
  };
  return Object.assign(transport, { reportsSent: true as const, takesStop: true as const, close });
}
