import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/lib/run.ts';

/** Starts Prism with our OpenAPI document on a free port and prints the URL of a card. */
const command = fileURLToPath(new URL('../peers/node_modules/.bin/prism', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'prism-'));
const document = join(folder, 'openapi.json');
const write = fileURLToPath(new URL('../../scripts/docs/openapi/document.ts', import.meta.url));
execFileSync(process.execPath, ['--conditions=source', write, document]);

const port = await freePort();
const prism = spawn(
  process.execPath,
  [command, 'mock', '-p', String(port), '-v', 'error', document],
  {
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
process.on('SIGTERM', () => {
  prism.kill();
  rmSync(folder, { recursive: true });
  process.exit(0);
});
const url = `http://127.0.0.1:${port}/cards/Card:7c1e`;
for (let attempt = 0; attempt < 200; attempt += 1) {
  const up = await fetch(url).then(
    () => true,
    () => false,
  );
  if (up) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
console.log(url);
