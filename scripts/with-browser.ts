import { spawnSync } from 'node:child_process';
import { findBrowser } from './browser.ts';

/** Runs a command with `CHROMIUM_PATH` set: `with-browser.ts <command> [arguments]`. */
const [command, ...args] = process.argv.slice(2);
if (command === undefined) throw new Error('usage: with-browser.ts <command> [arguments]');

const browser = await findBrowser().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
const env = { ...process.env, CHROMIUM_PATH: browser };
const { status } = spawnSync(command, args, { stdio: 'inherit', env });
process.exit(status ?? 1);
