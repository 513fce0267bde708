import { spawnSync } from 'node:child_process';
import { afterEach, expect, test, vi } from 'vitest';
import { createPrinter } from './printer.ts';
import { playTour, type Step, steps } from './tour.ts';

afterEach(() => vi.restoreAllMocks());

function recorder() {
  const lines: string[] = [];
  return { lines, print: createPrinter((text) => lines.push(text)) };
}

test('every step ends as expected, and every leg is printed', async () => {
  const { lines, print } = recorder();
  expect(await playTour(print)).toEqual([]);
  const text = lines.join('');
  steps.forEach(([heading], index) => {
    expect(text).toContain(`${index + 1}. ${heading}`);
  });
  expect(text.match(/leg 1/g)?.length).toBeGreaterThanOrEqual(9);
  expect(text).toMatch(/cards\.update · leg 2 +PATCH +\/cards\/Card:\w+… +200 +\d+\.\d ms/);
  expect(text).not.toContain('\u001b[');
});

test('a step with another result is named, and the others still run', async () => {
  const { lines, print } = recorder();
  const failing: Step = async ({ payments, ids }) => {
    await payments.cards.update.complete('{}', 'stamp');
    return ids.card;
  };
  const played = [['This one fails', failing], ...steps.slice(0, 2)] as const;
  expect(await playTour(print, played)).toEqual(['This one fails']);
  expect(lines.join('')).toMatch(/✗ InvalidRequestError \[INVALID_REQUEST\] in cards\.update/);
});

const startFlags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];

test('the exit code is 1 when a step failed', () => {
  const run = (...flags: string[]) =>
    spawnSync(process.execPath, [...startFlags, ...flags, 'examples/tour/tour.ts'], {
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    });
  expect(run()).toMatchObject({ status: 0, stderr: '' });
  const withoutKeys = `data:text/javascript,process.getBuiltinModule('node:crypto').generateKeyPairSync=()=>{throw new Error('no keys here')}`;
  const broken = run('--import', withoutKeys);
  expect(broken.status).toBe(1);
  expect(broken.stdout).toContain('no keys here');
});
