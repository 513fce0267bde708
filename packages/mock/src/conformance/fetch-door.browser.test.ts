import { conformanceSuite } from './suite.ts';

conformanceSuite({
  name: 'mock.fetch in Chromium',
  open: async (mock) => ({
    fetch: mock.fetch,
    connection: mock.connection,
    close: async () => {},
  }),
});
