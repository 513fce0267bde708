import { setupServer } from 'msw/node';
import { afterAll, beforeAll } from 'vitest';
import { mswTransport, startOptions } from './msw-transport.ts';
import { smokeTests } from './smoke.ts';

const server = setupServer();
beforeAll(() => server.listen(startOptions));
afterAll(() => server.close());

smokeTests(mswTransport('MSW 3 in Node', server));
