import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programPath } from './child.ts';
import type { Figure, Row } from './row.ts';

/** A chart of the page: its file, its title and what its axis shows. */
export interface Chart {
  readonly file: string;
  readonly title: string;
  readonly axis: string;
  /** The rows whose figures it shows. */
  readonly rows: readonly string[];
}

/** The charts of the page, in its order. */
const charts: readonly Chart[] = [
  {
    file: 'latency.svg',
    title: 'One GET, sequential',
    axis: 'time, bare fetch = 1 (less is better)',
    rows: ['get'],
  },
  {
    file: 'throughput.svg',
    title: '64 GETs at once',
    axis: 'requests per second, bare fetch = 1 (more is better)',
    rows: ['get-64'],
  },
  {
    file: 'cold-start.svg',
    title: 'Cold process to the first response',
    axis: 'time, bare fetch = 1 (less is better)',
    rows: ['cold'],
  },
  {
    file: 'bundle.svg',
    title: 'One import, bundled',
    axis: 'kilobytes after gzip (less is better)',
    rows: ['bundle', 'bundle-wallet'],
  },
  {
    file: 'growth.svg',
    title: 'Growth',
    axis: 'ratio to the first figure of its kind (1 is constant)',
    rows: ['growth-page', 'growth-challenges', 'growth-calls'],
  },
];

const ours = /^(?:SDK|wallet|mock|SessionKey|openSealedKey|\d)/;
const colours = { domain: ['ours', 'others'], range: ['#2f6db5', '#b8bec6'] };

function bars({ title, axis }: Chart, figures: readonly Figure[]): object {
  const values = figures.map(({ name, value, ratio = value, spread, target }) => ({
    name,
    figure: ratio,
    low: spread?.[0] ?? ratio,
    high: spread?.[1] ?? ratio,
    limit: target?.limit ?? null,
    label: ratio.toFixed(2),
    side: ours.test(name) ? 'ours' : 'others',
  }));
  const y = { field: 'name', type: 'nominal', sort: null, title: null };
  const x = (field: string) => ({ field, type: 'quantitative', title: axis });
  return {
    title,
    width: 460,
    height: { step: 24 },
    background: 'white',
    data: { values },
    encoding: { y },
    layer: [
      {
        mark: { type: 'bar', height: 15 },
        encoding: {
          x: x('figure'),
          color: { field: 'side', type: 'nominal', scale: colours, legend: null },
        },
      },
      { mark: { type: 'rule' }, encoding: { x: x('low'), x2: { field: 'high' } } },
      {
        mark: { type: 'tick', color: '#c0392b', thickness: 2, size: 20 },
        encoding: { x: x('limit') },
      },
      {
        mark: { type: 'text', align: 'left', dx: 6, fontSize: 10 },
        encoding: { x: x('high'), text: { field: 'label' } },
      },
    ],
  };
}

/** The charts that have figures. */
export function chartsOf(rows: readonly Row[]): Chart[] {
  return charts.filter((chart) => rows.some(({ id }) => chart.rows.includes(id)));
}

/** Draws every chart that has figures into a folder. */
export function drawCharts(rows: readonly Row[], into: URL): void {
  const folder = fileURLToPath(into);
  mkdirSync(folder, { recursive: true });
  const plots = chartsOf(rows).map((chart) => ({
    file: join(folder, chart.file),
    spec: bars(
      chart,
      rows.filter(({ id }) => chart.rows.includes(id)).flatMap(({ figures }) => figures),
    ),
  }));
  const work = mkdtempSync(join(tmpdir(), 'plots-'));
  try {
    const file = join(work, 'plots.json');
    writeFileSync(file, JSON.stringify(plots));
    const args = [programPath('peers/plot'), file];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The charts were not drawn: ${stderr}`);
  } finally {
    rmSync(work, { recursive: true });
  }
}
