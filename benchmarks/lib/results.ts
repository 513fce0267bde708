import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Figure, Row } from './row.ts';
import { settings } from './settings.ts';

const folder = fileURLToPath(new URL('../results/', import.meta.url));

/** One run of the benchmarks, as it is kept. */
export interface Run {
  readonly node: string;
  readonly cores: number;
  readonly processor: string;
  readonly pinned: boolean;
  readonly quick: boolean;
  readonly rows: readonly Row[];
}

/** Keeps rows as `results/<name>.json`; other rows of an earlier run with that name stay. */
export function keepRun(name: string, rows: readonly Row[]): void {
  mkdirSync(folder, { recursive: true });
  const earlier = allRuns().find((run) => run.name === name)?.rows ?? [];
  const isIn = (list: readonly Row[], { id }: Row) => list.some((row) => row.id === id);
  const kept = earlier.map((row) => rows.find(({ id }) => id === row.id) ?? row);
  const processors = cpus();
  const run: Run = {
    node: process.version,
    cores: processors.length,
    processor: processors[0]?.model.trim() ?? 'unknown',
    pinned: settings.clientCore !== '',
    quick: settings.quick,
    rows: [...kept, ...rows.filter((row) => !isIn(earlier, row))],
  };
  writeFileSync(`${folder}${name}.json`, `${JSON.stringify(run, rounded, 1)}\n`);
}

function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value;
}

/** Every run that is kept, by name. */
export function allRuns(): (Run & { readonly name: string })[] {
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({
      name: file.slice(0, -'.json'.length),
      ...(JSON.parse(readFileSync(folder + file, 'utf8')) as Run),
    }));
}

function mean(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0) return undefined;
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** A figure over several runs: the mean of values and ratios, the outer edges of the spreads. */
function merged(figures: readonly Figure[]): Figure | undefined {
  const [first] = figures;
  if (first === undefined) return undefined;
  const { name, unit, target } = first;
  const ratio = mean(figures.map((figure) => figure.ratio));
  const cpuRatio = mean(figures.map((figure) => figure.cpuRatio));
  const edges = figures.flatMap(({ spread = [] }) => spread);
  return {
    name,
    unit,
    value: mean(figures.map(({ value }) => value)) ?? Number.NaN,
    ...(ratio !== undefined && { ratio }),
    ...(cpuRatio !== undefined && { cpuRatio }),
    ...(edges.length > 0 && { spread: [Math.min(...edges), Math.max(...edges)] }),
    ...(target && { target }),
  };
}

/** The rows of several runs as one. Figures that not every run has are taken from those that do. */
export function mergedRows(runs: readonly Run[]): Row[] {
  const all = runs.flatMap(({ rows }) => rows);
  return [...new Set(all.map(({ id }) => id))].flatMap((id) => {
    const versions = all.filter((row) => row.id === id);
    const work = versions[0]?.work;
    if (work === undefined) return [];
    const figures = versions.flatMap((row) => row.figures);
    const names = [...new Set(figures.map(({ name }) => name))];
    return {
      id,
      work,
      figures: names.flatMap(
        (name) => merged(figures.filter((figure) => figure.name === name)) ?? [],
      ),
    };
  });
}
