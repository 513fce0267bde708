import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineName } from './driver.ts';
import { ensureInstalled } from './install.ts';
import { notRunnable } from './not-runnable.ts';

/**
 * Runs the browser tests of the crypto and the wallet package in Firefox and in WebKitGTK:
 * `run.ts [engine ...] [-- vitest's arguments]`. The last line is `N passed, N failed`.
 */
const all: readonly EngineName[] = ['firefox', 'webkit'];
const separator = process.argv.indexOf('--');
const named = process.argv.slice(2, separator < 0 ? undefined : separator);
const engines = named.length === 0 ? all : all.filter((engine) => named.includes(engine));
const rest = separator < 0 ? [] : process.argv.slice(separator + 1);

interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

/** Counts a run: one that wrote no report, ran nothing or ended badly has failed at least once. */
function count(report: Report | undefined, ok: boolean): { passed: number; failed: number } {
  if (report === undefined) return { passed: 0, failed: 1 };
  const isGood = ok && report.success && report.numPassedTests > 0;
  const failed = report.numFailedTests === 0 && !isGood ? 1 : report.numFailedTests;
  return { passed: report.numPassedTests, failed };
}

function runIn(engine: EngineName, config: string): { passed: number; failed: number } {
  const folder = mkdtempSync(join(tmpdir(), 'engine-report-'));
  const file = join(folder, 'report.json');
  try {
    ensureInstalled(engine);
    const args = ['run', `--config=e2e/engines/${config}`, '--reporter=default'];
    const { status } = spawnSync(
      'vitest',
      [...args, '--reporter=json', `--outputFile.json=${file}`, ...rest],
      { stdio: 'inherit', env: { ...process.env, ENGINE: engine } },
    );
    const report = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as Report)
      : undefined;
    return count(report, status === 0);
  } catch (error) {
    console.error(String(error));
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

let passed = 0;
let failed = 0;
for (const engine of engines) {
  const configs = ['vitest.config.ts', 'node.config.ts'];
  for (const config of rest.length === 0 ? configs : configs.slice(0, 1)) {
    const counted = runIn(engine, config);
    passed += counted.passed;
    failed += counted.failed;
    console.log(`${engine}: ${counted.passed} passed, ${counted.failed} failed (${config})`);
  }
  for (const { why, files, titles } of notRunnable.filter((group) => group.engine === engine)) {
    console.log(`${engine}: not run, because ${why}: ${[...files, ...titles].join('; ')}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
