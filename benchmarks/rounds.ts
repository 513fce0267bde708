/** How long a run takes and where its processes run. */
export const settings = {
  /** A short run, to check that everything works; its figures are not for publication. */
  quick: process.argv.includes('--quick'),
  /** The cores of the contenders and of their servers; empty if processes cannot be pinned. */
  clientCore: process.env.BENCH_CLIENT_CORE ?? '',
  serverCore: process.env.BENCH_SERVER_CORE ?? '',
} as const;

/** A count of rounds or calls, reduced in a quick run. */
function scaled(count: number): number {
  return settings.quick ? Math.max(3, Math.round(count / 8)) : count;
}

/** One measurement: wall time or another figure, and the CPU time in the same unit if known. */
export interface Sample {
  readonly wall: number;
  readonly cpu?: number;
}

/** One contender: does the work once for a round and returns its measurement. */
export interface Contender {
  readonly name: string;
  readonly measure: () => Sample | Promise<Sample>;
}

/** The measurements of one contender, round by round. */
export type Series = ReadonlyMap<string, readonly Sample[]>;

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/**
 * Measures contenders side by side: every round runs each of them once, in a different order, so
 * that a slow moment of the machine affects them all. Warm-up rounds come first and do not count,
 * because the JIT compiler needs thousands of calls.
 */
export async function interleaved(
  rounds: number,
  contenders: readonly Contender[],
  warmUp = 2,
): Promise<Series> {
  const series = new Map(contenders.map(({ name }) => [name, [] as Sample[]]));
  for (let round = 0; round < scaled(warmUp); round += 1) {
    for (const { measure } of contenders) await measure();
  }
  for (let round = 0; round < scaled(rounds); round += 1) {
    const turn = round % contenders.length;
    const order = [...contenders.slice(turn), ...contenders.slice(0, turn)];
    if (round % 2 === 1) order.reverse();
    for (const { name, measure } of order) series.get(name)?.push(await measure());
  }
  return series;
}

function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Median microseconds of one run of some work, and the CPU time of a run on average. */
export function p50(runs: number, work: () => unknown): Contender['measure'] {
  const count = scaled(runs);
  return async () => {
    const times: number[] = [];
    const cpu = cpuMicroseconds();
    for (let run = 0; run < count; run += 1) {
      const start = performance.now();
      await work();
      times.push(performance.now() - start);
    }
    return { wall: median(times) * 1000, cpu: (cpuMicroseconds() - cpu) / count };
  };
}

/** Microseconds of one run of synchronous work, averaged over a number of runs. */
export function average(runs: number, work: () => unknown): Contender['measure'] {
  const count = scaled(runs);
  return () => {
    const cpu = cpuMicroseconds();
    const start = performance.now();
    for (let run = 0; run < count; run += 1) work();
    const wall = ((performance.now() - start) / count) * 1000;
    return { wall, cpu: (cpuMicroseconds() - cpu) / count };
  };
}

/** Runs of some work per second of wall time and of CPU time, with a number of them in progress at once. */
export function perSecond(
  runs: number,
  width: number,
  work: () => Promise<unknown>,
): Contender['measure'] {
  const count = scaled(runs);
  return async () => {
    let left = count;
    const worker = async () => {
      while (left > 0) {
        left -= 1;
        await work();
      }
    };
    const cpu = cpuMicroseconds();
    const start = performance.now();
    await Promise.all(Array.from({ length: width }, worker));
    const wall = count / ((performance.now() - start) / 1000);
    return { wall, cpu: count / ((cpuMicroseconds() - cpu) / 1_000_000) };
  };
}
