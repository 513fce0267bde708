import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../lib/run.ts';
import { readJson } from '../lib/workspace.ts';
import type { Outcome } from './stage.ts';
import { type VitestReport, vitestOutcome } from './vitest-report.ts';

const projectsInNode = ['node', 'isolated', 'coverage'];

const HALF_AN_HOUR = 30 * 60;

/** Runs the test projects that need no browser. */
export function nodeTests(): Promise<Outcome> {
  return vitest(projectsInNode);
}

/** Runs the tests that read what the build wrote. */
export function buildTests(): Promise<Outcome> {
  return vitest(['built']);
}

/** Runs the tests of what browsers do. */
export function browserTests(browser: string): Promise<Outcome> {
  return vitest(['chromium'], { CHROMIUM_PATH: browser });
}

async function vitest(
  projects: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'vitest-report-'));
  const file = join(folder, 'report.json');
  try {
    const { ok, output } = await run(
      'vitest',
      [
        ...['run', '--config=vitest.workspace.ts'],
        ...projects.map((project) => `--project=${project}`),
        ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      ],
      { env, timeoutSeconds: HALF_AN_HOUR },
    );
    const report = existsSync(file) ? readJson<VitestReport>(file) : undefined;
    return vitestOutcome(report, ok, output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
