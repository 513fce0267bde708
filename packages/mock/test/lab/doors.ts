import { describe } from 'vitest';
import { listen } from '../../src/server/index.ts';
import { type Door, fetchDoor } from './lab.ts';

/** The mock behind a port. */
export const httpDoor: Door = {
  name: 'HTTP',
  async open(mock) {
    const server = await listen(mock);
    return { fetch, connection: server.connection, close: () => server.close() };
  },
};

/** Defines tests of rules, once for `mock.fetch` and once for HTTP. */
export function rules(area: string, define: (door: Door) => void): void {
  describe.each([fetchDoor, httpDoor])(`${area} through $name`, define);
}
