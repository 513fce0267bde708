import { Agent as HttpAgent } from 'node:http';
import { Agent, Dispatcher1Wrapper } from 'undici';
import { transportSuite } from '../../test/transport/transport-suite.ts';
import { fetchTransport } from './fetch/fetch-transport.ts';
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
