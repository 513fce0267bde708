import { readFile, writeFile } from 'node:fs/promises';
import { faults } from './fault-list.ts';
import { tableProblems, withTable } from './page-table.ts';
import { type CallReport, tallyTable } from './report.ts';
import { runFault } from './run-fault.ts';
import { runStorm, STORM_SEED } from './storm.ts';
import { openTransports } from './transports.ts';

const path = new URL('../../docs/reliability.md', import.meta.url);

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

const page = await readFile(path, 'utf8');
if (process.argv.includes('--check')) {
  const found = tableProblems(page);
  for (const problem of found) console.error(`docs/reliability.md ${problem}`);
  if (found.length > 0) console.error('Run `node --conditions=source e2e/faults/write-docs.ts`.');
  process.exitCode = found.length === 0 ? 0 : 1;
} else {
  const table = tallyTable(await runAll());
  console.log(table);
  await writeFile(path, withTable(page, table));
}
