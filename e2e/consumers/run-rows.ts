import { type IdsOf, type MatrixCommand, matrix } from '../../scripts/lib/consumer-matrix.ts';

/** The function that runs each row of a command; a row without one does not compile. */
export type Runners<Command extends MatrixCommand> = Readonly<
  Record<IdsOf<Command>, () => Promise<readonly string[]>>
>;

/** How the rows of a command ended. */
export interface RowCounts {
  readonly passed: number;
  readonly failed: number;
}

/** Runs the rows of a command, or those whose id starts as its argument, and prints how each ended. */
export async function runRows<Command extends MatrixCommand>(
  command: Command,
  runners: Runners<Command>,
): Promise<RowCounts> {
  const byId: Readonly<Record<string, () => Promise<readonly string[]>>> = runners;
  let failed = 0;
  const rows = matrix.filter(
    (row) => row.command === command && row.id.startsWith(process.argv[2] ?? ''),
  );
  for (const { id, name, version } of rows) {
    const started = performance.now();
    const problems = await (byId[id]?.() ?? Promise.resolve([`${id} has no runner`])).catch(
      (error: unknown) => [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    );
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name} ${version} (${seconds} s)`);
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) failed += 1;
  }
  return { passed: rows.length - failed, failed };
}
