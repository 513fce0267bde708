import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { EngineName } from './driver.ts';
import { ensureInstalled } from './install.ts';

/**
 * Runs what engines do differently in Firefox and in WebKitGTK, both at the same time: `run.ts [engine ...] [-- vitest's arguments]`. The last line is
 * `N passed, N failed`.
 */
const all: readonly EngineName[] = ['firefox', 'webkit'];
const separator = process.argv.indexOf('--');
const named = process.argv.slice(2, separator < 0 ? undefined : separator);
const rest = separator < 0 ? [] : process.argv.slice(separator + 1);
const unknown = named.filter((name) => !all.some((engine) => engine === name));
if (unknown.length > 0) {
  console.error(`Unknown engine: ${unknown.join(', ')}. Name firefox, webkit, or none for both.`);
}
const engines = named.length === 0 ? all : all.filter((engine) => named.includes(engine));

interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

const nothing: Report = { success: false, numPassedTests: 0, numFailedTests: 1 };

/** Runs vitest, each line of its output marked with the engine. */
async function runIn(engine: EngineName, folder: string): Promise<Report> {
  const file = join(folder, `${engine}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const child = spawn(
    'vitest',
    ['run', '--config=e2e/engines/vitest.config.ts', ...reporters, ...rest],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', ENGINE: engine },
    },
  );
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => console.log(`${engine} | ${line}`));
  }
  const status = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (!existsSync(file)) return nothing;
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const isGood = status === 0 && report.success && report.numPassedTests > 0;
  // One that ran nothing or ended badly has failed at least once.
  return isGood ? report : { ...report, numFailedTests: Math.max(1, report.numFailedTests) };
}

/** An engine that cannot be started counts as a failure. */
async function outcomeOf(engine: EngineName, folder: string): Promise<Report> {
  try {
    // Blocks: Debian's packages are installed by one process at a time.
    ensureInstalled(engine);
    return await runIn(engine, folder);
  } catch (error) {
    console.error(`${engine}: ${String(error)}`);
    return nothing;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'engine-report-'));
const reports = await Promise.all(engines.map((engine) => outcomeOf(engine, folder)));
rmSync(folder, { recursive: true, force: true });
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const passed = sum(reports.map(({ numPassedTests }) => numPassedTests));
const failed = sum(reports.map(({ numFailedTests }) => numFailedTests)) + unknown.length;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
