import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { EngineName } from './driver.ts';
import { ensureInstalled } from './install.ts';
import { notRunnable } from './not-runnable.ts';

/**
 * Runs the browser tests of the crypto and the wallet package in Firefox and in WebKitGTK, both at
 * the same time: `run.ts [engine ...] [-- vitest's arguments]`. The last line is
 * `N passed, N failed`.
 */
const all: readonly EngineName[] = ['firefox', 'webkit'];
const separator = process.argv.indexOf('--');
const named = process.argv.slice(2, separator < 0 ? undefined : separator);
const unknown = named.filter((name) => !all.some((engine) => engine === name));
if (unknown.length > 0) {
  console.error(`Unknown engine: ${unknown.join(', ')}. Name firefox, webkit, or none for both.`);
  console.log('0 passed, 1 failed');
  process.exit(1);
}
const engines = named.length === 0 ? all : all.filter((engine) => named.includes(engine));
const rest = separator < 0 ? [] : process.argv.slice(separator + 1);

interface Count {
  readonly passed: number;
  readonly failed: number;
}

interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

/** Counts a run: one that wrote no report, ran nothing or ended badly has failed at least once. */
function count(report: Report | undefined, ok: boolean): Count {
  if (report === undefined) return { passed: 0, failed: 1 };
  const isGood = ok && report.success && report.numPassedTests > 0;
  const failed = report.numFailedTests === 0 && !isGood ? 1 : report.numFailedTests;
  return { passed: report.numPassedTests, failed };
}

/** Runs vitest, each line of its output marked with the engine; resolves to its exit code. */
function vitest(engine: EngineName, args: readonly string[]): Promise<number | null> {
  const child = spawn('vitest', ['run', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ENGINE: engine },
  });
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => console.log(`${engine} | ${line}`));
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
}

async function runConfig(engine: EngineName, config: string): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-report-'));
  const file = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const status = await vitest(engine, [`--config=e2e/engines/${config}`, ...reporters, ...rest]);
    const report = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as Report)
      : undefined;
    return count(report, status === 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** With arguments for vitest, only tests in the pages run, not those that drive an engine from outside. */
const configs = rest.length === 0 ? ['vitest.config.ts', 'node.config.ts'] : ['vitest.config.ts'];

async function runIn(engine: EngineName): Promise<Count> {
  const counts: Count[] = [];
  for (const config of configs) {
    const counted = await runConfig(engine, config);
    console.log(`${engine}: ${counted.passed} passed, ${counted.failed} failed (${config})`);
    counts.push(counted);
  }
  return total(counts);
}

function total(counts: readonly Count[]): Count {
  return counts.reduce((sum, { passed, failed }) => ({
    passed: sum.passed + passed,
    failed: sum.failed + failed,
  }));
}

// One after the other: Debian's packages are installed by one process at a time.
const missing = engines.filter((engine) => {
  try {
    ensureInstalled(engine);
    return false;
  } catch (error) {
    console.error(String(error));
    return true;
  }
});
const started = performance.now();
const ran = await Promise.all(
  engines.map((engine) =>
    missing.includes(engine)
      ? { passed: 0, failed: 1 }
      : runIn(engine).catch((error: unknown) => {
          console.error(`${engine}: ${String(error)}`);
          return { passed: 0, failed: 1 };
        }),
  ),
);
for (const { engine, why, files, titles } of notRunnable) {
  if (!engines.includes(engine)) continue;
  console.log(`${engine}: not run, because ${why}: ${[...files, ...titles].join('; ')}`);
}
const { passed, failed } = total(ran);
console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
