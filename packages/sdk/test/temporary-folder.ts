import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder that is removed after the tests that ask for it; `file` names a new file in it. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'payments-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, file: () => join(folder, `${crypto.randomUUID()}.db`) };
}
