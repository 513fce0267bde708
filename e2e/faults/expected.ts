import type { Effect, Fault } from './fault-list.ts';
import { type Kind, kinds } from './kinds.ts';
import type { Verdict } from './report.ts';
import { type FaultCase, type Mode, modes } from './run-fault.ts';

function verdictOfEffect(effect: Effect, kind: Kind, mode: Mode): Verdict {
  if (effect === 'harmless') return 'applied';
  const isRepeated = kind.repeatable || effect === 'unsent';
  if (mode === 'once' && isRepeated) return 'applied';
  if (effect === 'refused') return 'failed';
  const isUnsure = effect === 'lost' && (kind.keyed === true || !kind.repeatable);
  return isUnsure ? 'unknown' : 'failed';
}

/**
 * The permitted reports about a call. A call that may be repeated succeeds once the fault has
 * ended.
 */
function permitted(
  { effect }: Fault,
  kind: Kind,
  mode: Mode,
  transport: string,
): readonly Verdict[] {
  if (effect === 'unsent-or-lost') {
    return [verdictOfEffect('unsent', kind, mode), verdictOfEffect('lost', kind, mode)];
  }
  // A fetch does not report what it sent, so that nothing proves that a request was not sent.
  const known = effect === 'unsent' && transport.endsWith('fetch') ? 'lost' : effect;
  return [verdictOfEffect(known, kind, mode)];
}

/** How many calls of a fault may be in a column of the tally. */
export interface PermittedCount {
  readonly column: string;
  readonly least: number;
  readonly most: number;
}

const columnOf = { applied: 'done', failed: 'failed', unknown: 'unknown' } as const;

/** Returns how many calls of a fault may end in each way, over all transports. */
export function permittedCounts(fault: Fault, transports: readonly string[]): PermittedCount[] {
  const cases = transports.flatMap((transport) =>
    kinds.flatMap((kind) => modes.map((mode) => permitted(fault, kind, mode, transport))),
  );
  // After a harmless fault the same client reads once more.
  const calls = fault.effect === 'harmless' ? cases.flatMap((each) => [each, each]) : cases;
  const counts = (['applied', 'failed', 'unknown'] as const).map((verdict) => {
    const possible = calls.filter((verdicts) => verdicts.includes(verdict));
    const certain = possible.filter((verdicts) => verdicts.every((each) => each === verdict));
    return { column: columnOf[verdict], least: certain.length, most: possible.length };
  });
  return [{ column: 'calls', least: calls.length, most: calls.length }, ...counts];
}

/** The calls that were reported in another way than their fault permits, in words. */
export function differences(cases: readonly FaultCase[]): string[] {
  return cases.flatMap(({ fault, kind, mode, report }) => {
    const { transport, verdict, error, applied } = report;
    const right = permitted(fault, kind, mode, transport);
    const about = `${kind.name}, ${mode}, ${transport}: ${verdict} (${error}, applied ${applied})`;
    return right.includes(verdict) ? [] : [`${about}, not ${right.join(' or ')}`];
  });
}
