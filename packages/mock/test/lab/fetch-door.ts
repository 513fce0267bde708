import type { Door } from './lab.ts';

/** The mock as a function, in Node or in a browser. */
export const fetchDoor: Door = {
  name: 'mock.fetch',
  open: async (mock) => ({
    fetch: mock.fetch,
    connection: mock.connection,
    close: async () => {},
  }),
};
