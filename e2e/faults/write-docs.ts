import { readFile, writeFile } from 'node:fs/promises';
import { faults } from './fault-list.ts';
import { type CallReport, tallyTable } from './report.ts';
import { runFault } from './run-fault.ts';
import { runStorm, STORM, STORM_SEED } from './storm.ts';
import { openTransports } from './transports.ts';

const page = new URL('../../docs/reliability.md', import.meta.url);
const markers = ['<!-- tally:start -->', '<!-- tally:end -->'] as const;

/** The text between the markers of the page, and the text around it. */
async function parts(): Promise<readonly [before: string, tally: string, after: string]> {
  const text = await readFile(page, 'utf8');
  const [before, rest, ...more] = text.split(markers[0]);
  const [tally, after] = rest?.split(markers[1]) ?? [];
  if (before === undefined || tally === undefined || after === undefined || more.length > 0) {
    throw new Error(`${page.pathname} needs ${markers.join(' and ')}, once each.`);
  }
  return [before, tally, after];
}

async function runAll(): Promise<CallReport[]> {
  const { transports, close } = openTransports();
  const reports: CallReport[] = [];
  for (const fault of faults) {
    reports.push(...(await runFault(fault, transports)).map(({ report }) => report));
  }
  for (const named of transports) reports.push(...(await runStorm(STORM_SEED, named)).reports);
  await close();
  return reports;
}

/** Returns the differences between the page's table and the suite. */
export async function problems(): Promise<string[]> {
  const [, tally] = await parts();
  const rows = tally
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const listed = rows.map(([, name]) => name ?? '');
  const expected = [...faults.map(({ name }) => name), STORM, 'all'];
  const broken = rows.filter((row) => row.slice(-5, -1).some((cell) => cell !== '0'));
  return [
    ...expected.filter((name) => !listed.includes(name)).map((name) => `lacks "${name}"`),
    ...listed
      .filter((name) => !expected.includes(name))
      .map((name) => `has "${name}", which the suite does not have`),
    ...broken.map(([, name]) => `shows a broken promise at "${name}"`),
  ];
}

if (process.argv.includes('--check')) {
  const found = await problems();
  for (const problem of found) console.error(`docs/reliability.md ${problem}`);
  if (found.length > 0) console.error('Run `node --conditions=source e2e/faults/write-docs.ts`.');
  process.exitCode = found.length === 0 ? 0 : 1;
} else {
  const [before, , after] = await parts();
  const table = tallyTable(await runAll());
  console.log(table);
  const block = `${markers[0]}\n${table}\n${markers[1]}`;
  await writeFile(page, `${before}${block}${after}`);
}
