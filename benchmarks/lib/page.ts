import { readFileSync, writeFileSync } from 'node:fs';
import { type Chart, chartsOf, drawCharts } from './plots.ts';
import { allRuns, mergedRows, type Run } from './results.ts';
import { isMet, type Row } from './row.ts';
import { table } from './table.ts';

/** The page of results. */
export const page = new URL('../../docs/performance.md', import.meta.url);
const images = new URL('../../docs/images/performance/', import.meta.url);
const template = new URL('../page.md', import.meta.url);
const reasonsFile = new URL('../reasons.json', import.meta.url);

/** The reasons for missed targets, by row and contender. */
type Reasons = Readonly<Record<string, Readonly<Record<string, string>>>>;

function setting(runs: readonly Run[]): string {
  const [run] = runs;
  if (run === undefined) throw new Error('benchmarks/results is empty: run `npm run bench` first.');
  const { node, cores, processor, pinned } = run;
  const times = runs.length === 1 ? 'One run' : `${runs.length} runs`;
  const quick = runs.some((each) => each.quick)
    ? ' **At least one of them was a quick run (`--quick`): few rounds, wide spread.**'
    : '';
  const cored = pinned ? 'client and servers pinned to a core each' : 'cores not pinned';
  return `${times} with Node ${node} on ${cores} cores (${processor}), ${cored}.${quick}`;
}

function picture({ file, title }: Chart): string {
  return `![${title}](images/performance/${file})`;
}

function missed(rows: readonly Row[], reasons: Reasons): string {
  const lines = rows.flatMap(({ id, work, figures }) =>
    figures
      .filter((figure) => isMet(figure) === false)
      .map(({ name }) => {
        const reason = reasons[id]?.[name] ?? 'No reason has been written down yet.';
        return `- **${work}: ${name}.** ${reason}`;
      }),
  );
  return lines.length === 0 ? 'Every target is met.' : lines.join('\n');
}

function total(rows: readonly Row[]): string {
  const verdicts = rows.flatMap(({ figures }) => figures.map(isMet));
  const judged = verdicts.filter((met) => met !== undefined);
  return `${judged.filter(Boolean).length} of ${judged.length} targets are met.`;
}

/** The text of `docs/performance.md`, built from its template and the results that are kept. */
export function pageText(): string {
  const runs = allRuns();
  const rows = mergedRows(runs);
  const reasons = JSON.parse(readFileSync(reasonsFile, 'utf8')) as Reasons;
  const parts: Readonly<Record<string, string>> = {
    setting: setting(runs),
    charts: chartsOf(rows).map(picture).join('\n\n'),
    total: total(rows),
    table: table(rows),
    missed: missed(rows, reasons),
  };
  return readFileSync(template, 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`page.md asks for {{${name}}}, which does not exist.`);
    return part;
  });
}

/** Writes `docs/performance.md` and draws its charts. */
export function writePage(): void {
  drawCharts(mergedRows(allRuns()), images);
  writeFileSync(page, pageText());
}
