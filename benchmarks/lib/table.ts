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
