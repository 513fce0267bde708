import { listen } from '../server/listen.ts';
import { conformanceSuite } from './suite.ts';

conformanceSuite({
  name: 'HTTP',
  async open(mock) {
    const server = await listen(mock);
    return { fetch, connection: server.connection, close: () => server.close() };
  },
});
