import { Agent as HttpAgent } from 'node:http';
import { Agent, type Dispatcher, Dispatcher1Wrapper, ProxyAgent } from 'undici';
import { vi } from 'vitest';
import { type ConnectionOptions, connectionSuite } from '../../test/transport/connection-suite.ts';
import { transportSuite } from '../../test/transport/transport-suite.ts';
import { fetchTransport } from './default-transport.ts';
import { nodeHttpTransport } from './node-http/node-http-transport.ts';
import { undiciTransport } from './undici/undici-transport.ts';

transportSuite('node:http, its own pool', () => {
  const transport = nodeHttpTransport();
  return { transport, close: transport.close };
});

transportSuite('node:http, one connection', () => {
  const transport = nodeHttpTransport({ connections: 1 });
  return { transport, close: transport.close };
});

transportSuite('node:http, a given agent', () => {
  const agent = new HttpAgent({ keepAlive: true });
  return { transport: nodeHttpTransport({ agent }), close: async () => agent.destroy() };
});

transportSuite('ky over the global fetch', () => ({
  transport: fetchTransport(),
  close: async () => {},
}));

transportSuite("ky over a given fetch with a dispatcher of undici's", () => {
  const dispatcher = new Agent();
  // Node has an undici of its own, an older one: the wrapper translates between the two.
  const init = { dispatcher: new Dispatcher1Wrapper(dispatcher) } as RequestInit;
  return {
    transport: fetchTransport((request) => fetch(request, init)),
    close: () => dispatcher.close(),
  };
});

transportSuite('undici, its own pool', () => {
  const transport = undiciTransport();
  return { transport, close: transport.close };
});

transportSuite('undici, one connection', () => {
  const transport = undiciTransport({ connections: 1 });
  return { transport, close: () => transport.close() };
});

transportSuite('undici, a given dispatcher', () => {
  const dispatcher = new Agent({ connections: 4 });
  return { transport: undiciTransport({ dispatcher }), close: () => dispatcher.destroy() };
});

/** A pool of undici, created from the options of the suite. */
function dispatcherOf({ ca, proxy, connections }: ConnectionOptions): Dispatcher {
  const tls = ca === undefined ? {} : { ca };
  const size = connections === undefined ? {} : { connections };
  return proxy === undefined
    ? new Agent({ connect: tls, ...size })
    : new ProxyAgent({ uri: proxy, requestTls: tls, ...size });
}

connectionSuite('node:http: connections', ({ ca, proxy, connections }) => {
  if (proxy !== undefined) vi.stubEnv('HTTPS_PROXY', proxy);
  const transport = nodeHttpTransport({ connections, ...(ca !== undefined && { tls: { ca } }) });
  vi.unstubAllEnvs();
  return { transport, close: transport.close, ownsSockets: true };
});

connectionSuite('ky over a given fetch: connections', (options) => {
  const dispatcher = dispatcherOf(options);
  const init = { dispatcher: new Dispatcher1Wrapper(dispatcher) } as RequestInit;
  const transport = fetchTransport((request) => fetch(request, init));
  return { transport, close: async () => void dispatcher.destroy() };
});

connectionSuite('undici: connections', (options) => {
  const { ca, proxy, connections } = options;
  const transport =
    ca === undefined
      ? undiciTransport({ connections, proxy })
      : undiciTransport({ dispatcher: dispatcherOf(options) });
  return { transport, close: transport.close, ownsSockets: ca === undefined };
});
