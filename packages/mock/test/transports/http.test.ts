import { listen } from '../../src/server/index.ts';
import { smokeTests } from './smoke.ts';

smokeTests({
  name: 'HTTP',
  async open(mock) {
    const server = await listen(mock);
    return { fetch, connection: server.connection, close: () => server.close() };
  },
});
