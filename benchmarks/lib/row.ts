import { median, type Sample, type Series } from './rounds.ts';

/** The limit of a ratio, or of a value without a ratio. */
export interface Target {
  readonly limit: number;
  readonly better: 'lower' | 'higher';
}

/** One contender's result in one kind of work. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  /** To the first figure of the row: the median of the ratios of all rounds. */
  readonly ratio?: number;
  /** The first and third quartile of those ratios. */
  readonly spread?: readonly [low: number, high: number];
  /** The same ratio of CPU time. */
  readonly cpuRatio?: number;
  readonly target?: Target;
}

/** One kind of work and its figures. */
export interface Row {
  readonly id: string;
  readonly work: string;
  readonly figures: readonly Figure[];
}

/** A target that is a maximum. */
export const atMost = (limit: number): Target => ({ limit, better: 'lower' });
/** A target that is a minimum. */
export const atLeast = (limit: number): Target => ({ limit, better: 'higher' });

/** What is common to the figures of a row. */
export interface RowFacts {
  readonly id: string;
  readonly work: string;
  readonly unit: string;
  readonly targets?: Readonly<Record<string, Target>>;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * part)] ?? Number.NaN;
}

function ratiosOf(
  samples: readonly Sample[],
  base: readonly Sample[],
  pick: (sample: Sample) => number | undefined,
): number[] {
  return samples.flatMap((sample, round) => {
    const [value, against] = [pick(sample), pick(base[round] ?? { wall: Number.NaN })];
    return value === undefined || against === undefined ? [] : [value / against];
  });
}

/** Measured series as ratios to the first of them, round by round; targets apply to the ratios. */
export function ratioRow({ id, work, unit, targets = {} }: RowFacts, series: Series): Row {
  const [base = []] = series.values();
  const figures = [...series].map(([name, samples]): Figure => {
    const ratios = ratiosOf(samples, base, ({ wall }) => wall);
    const ofCpu = ratiosOf(samples, base, ({ cpu }) => cpu);
    const target = targets[name];
    return {
      name,
      unit,
      value: median(samples.map(({ wall }) => wall)),
      ratio: median(ratios),
      spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
      ...(ofCpu.length > 0 && { cpuRatio: median(ofCpu) }),
      ...(target && { target }),
    };
  });
  return { id, work, figures };
}

/** Plain values, which the targets apply to. */
export function valueRow(
  { id, work, unit, targets = {} }: RowFacts,
  values: ReadonlyMap<string, number>,
): Row {
  const figures = [...values].map(([name, value]): Figure => {
    const target = targets[name];
    return { name, unit, value, ...(target && { target }) };
  });
  return { id, work, figures };
}

/** Whether a figure reaches its target; undefined if it has none. */
export function isMet({ value, ratio = value, target }: Figure): boolean | undefined {
  if (target === undefined) return undefined;
  return target.better === 'lower' ? ratio <= target.limit : ratio >= target.limit;
}
