import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '@org/payments-contract';
import { eventRows } from '@org/payments-contract/events';
import { expect, onTestFinished, test } from 'vitest';
import { triggerOnly } from '../../../packages/mock/src/webhooks/event-types.ts';
import type { Recordings } from '../../lib/flow-recordings.ts';
import { run } from '../../lib/run.ts';
import { coveragePage, operationCoverage } from './coverage.ts';

const names = operations().map(({ name }) => name);

/** The recording of a flow that calls each operation except those. */
function flowWithout(...left: readonly string[]): Recordings {
  const called = names.filter((name) => !left.includes(name));
  const events = eventRows()
    .flatMap(({ types }): readonly string[] => types)
    .filter((type) => triggerOnly[type] === undefined);
  return new Map([
    ['everything', called.map((operation) => ({ operation, events: [] }))],
    ['cards', [{ operation: 'cards.update', events }].filter(() => !left.includes('cards.update'))],
  ]);
}

/** Runs the check of the flows over a recording. */
async function checkOf(recordings: Recordings) {
  const folder = mkdtempSync(join(tmpdir(), 'flow-recordings-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(folder, { recursive: true });
  for (const [flow, calls] of recordings) {
    const lines = calls.map((call) => `${JSON.stringify(call)}\n`);
    writeFileSync(join(folder, `${flow}.jsonl`), lines.join(''));
  }
  return run('vitest', ['run', '--config=vitest.workspace.ts', '--project=coverage'], {
    env: { FLOW_RECORDINGS: folder },
  });
}

test('the check of the flows passes when every operation is called', async () => {
  expect(await checkOf(flowWithout())).toMatchObject({ ok: true });
});

test('the check of the flows fails when a flow no longer calls an operation, and names it', async () => {
  const { ok, output } = await checkOf(flowWithout('cards.update', 'quotes.execute'));
  expect(ok).toBe(false);
  expect(output).toContain('called with success in no flow');
  expect(output).toMatch(/\+\s+"cards\.update",\n\s*\+\s+"quotes\.execute",/);
  expect(output).not.toContain('"cards.get"');
});

test('the check of the flows fails when they recorded nothing', async () => {
  const { ok, output } = await checkOf(new Map());
  expect(ok).toBe(false);
  expect(output).toContain('No flow has run');
});

test('the check of the flows fails for an operation and an event that the contract does not have', async () => {
  const flow = [{ operation: 'cards.unknown', events: ['CARD.UNKNOWN'] }];
  const { ok, output } = await checkOf(new Map([...flowWithout(), ['unknown', flow]]));
  expect(ok).toBe(false);
  expect(output).toContain('cards.unknown');
});

test('the coverage page has the flows and events of each operation, and a row for each event', () => {
  const { content } = coveragePage(flowWithout());
  const cells = content.split('\n').map((line) => line.split(' | ').map((cell) => cell.trim()));
  for (const name of names) {
    const row = cells.find(([first]) => first?.startsWith(`| [\`${name}\`](/operations/`));
    expect(row, name).toHaveLength(5);
    expect(row?.[4], name).toContain('e2e/flows/everything.test.ts');
  }
  expect(content).toMatch(/\| \[`cards\.update`\].*`CARD\.STATE_CHANGE`.*flows\/cards\.test\.ts/);
  for (const type of eventRows().flatMap(({ types }) => types)) {
    expect(content).toContain(`| \`${type}\` |`);
  }
  expect(content).toMatch(/\| `CARD\.STATE_CHANGE` \|.*\| `cards\.update` \|/);
});

test('the coverage page cannot be made while no flow calls an operation', () => {
  expect(() => coveragePage(flowWithout('cards.update'))).toThrow('cards.update: flows');
});

test('the mock implements every operation in more than its example', () => {
  const examples = operationCoverage(flowWithout()).filter(({ mock }) => mock === 'example');
  expect(examples.map(({ name }) => name)).toEqual([]);
});
