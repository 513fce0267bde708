import type { Transport } from '@org/payments-sdk';
import { afterAll, describe, expect, test } from 'vitest';
import { differences } from './expected.ts';
import { type Fault, faults } from './fault-list.ts';
import { type CallReport, tally, tallyTable } from './report.ts';
import { runFault } from './run-fault.ts';
import { runStorm, STORM_SEED } from './storm.ts';
import { openTransports } from './transports.ts';

const all: CallReport[] = [];
const { transports, close } = openTransports();

afterAll(async () => {
  await close();
  console.log(`${tallyTable(all)}\n`);
});

function expectHonest(reports: readonly CallReport[]): void {
  expect(tally(reports)).toMatchObject({
    appliedTwice: 0,
    doneButNotApplied: 0,
    failedButApplied: 0,
    foreignAnswers: 0,
  });
}

describe('every kind of operation, struck once and always, over every transport', () => {
  test.each(faults.map((fault) => [fault.name, fault] as const))('%s', async (_name, fault) => {
    const cases = await runFault(fault, transports);
    const reports = cases.map(({ report }) => report);
    all.push(...reports);
    expectHonest(reports);
    expect(differences(cases)).toEqual([]);
    expect(cases).toHaveLength(fault.effect === 'harmless' ? 72 : 36);
  });
});

describe('1,000 calls at once, a tenth of their requests struck', () => {
  test.each(transports.map((named) => [named.name, named] as const))('%s', async (_name, named) => {
    const { reports, struck } = await runStorm(STORM_SEED, named);
    all.push(...reports);
    expectHonest(reports);
    expect(reports).toHaveLength(1_000);
    expect(struck).toBeGreaterThan(80);
    const { done, unknown } = tally(reports);
    expect(done).toBeGreaterThan(850);
    expect(unknown).toBeGreaterThan(0);
  });
});

test('the suite detects a client that repeats a lost request', async () => {
  const [, undici] = transports;
  const transport: Transport = async (request) => {
    const send = undici?.transport as Transport;
    return send(request).catch(() => send(request));
  };
  const lost = faults.find(({ name }) => name === 'reset after the change is applied') as Fault;
  const cases = await runFault(lost, [{ name: 'careless', transport }]);
  const { appliedTwice, doneButNotApplied } = tally(cases.map(({ report }) => report));
  expect(appliedTwice).toBe(6);
  expect(doneButNotApplied).toBe(3);
});
