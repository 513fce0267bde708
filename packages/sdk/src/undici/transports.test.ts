import { Agent, Dispatcher1Wrapper } from 'undici';
import { kyTransport } from '../transport/ky-transport.ts';
import { transportSuite } from './transport-suite.ts';
import { undiciTransport } from './undici-transport.ts';

transportSuite('ky over the global fetch', () => ({
  transport: kyTransport(),
  close: async () => {},
}));

transportSuite("ky over fetch with a dispatcher of undici's", () => {
  const dispatcher = new Agent();
  // Node has an undici of its own, an older one: the wrapper translates between the two.
  const init = { dispatcher: new Dispatcher1Wrapper(dispatcher) } as RequestInit;
  return {
    transport: kyTransport((request) => fetch(request, init)),
    close: () => dispatcher.close(),
  };
});

transportSuite('undici, its own pool', () => {
  const transport = undiciTransport();
  return { transport, close: transport.close };
});

transportSuite('undici, a single socket', () => {
  const transport = undiciTransport({ connections: 1 });
  return { transport, close: () => transport.close() };
});

transportSuite('undici, a dispatcher of ours', () => {
  const dispatcher = new Agent({ connections: 4 });
  return { transport: undiciTransport({ dispatcher }), close: () => dispatcher.destroy() };
});
