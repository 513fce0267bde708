import { setupWorker } from 'msw/browser';
import { afterAll, beforeAll } from 'vitest';
import { fetchTransport } from '../support/open-mock.ts';
import { mswTransport, startOptions } from './msw-transport.ts';
import { smokeTests } from './smoke.ts';

const worker = setupWorker();
beforeAll(async () => {
  // Only Vitest's own requests may bypass the mock.
  await worker.start({ ...startOptions, quiet: true, onUnhandledFrame: 'bypass' });
});
afterAll(() => worker.stop());

smokeTests(mswTransport('the service worker of MSW 3 in Chromium', worker));

smokeTests({ ...fetchTransport, name: 'mock.fetch in Chromium' });
