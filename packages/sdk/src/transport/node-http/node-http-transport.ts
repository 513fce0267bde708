import type { Agent, ClientRequest, RequestOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import { readPendingEvents } from '../../limits/turns.ts';
import { OpenExchanges, parseTarget, type Target } from '../exchanges.ts';
import { acceptedEncodings } from '../incoming-body.ts';
import type { Transport, TransportRequest, TransportResponse } from '../transport.ts';
import { Exchange, type SocketOwner } from './exchange.ts';
import {
  checkedNumbers,
  checkNames,
  checkProxy,
  type NodeHttpAgentOptions,
  type NodeHttpPoolOptions,
  type ProxyEnvironment,
  proxyEnvironment,
  type TlsOptions,
} from './options.ts';

/** A transport over `node:http`. Create one for each process and share it between clients. */
export interface NodeHttpTransport extends Transport {
  readonly reportsSent: true;
  /**
   * Rejects requests that have not been sent, waits for those in progress, then closes every
   * connection. Later requests are rejected.
   */
  close(): Promise<void>;
}

/** Options of a request that identify the exchange for which a socket is opened. */
interface OwnedRequestOptions extends RequestOptions {
  readonly owner: SocketOwner;
}

interface PoolSettings {
  readonly connections: number;
  readonly keepAliveTimeout: number;
  readonly connectTimeout: number;
  readonly proxyEnv: ProxyEnvironment | undefined;
  readonly tls: TlsOptions | undefined;
}

type Protocol = Pick<typeof import('node:http'), 'Agent' | 'request'>;

/** The modules of http (false) and https (true), once they are loaded. */
const loaded = new Map<boolean, Protocol>();

/**
 * Loads the module of a protocol, with the first request. Interceptors replace its functions, so they
 * are looked up for each request.
 */
function loadProtocol(isTls: boolean): Protocol {
  const module = isTls
    ? (process.getBuiltinModule('node:https') as Protocol)
    : process.getBuiltinModule('node:http');
  loaded.set(isTls, module);
  return module;
}

type Opened = (error: Error | null, socket: Duplex) => void;
type CreateConnection = (options: OwnedRequestOptions, opened?: Opened) => Duplex;

/** Creates the keep-alive agent of one protocol. `sockets` collects every socket that is open. */
function poolAgent(isTls: boolean, settings: PoolSettings, sockets: Set<Duplex>): Agent {
  const { Agent } = loaded.get(isTls) ?? loadProtocol(isTls);
  const agent = new Agent({
    ...settings.tls,
    keepAlive: true,
    scheduling: 'lifo',
    maxSockets: settings.connections,
    timeout: settings.keepAliveTimeout,
    ...(settings.proxyEnv && { proxyEnv: { ...settings.proxyEnv } }),
  });
  const create = (agent.createConnection as CreateConnection).bind(agent);
  const createOwned: CreateConnection = (options, opened) => {
    const { owner, ...rest } = options;
    // The agent's own time limit is for idle sockets. Here it limits how long a proxy may be
    // silent.
    const timeout = settings.connectTimeout;
    const socket = create({ ...rest, timeout } as OwnedRequestOptions, opened);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    owner?.opening(socket);
    return socket;
  };
  return Object.assign(agent, { createConnection: createOwned });
}

type AgentOf = (target: Target) => Agent;

function ownAgents(options: NodeHttpPoolOptions, sockets: Set<Duplex>): AgentOf {
  const { maxHeaderSize: _unused, ...numbers } = checkedNumbers(options);
  const isFollowed = options.proxyFromEnv ?? true;
  const env = isFollowed ? proxyEnvironment(process.env) : undefined;
  const agents = new Map<boolean, Agent>();
  return ({ isTls }) => {
    const known = agents.get(isTls);
    if (known !== undefined) return known;
    // A service that is reached by http is on this machine: the credentials stay there.
    const proxyEnv = isTls ? env : undefined;
    if (proxyEnv !== undefined) checkProxy(proxyEnv, process.versions.node);
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
  { maxHeaderSize, encodings }: { readonly maxHeaderSize: number; readonly encodings: string },
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
      'accept-encoding': encodings,
      ...headers,
      ...(length !== undefined && { 'content-length': length }),
    },
  };
  return (loaded.get(isTls) ?? loadProtocol(isTls)).request(options);
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
  const shared = { maxHeaderSize, encodings: acceptedEncodings() };
  const sockets = new Set<Duplex>();
  const exchanges = new OpenExchanges();
  const agentOf = 'agent' in options ? givenAgents(options) : ownAgents(options, sockets);
  const isShared = 'agent' in options;

  // Not an async function: one that waits keeps 600 bytes for each of the calls at once.
  const transport = (request: TransportRequest): Promise<TransportResponse> => {
    try {
      const target = parseTarget(request.url);
      const agent = agentOf(target);
      const open = (owner: SocketOwner) => openRequest(request, target, agent, shared, owner);
      const exchange = new Exchange(request, { agent, open }, connectTimeout, exchanges);
      const mayReuse = isShared || sockets.size > 0;
      if (request.method === 'GET' || !mayReuse) return exchange.start();
      return readPendingEvents().then(() => exchange.start());
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
