import { readFile, writeFile } from 'node:fs/promises';
import { isMet, type Row, table } from './lib/row.ts';
import { bundleRow } from './rows/bundle.ts';
import { clientTimeRows } from './rows/client-time.ts';
import { coldRow, importRow } from './rows/cold.ts';
import { cryptographyRows } from './rows/cryptography.ts';
import { getRows } from './rows/get.ts';
import { growthRows } from './rows/growth.ts';
import { mockRows } from './rows/mock.ts';
import { signedRetryRow } from './rows/signed-retry.ts';
import { typeCheckRow } from './rows/type-check.ts';
import { validationRow } from './rows/validation.ts';

const page = new URL('../docs/performance.md', import.meta.url);
const markers = ['<!-- figures:start -->', '<!-- figures:end -->'] as const;

const groups: Readonly<Record<string, () => Promise<Row | Row[]>>> = {
  get: getRows,
  cold: coldRow,
  import: importRow,
  client: clientTimeRows,
  signed: signedRetryRow,
  crypto: cryptographyRows,
  validation: validationRow,
  bundle: bundleRow,
  types: typeCheckRow,
  mock: mockRows,
  growth: growthRows,
};

/** Runs the groups named, or all; `--write` puts the table into `docs/performance.md`. */
const chosen = process.argv.slice(2).filter((name) => name in groups);
const rows: Row[] = [];
for (const [name, run] of Object.entries(groups)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const found = [await run()].flat();
  rows.push(...found);
  console.log(`${table(found)}\n`);
}
const figures = rows.flatMap((row) => row.figures);
const missed = figures.filter((figure) => isMet(figure) === false).length;
const judged = figures.filter((figure) => isMet(figure) !== undefined).length;
console.log(`${judged - missed} of ${judged} targets met.`);
if (process.argv.includes('--write')) {
  const text = await readFile(page, 'utf8');
  const [before, rest] = text.split(markers[0]);
  const after = rest?.split(markers[1])[1];
  if (after === undefined) throw new Error(`${page.pathname} has no ${markers[0]}.`);
  await writeFile(page, `${before}${markers[0]}\n${table(rows)}\n${markers[1]}${after}`);
}
