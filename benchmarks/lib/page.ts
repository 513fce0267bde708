import { readFileSync, writeFileSync } from 'node:fs';
import { type Chart, chartsOf, drawCharts } from './plots.ts';
import { allRuns, mergedRows, type Run } from './results.ts';
import { type Figure, isMet, type Row } from './row.ts';

/** A number with three significant digits. */
function short(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function verdict(figure: Figure): string {
  const { target } = figure;
  if (target === undefined) return '';
  const sign = target.better === 'lower' ? '≤' : '≥';
  return `${sign} ${target.limit} ${isMet(figure) ? 'met' : '**not met**'}`;
}

function ratioOf({ ratio, spread }: Figure): string {
  if (ratio === undefined) return '';
  if (spread === undefined) return ratio.toFixed(2);
  return `${ratio.toFixed(2)} (${spread.map((edge) => edge.toFixed(2)).join(' to ')})`;
}

function line(work: string, figure: Figure): string {
  const { name, value, unit, cpuRatio } = figure;
  const cells = [
    work,
    name,
    `${short(value)} ${unit}`,
    ratioOf(figure),
    cpuRatio === undefined || Number.isNaN(cpuRatio) ? '' : cpuRatio.toFixed(2),
    verdict(figure),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Rows as a Markdown table. */
export function table(rows: readonly Row[]): string {
  const lines = rows.flatMap(({ work, figures }) =>
    figures.map((figure, index) => line(index === 0 ? work : '', figure)),
  );
  const head = '| Work | Contender | Median | Ratio | CPU ratio | Target |';
  return [head, '|---|---|--:|--:|--:|---|', ...lines].join('\n');
}

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
