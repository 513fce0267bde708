import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteStore } from '@org/payments-sdk/webhooks';
import { afterAll, describe, it } from 'vitest';
import { deliverEverywhere } from './one-event.ts';
import { describeTwoProcesses } from './two-processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'webhook-sqlite-'));
const path = join(folder, 'webhooks.db');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeTwoProcesses('sqlite', () => path);

describe('createWebhookHandler with sqliteStore', () => {
  it('handles once an event that reaches eight processes together', async () => {
    const stores = Array.from({ length: 8 }, () => sqliteStore(path));
    for (let round = 0; round < 10; round += 1) await deliverEverywhere(stores);
    for (const store of stores) await store.close();
  });
});
