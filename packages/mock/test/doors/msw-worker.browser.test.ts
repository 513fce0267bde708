import { setupWorker } from 'msw/browser';
import { afterAll, beforeAll } from 'vitest';
import { mswDoor, startOptions } from '../lab/msw-door.ts';
import { smokeTests } from './smoke.ts';

const worker = setupWorker();
beforeAll(async () => {
  // Only Vitest's own requests may bypass the mock.
  await worker.start({ ...startOptions, quiet: true, onUnhandledFrame: 'bypass' });
});
afterAll(() => worker.stop());

smokeTests(mswDoor('the service worker of MSW 3 in Chromium', worker));
