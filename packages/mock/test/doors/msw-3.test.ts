import { setupServer } from 'msw/node';
import { afterAll, beforeAll } from 'vitest';
import { mswDoor, startOptions } from '../lab/msw-door.ts';
import { smokeTests } from './smoke.ts';

const server = setupServer();
beforeAll(() => server.listen(startOptions));
afterAll(() => server.close());

smokeTests(mswDoor('MSW 3 in Node', server));
