import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { FaultEffect } from '@org/payments-mock';
import { expect } from 'vitest';
import { HEAD, payroll } from './payroll.ts';

const ROWS = 60;
const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];

/** What goes wrong with writes, and how often. */
const faults: readonly (readonly [number, FaultEffect])[] = [
  [0.04, { kind: 'lose-reply' }],
  [0.03, { kind: 'late-apply', milliseconds: 250 }],
  [0.01, { kind: 'answer', status: 429, retryAfter: 100 }],
  [0.02, { kind: 'answer', status: 503 }],
  [0.02, { kind: 'reset-connection' }],
  [0.01, { kind: 'foreign-response', applied: true }],
];

/**
 * Pays a file with the commands, from their folder, of two operators, who end at random moments and begin again, at a
 * service that fails often; `strike` may take the state away in the middle. Expects that each row is paid once.
 */
export async function testKilledCommand(programs: string, state?: string, strike = async () => {}) {
  const setting = await payroll();
  const { write, args, checked, environment, mock, sent, report } = setting;
  const rows = Array.from({ length: ROWS }, (_, at) =>
    at % 3 === 0 ? `o-${at},ada,0.${10 + at},EUR,` : `o-${at},000123456789,0.${10 + at},USD,`,
  );
  write(`${HEAD}${rows.join('\n')}\n`);
  const place = ['--id', 'o', ...(state === undefined ? [] : ['--state', state])];
  const { digest } = await checked(...place);
  for (const operation of ['transfers.createOut', 'quotes.create', 'quotes.execute'] as const)
    for (const [probability, effect] of faults)
      mock.faults.add({ operation, times: 'always', probability, effect });
  mock.faults.add({ times: 'always', effect: { kind: 'delay', milliseconds: 20 } });
  const script = [...args, ...place, '--yes', '--digest', digest, '--report', report];
  const signals: NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGKILL'];
  const writes = () => mock.requests.filter(({ method }) => method === 'POST').length;
  let struck: Promise<void> | undefined;
  const operator = async (): Promise<string> => {
    const child = spawn(
      process.execPath,
      [...flags, `${programs}/payments.mjs`, ...script, '--width', '4'],
      {
        ...{ env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
      },
    );
    const said = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    const until = writes() + 1 + (Math.random() * ROWS) / 2;
    const stop = mock.onChange(() => {
      if (writes() > ROWS) struck ??= strike();
      const [signal] = signals;
      if (!child.killed && writes() > until && child.kill(signal)) signals.shift();
    });
    const [out, errors, [code]] = await said;
    stop();
    await struck;
    // Without its database a run stops.
    const isDown = /RUN_STATE_FAILED|JOURNAL|cannot be used/.test(errors);
    // 130 of one that is interrupted before it sends anything.
    const isStopped = code === null || [3, 7, 130].includes(code);
    if (isStopped || isDown) return operator();
    expect([code, errors]).toEqual([0, expect.not.stringContaining('payments: ')]);
    return out;
  };
  for (const out of await Promise.all([operator(), operator()])) expect(out).toContain('60 paid');
  expect(signals).toEqual([]);
  const all = await sent();
  expect(all).toHaveLength(ROWS);
  const dollars = all.flatMap((one) =>
    'sentAmount' in one && one.quoteId === undefined ? [one.sentAmount.amount] : [],
  );
  expect(new Set(dollars).size).toBe((ROWS * 2) / 3);
  expect(readFileSync(report, 'utf8').match(/,paid,,,,Transaction:/g)).toHaveLength(ROWS);
  return { ...setting, place };
}
