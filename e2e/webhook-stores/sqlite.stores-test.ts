import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { describeTwoProcesses } from './two-processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'webhook-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeTwoProcesses('sqlite', () => join(folder, 'webhooks.db'));
