import { ContractError, OutcomeUnknownError } from '../src/errors/network-errors.ts';
import { isPaymentsError } from '../src/errors/payments-error.ts';
import type { Transport } from '../src/transport/transport.ts';
import { events, type ModelEvent, type ModelKind, type ModelRun, playModel } from './model.ts';

const success = events.at(-1);

/** The promises that a run breaks, in words. */
function broken(kind: ModelKind, { played, effects, keys, error }: ModelRun): string[] {
  const problems: string[] = [];
  if (effects > 1) problems.push(`applied ${effects} times`);
  if (keys.size > 1) problems.push('sent under two keys');
  if (error !== undefined && !isPaymentsError(error)) problems.push(`threw ${String(error)}`);
  const isUnknown = error instanceof OutcomeUnknownError;
  const saysApplied = error instanceof ContractError && error.accepted;
  if (kind.changes && error === undefined && effects !== 1) problems.push('said done, was not');
  if (kind.changes && saysApplied && effects !== 1) problems.push('said accepted, was not');
  if (error !== undefined && !isUnknown && !saysApplied && effects > 0) {
    problems.push('said failed, was applied');
  }
  if (isUnknown && played.every(({ isKnownFailure }) => isKnownFailure === true)) {
    problems.push('said unknown, everything was known');
  }
  return problems;
}

/** The results of all runs of a kind of operation. */
export interface Explored {
  readonly runs: number;
  readonly problems: readonly string[];
}

/** Plays every sequence of events that the client asks for: the reachable tree, depth first. */
export async function explore(
  kind: ModelKind,
  reportsSent: boolean,
  wrap?: (transport: Transport) => Transport,
): Promise<Explored> {
  const problems: string[] = [];
  let runs = 0;
  const { stackTraceLimit } = Error;
  // Thousands of errors are made and none is looked at: their stacks would take most of the time.
  Error.stackTraceLimit = 0;
  const judge = (run: ModelRun) => {
    const names = run.played.map(({ name }) => name).join(' > ');
    const outcome = run.error === undefined ? 'value' : (run.error as Error).name;
    for (const problem of broken(kind, run)) problems.push(`${names}: ${outcome}, ${problem}`);
  };
  const visit = async (script: readonly ModelEvent[]): Promise<void> => {
    const run = await playModel(kind, script, reportsSent, wrap);
    runs += 1;
    judge(run);
    // The events that were missing were played as successes: that branch is this run.
    for (let depth = script.length; run.isOpen && depth < run.played.length; depth += 1) {
      for (const event of events) {
        if (event !== success) await visit([...run.played.slice(0, depth), event]);
      }
    }
  };
  try {
    await visit([]);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  return { runs, problems };
}
