import { parseArgs } from 'node:util';
import { table, writePage } from './lib/page.ts';
import { keepRun } from './lib/results.ts';
import { isMet, type Row } from './lib/row.ts';
import { bundleRows } from './rows/bundle.ts';
import { clientTimeRow } from './rows/client-time.ts';
import { coldRow, importRow } from './rows/cold.ts';
import { cryptographyRows } from './rows/cryptography.ts';
import { getRows } from './rows/get.ts';
import { growthRows } from './rows/growth.ts';
import { journalRows } from './rows/journal.ts';
import { mockRows } from './rows/mock.ts';
import { signedRetryRow } from './rows/signed-retry.ts';
import { typeCheckRow } from './rows/type-check.ts';
import { validationRow } from './rows/validation.ts';

const groups: Readonly<Record<string, () => Promise<Row | Row[]>>> = {
  get: getRows,
  cold: coldRow,
  import: importRow,
  client: clientTimeRow,
  signed: signedRetryRow,
  journal: journalRows,
  crypto: cryptographyRows,
  validation: validationRow,
  bundle: bundleRows,
  types: typeCheckRow,
  mock: mockRows,
  growth: growthRows,
};

/**
 * Runs the groups named on the command line, or all; `page` alone writes the page from the stored
 * results. Options: `--run <n>` names the run, `--quick` shortens it.
 */
const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { run: { type: 'string', default: '1' }, quick: { type: 'boolean' } },
});
const unknown = words.filter((word) => !(word in groups) && word !== 'page');
if (unknown.length > 0) {
  throw new Error(
    `Unknown group: ${unknown.join(', ')}. Groups: ${Object.keys(groups).join(', ')}`,
  );
}

async function measure(): Promise<void> {
  const rows: Row[] = [];
  for (const [name, group] of Object.entries(groups)) {
    if (words.length > 0 && !words.includes(name)) continue;
    const found = [await group()].flat();
    rows.push(...found);
    keepRun(`run-${values.run}`, rows);
    console.log(`${table(found)}\n`);
  }
  const verdicts = rows.flatMap(({ figures }) => figures.map(isMet));
  const judged = verdicts.filter((met) => met !== undefined);
  console.log(`${judged.filter(Boolean).length} of ${judged.length} targets met.`);
}

if (words.join() !== 'page') await measure();
writePage();
process.exit(0);
