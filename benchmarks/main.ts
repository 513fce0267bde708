import { getRows, signedRetryRows } from './rows/calls.ts';
import { cryptographyRows } from './rows/cryptography.ts';
import { journalRows } from './rows/journal.ts';
import { mockRows } from './rows/mock.ts';
import { runRows } from './rows/run.ts';
import { coldRows, typeCheckRows } from './rows/start.ts';
import { validationRows, webhookRows } from './rows/validation.ts';
import { type Row, table } from './table.ts';

const groups: Readonly<Record<string, () => Promise<Row[]>>> = {
  get: getRows,
  cold: coldRows,
  signed: signedRetryRows,
  journal: journalRows,
  run: runRows,
  crypto: cryptographyRows,
  webhook: webhookRows,
  validation: validationRows,
  types: typeCheckRows,
  mock: mockRows,
};

/** Measures the groups named on the command line, or all, and prints their tables. */
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const unknown = words.filter((word) => !(word in groups));
if (unknown.length > 0) {
  throw new Error(
    `Unknown group: ${unknown.join(', ')}. Groups: ${Object.keys(groups).join(', ')}`,
  );
}
for (const [name, group] of Object.entries(groups)) {
  if (words.length === 0 || words.includes(name)) console.log(`${table(await group())}\n`);
}
process.exit(0);
