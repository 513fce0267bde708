import { setupWorker } from 'msw/browser';
import { afterAll, beforeAll } from 'vitest';
import { mswDoor, startOptions } from '../lab/msw-door.ts';
import { smokeTests } from './smoke.ts';

const worker = setupWorker();
beforeAll(async () => {
  // Vitest's own requests are its business: nothing else may get past the mock.
  await worker.start({ ...startOptions, quiet: true, onUnhandledFrame: 'bypass' });
});
afterAll(() => worker.stop());

smokeTests(mswDoor('the service worker of MSW 3 in Chromium', worker));
