import { setupServer } from 'msw/node';
import { afterAll, beforeAll } from 'vitest';
import { mswDoor, startOptions } from './msw-door.ts';
import { conformanceSuite } from './suite.ts';

const server = setupServer();
beforeAll(() => server.listen(startOptions));
afterAll(() => server.close());

conformanceSuite(mswDoor('MSW 3 in Node', server));
