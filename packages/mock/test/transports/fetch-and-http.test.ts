import { listen } from '../../src/server/index.ts';
import { fetchTransport } from '../support/open-mock.ts';
import { smokeTests } from './smoke.ts';

smokeTests(fetchTransport);
smokeTests({
  name: 'HTTP',
  async open(mock) {
    const server = await listen(mock);
    return { fetch, connection: server.connection, close: () => server.close() };
  },
});
