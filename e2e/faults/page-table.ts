import { permittedCounts } from './expected.ts';
import { faults } from './fault-list.ts';
import { tallyColumns } from './report.ts';
import { CALLS, STORM } from './storm.ts';
import { transportNames } from './transports.ts';

const markers = ['<!-- tally:start -->', '<!-- tally:end -->'] as const;

/** One row of the table: its name, and its numbers by column. */
interface Row {
  readonly name: string;
  readonly count: (column: string) => number;
  readonly counts: readonly number[];
}

/** The text before the table, between its markers, and after it. @throws Error without markers */
function partsOf(page: string): readonly [before: string, table: string, after: string] {
  const [before, rest, ...more] = page.split(markers[0]);
  const [table, after] = rest?.split(markers[1]) ?? [];
  if (before === undefined || table === undefined || after === undefined || more.length > 0) {
    throw new Error(`docs/reliability.md needs ${markers.join(' and ')}, once each.`);
  }
  return [before, table, after];
}

/** Returns the page with another table. */
export function withTable(page: string, table: string): string {
  const [before, , after] = partsOf(page);
  return `${before}${markers[0]}\n${table}\n${markers[1]}${after}`;
}

function rowsOf(table: string): Row[] {
  const [head = [], ...rows] = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1));
  return rows.map(([name = '', ...cells]) => ({
    name,
    counts: cells.map(Number),
    count: (column) => Number(cells[head.indexOf(column) - 1] ?? Number.NaN),
  }));
}

/** What is wrong with the numbers of one row: broken promises, and sums that do not agree. */
function rowProblems({ name, count }: Row): string[] {
  const [, , , , ...promises] = tallyColumns.map(([, title]) => title);
  const ended = count('done') + count('failed') + count('unknown');
  return [
    ...promises
      .filter((title) => count(title) !== 0)
      .map((title) => `shows a broken promise at "${name}": ${title}`),
    ...(ended === count('calls')
      ? []
      : [`has ${count('calls')} calls at "${name}", and ${ended} outcomes`]),
  ];
}

/** What the suite cannot have counted at a fault. */
function faultProblems({ name, count }: Row): string[] {
  const fault = faults.find((each) => each.name === name);
  if (fault === undefined) return [];
  return permittedCounts(fault, transportNames).flatMap(({ column, least, most }) => {
    const shown = count(column);
    if (shown >= least && shown <= most) return [];
    const range = least === most ? `${least}` : `${least} to ${most}`;
    return [`shows ${shown} ${column} at "${name}"; the suite permits ${range}`];
  });
}

function sumProblems(rows: readonly Row[]): string[] {
  const all = rows.find(({ name }) => name === 'all')?.counts ?? [];
  const others = rows.filter(({ name }) => name !== 'all');
  return all.flatMap((shown, index) => {
    const sum = others.reduce((total, { counts }) => total + (counts[index] ?? Number.NaN), 0);
    const [, title] = tallyColumns[index] ?? [];
    return shown === sum ? [] : [`shows ${shown} ${title} at "all"; the rows add up to ${sum}`];
  });
}

/** Returns the differences between the page's table and what the suite permits. */
export function tableProblems(page: string): string[] {
  const rows = rowsOf(partsOf(page)[1]);
  const listed = rows.map(({ name }) => name);
  const expected = [...faults.map(({ name }) => name), STORM, 'all'];
  const storm = rows.find(({ name }) => name === STORM);
  const stormCalls = CALLS * transportNames.length;
  return [
    ...expected.filter((name) => !listed.includes(name)).map((name) => `lacks "${name}"`),
    ...listed
      .filter((name, index) => !expected.includes(name) || listed.indexOf(name) !== index)
      .map((name) => `has "${name}", which the suite does not have, or has once`),
    ...(storm === undefined || storm.count('calls') === stormCalls
      ? []
      : [`shows ${storm.count('calls')} calls at "${STORM}"; the suite makes ${stormCalls}`]),
    ...rows.flatMap(rowProblems),
    ...rows.flatMap(faultProblems),
    ...sumProblems(rows),
  ];
}
