import { median, type Sample, type Series } from './rounds.ts';

/** The limit of a ratio to the first contender of a row. */
interface Target {
  readonly limit: number;
  readonly better: 'lower' | 'higher';
}

/** A target that is a maximum. */
export const atMost = (limit: number): Target => ({ limit, better: 'lower' });
/** A target that is a minimum. */
export const atLeast = (limit: number): Target => ({ limit, better: 'higher' });

/** One kind of work, and the measurements of its contenders. */
export interface Row {
  readonly work: string;
  readonly unit: string;
  readonly series: Series;
  readonly targets?: Readonly<Record<string, Target>>;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * part)] ?? Number.NaN;
}

/** A number with three significant digits. */
function short(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** The ratios of all rounds to the first contender's. */
function ratiosOf(
  samples: readonly Sample[],
  base: readonly Sample[],
  figure: 'wall' | 'cpu',
): number[] {
  return samples.flatMap((sample, round) => {
    const [value, against] = [sample[figure], base[round]?.[figure]];
    return value === undefined || against === undefined ? [] : [value / against];
  });
}

function verdict(figure: number, target: Target | undefined): string {
  if (target === undefined) return '';
  const { limit, better } = target;
  const isMet = better === 'lower' ? figure <= limit : figure >= limit;
  return `${better === 'lower' ? '≤' : '≥'} ${limit} ${isMet ? 'met' : '**not met**'}`;
}

function lines({ work, unit, series, targets = {} }: Row): string[] {
  const [base = []] = series.values();
  return [...series].map(([name, samples], index) => {
    const value = median(samples.map(({ wall }) => wall));
    const ratios = ratiosOf(samples, base, 'wall');
    const cpu = ratiosOf(samples, base, 'cpu');
    const [low, ratio, high] = [quantile(ratios, 0.25), median(ratios), quantile(ratios, 0.75)];
    const spread = `${ratio.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
    const cells = [
      index === 0 ? work : '',
      name,
      `${short(value)} ${unit}`,
      spread,
      cpu.length > 0 ? median(cpu).toFixed(2) : '',
      verdict(ratio, targets[name]),
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

/** Rows as a Markdown table. */
export function table(rows: readonly Row[]): string {
  const head = '| Work | Contender | Median | Ratio | CPU ratio | Target |';
  return [head, '|---|---|--:|--:|--:|---|', ...rows.flatMap(lines)].join('\n');
}
