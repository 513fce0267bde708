import type { Agent, RequestOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TlsOptions } from './options.ts';
import type { ProxyEnvironment } from './proxy-from-env.ts';

/** Called with the socket that is opened for a request, before the request is assigned to it. */
export interface SocketOwner {
  opening(socket: Duplex): void;
}

/** Options of a request that identify the exchange for which a socket is opened. */
export interface OwnedRequestOptions extends RequestOptions {
  readonly owner: SocketOwner;
}

/** The options of a pool's agents. */
export interface PoolSettings {
  readonly connections: number;
  readonly keepAliveTimeout: number;
  readonly connectTimeout: number;
  readonly proxyEnv: ProxyEnvironment | undefined;
  readonly tls: TlsOptions | undefined;
}

type Http = typeof import('node:http');

const loaded: { http?: Http; https?: typeof import('node:https') } = {};

/**
 * The module of a protocol, loaded with the first request. Interceptors replace its functions, so they
 * are looked up for each request.
 */
export function protocolModule(isTls: boolean): Pick<Http, 'Agent' | 'request'> {
  if (isTls) {
    loaded.https ??= process.getBuiltinModule('node:https');
    return loaded.https as Pick<Http, 'Agent' | 'request'>;
  }
  loaded.http ??= process.getBuiltinModule('node:http');
  return loaded.http;
}

type Opened = (error: Error | null, socket: Duplex) => void;
type CreateConnection = (options: OwnedRequestOptions, opened?: Opened) => Duplex;

/** Creates the keep-alive agent of one protocol. `sockets` collects every socket that is open. */
export function poolAgent(isTls: boolean, settings: PoolSettings, sockets: Set<Duplex>): Agent {
  const { Agent } = protocolModule(isTls);
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
