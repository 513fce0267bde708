import { ContractError, OutcomeUnknownError } from '../src/errors/network-errors.ts';
import { isPaymentsError } from '../src/errors/payments-error.ts';
import type { Transport } from '../src/transport/transport.ts';
import {
  events,
  type ModelEvent,
  type ModelKind,
  type ModelRun,
  type ModelService,
  playModel,
} from './model.ts';

const success = events.at(-1);

/** The promises that a run breaks with one of its services, in words. */
function broken(
  kind: ModelKind,
  { played, error }: ModelRun,
  { effects, keys }: ModelService,
  reportsSent: boolean,
): string[] {
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
  const isKnown = ({ isKnownFailure }: ModelEvent) =>
    isKnownFailure === true || (isKnownFailure === 'if reported' && reportsSent);
  if (isUnknown && played.every(isKnown)) {
    problems.push('said unknown, everything was known');
  }
  return problems;
}

/** The first event of each class, by the events of the class. */
const representatives = new Map(
  events.map((event) => {
    const { seenAs } = event;
    const first = events.find((one) => seenAs !== undefined && one.seenAs === seenAs);
    return [event, first ?? event];
  }),
);

const isRepresentative = (event: ModelEvent) => representatives.get(event) === event;

/** The names of a run's events; `earlier` names those before the last. */
function nameOf({ played }: ModelRun, earlier = (event: ModelEvent) => event): string {
  const last = played.length - 1;
  return played.map((event, index) => (index < last ? earlier(event) : event).name).join(' > ');
}

/**
 * Plays every sequence of events that the client asks for: the reachable tree, depth first. From the
 * third attempt on it is played in full after one event of each class only. That the client behaves
 * alike after all events of a class is a finding of the same run: every shorter sequence, and every
 * longer one that ends in success, has to end as the one with the class's first event does.
 */
export async function explore(
  kind: ModelKind,
  reportsSent: boolean,
  wrap?: (transport: Transport) => Transport,
) {
  const problems: string[] = [];
  const runs = new Map<string, ModelRun>();
  const { stackTraceLimit } = Error;
  // Thousands of errors are created and none is read: their stacks would take most of the time.
  Error.stackTraceLimit = 0;
  const endOf = ({ error }: ModelRun) => (error === undefined ? 'value' : (error as Error).name);
  const visit = async (script: readonly ModelEvent[]): Promise<void> => {
    if (problems.length > 20) return;
    const run = await playModel(kind, script, reportsSent, wrap);
    const name = nameOf(run);
    runs.set(name, run);
    for (const problem of new Set(
      run.services.flatMap((service) => broken(kind, run, service, reportsSent)),
    )) {
      problems.push(`${name}: ${endOf(run)}, ${problem}`);
    }
    // The events that were missing were played as successes: that branch is this run.
    for (let depth = script.length; run.isOpen && depth < run.played.length; depth += 1) {
      const earlier = run.played.slice(0, depth);
      if (depth > 1 && !earlier.every(isRepresentative)) break;
      for (const event of events) if (event !== success) await visit([...earlier, event]);
    }
  };
  try {
    await visit([]);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  for (const [name, run] of runs) {
    const alike = runs.get(nameOf(run, (event) => representatives.get(event) ?? event));
    if (alike === undefined || endOf(alike) !== endOf(run)) {
      problems.push(`${name}: ends differently from another event of the same class`);
    }
  }
  return { runs: runs.size, problems };
}
