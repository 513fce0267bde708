import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const guides = ['onboarding', 'payout', 'card', 'agent', 'migration'] as const;

test('each guide runs as a program', () => {
  const imports = guides.map((guide) => `await import('./examples/${guide}/main.ts');`).join('');
  const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];
  const run = spawnSync(process.execPath, [...flags, '--input-type=module', '-e', imports], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);
  for (const line of [
    'status: APPROVED',
    'webhook: order-1 is paid',
    'another coffee: CARD_PAUSED',
    'a machine, $600.00: beyond the limits',
    'with the SDK: paid 1 time',
  ]) {
    expect(run.stdout).toContain(line);
  }
});

test.each(guides)('the page of the guide %s shows its code and how to run it', (guide) => {
  const page = readFileSync(`${root}examples/${guide}/README.md`, 'utf8');
  expect(page).toContain(`npm run guide ${guide}`);
  const shown = [...page.matchAll(/<!-- source: (\S+) -->/g)].map(([, file]) => file);
  expect(shown.length).toBeGreaterThan(0);
  expect(readdirSync(`${root}examples/${guide}`)).toEqual(expect.arrayContaining(shown));
});
