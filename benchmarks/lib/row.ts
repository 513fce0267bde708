/** One figure of a row: a contender against what the row compares with. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Against the base of the row. */
  readonly ratio?: number;
  /** What it has to reach; none for a reference point. */
  readonly target?: { readonly limit: number; readonly better: 'lower' | 'higher' };
}

/** One kind of work and its figures. */
export interface Row {
  readonly work: string;
  readonly figures: readonly Figure[];
}

type Target = NonNullable<Figure['target']>;

/** At most so much. */
export const atMost = (limit: number): Target => ({ limit, better: 'lower' });
/** At least so much. */
export const atLeast = (limit: number): Target => ({ limit, better: 'higher' });

/** Figures as ratios to the first of them; `targets` apply to the ratios. */
export function ratios(
  work: string,
  unit: string,
  values: ReadonlyMap<string, number>,
  targets: Readonly<Record<string, Target>>,
): Row {
  const [base = Number.NaN] = values.values();
  const figures = [...values].map(([name, value]): Figure => {
    const target = targets[name];
    return { name, value, unit, ratio: value / base, ...(target && { target }) };
  });
  return { work, figures };
}

/** Whether a figure reaches its target; undefined where it has none. */
export function isMet({ value, ratio = value, target }: Figure): boolean | undefined {
  if (target === undefined) return undefined;
  return target.better === 'lower' ? ratio <= target.limit : ratio >= target.limit;
}

function short(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function verdict(figure: Figure): string {
  const { target } = figure;
  if (target === undefined) return '';
  const sign = target.better === 'lower' ? '≤' : '≥';
  return `${sign} ${target.limit} ${isMet(figure) ? 'met' : '**missed**'}`;
}

/** Rows as a Markdown table. */
export function table(rows: readonly Row[]): string {
  const lines = rows.flatMap(({ work, figures }) =>
    figures.map((figure, index) => {
      const { name, value, unit, ratio } = figure;
      const cells = [index === 0 ? work : '', name, `${short(value)} ${unit}`];
      return `| ${[...cells, ratio === undefined ? '' : ratio.toFixed(2), verdict(figure)].join(' | ')} |`;
    }),
  );
  return ['| Work | Who | Median | Ratio | Target |', '|---|---|--:|--:|---|', ...lines].join('\n');
}
