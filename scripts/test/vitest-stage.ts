import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../lib/run.ts';
import { readJson } from '../lib/workspace.ts';
import type { Outcome } from './stage.ts';
import { type VitestReport, vitestOutcome } from './vitest-report.ts';

const projectsWithoutBrowser = ['unit', 'isolated', 'types', 'e2e'];

const HALF_AN_HOUR = 30 * 60;

/** Runs all test projects; without a browser, those that need none. */
export function vitestStage(browser: string | undefined): Promise<Outcome> {
  const projects = browser === undefined ? projectsWithoutBrowser : [];
  return vitest(
    ['--config=vitest.workspace.ts', ...projects.map((project) => `--project=${project}`)],
    browser,
  );
}

async function vitest(args: readonly string[], browser: string | undefined): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'vitest-report-'));
  const file = join(folder, 'report.json');
  try {
    const { ok, output } = await run(
      'vitest',
      ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      {
        env: browser === undefined ? {} : { CHROMIUM_PATH: browser },
        timeoutSeconds: HALF_AN_HOUR,
      },
    );
    const report = existsSync(file) ? readJson<VitestReport>(file) : undefined;
    return vitestOutcome(report, ok, output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
