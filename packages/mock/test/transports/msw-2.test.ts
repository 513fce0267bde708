import { setupServer } from 'msw-2/node';
import { afterAll, beforeAll, vi } from 'vitest';
import { type Interception, mswTransport, startOptions } from './msw-transport.ts';
import { smokeTests } from './smoke.ts';

// What imports msw gets version 2, as it would in a project that has it installed.
vi.mock('msw', () => import('msw-2'));

const server = setupServer();
beforeAll(() => server.listen(startOptions));
afterAll(() => server.close());

smokeTests(mswTransport('MSW 2 in Node', server as unknown as Interception));
