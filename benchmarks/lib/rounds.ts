/** One contender: does the work once for a round and gives its measurement. */
export interface Contender {
  readonly name: string;
  readonly measure: () => number | Promise<number>;
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/**
 * Measures contenders side by side: in every round each has its turn, in a different order, so that
 * a slow moment of the machine meets them all. Gives the median of each over the rounds. Rounds of
 * warming up come first and do not count: the compiler needs thousands of calls to settle.
 */
export async function interleaved(
  rounds: number,
  contenders: readonly Contender[],
  warmUp = 2,
): Promise<ReadonlyMap<string, number>> {
  const figures = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < warmUp; round += 1) {
    for (const { measure } of contenders) await measure();
  }
  for (let round = 0; round < rounds; round += 1) {
    const turn = round % contenders.length;
    const order = [...contenders.slice(turn), ...contenders.slice(0, turn)];
    if (round % 2 === 1) order.reverse();
    for (const { name, measure } of order) figures.get(name)?.push(await measure());
  }
  return new Map([...figures].map(([name, values]) => [name, median(values)]));
}

/** Median microseconds of one run of some work, over so many runs. */
export function p50(runs: number, work: () => unknown): () => Promise<number> {
  return async () => {
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const start = performance.now();
      await work();
      times.push(performance.now() - start);
    }
    return median(times) * 1000;
  };
}

/** Microseconds of one run of synchronous work, averaged over so many runs. */
export function average(runs: number, work: () => unknown): () => number {
  return () => {
    const start = performance.now();
    for (let run = 0; run < runs; run += 1) work();
    return ((performance.now() - start) / runs) * 1000;
  };
}

/** Runs of some work per second, with so many under way at once. */
export function perSecond(
  runs: number,
  width: number,
  work: () => Promise<unknown>,
): () => Promise<number> {
  return async () => {
    let left = runs;
    const worker = async () => {
      for (; left > 0; ) {
        left -= 1;
        await work();
      }
    };
    const start = performance.now();
    await Promise.all(Array.from({ length: width }, worker));
    return runs / ((performance.now() - start) / 1000);
  };
}
