import { ContractError, isPaymentsError, OutcomeUnknownError } from '@org/payments-sdk';
import type { Effect } from './fault-list.ts';
import type { Kind } from './kinds.ts';

/** What a call reported of its change. */
export type Verdict = 'applied' | 'failed' | 'unknown';

/** Whether a fault strikes the first request that meets it, or every one. */
export const modes = ['once', 'always'] as const;
export type Mode = (typeof modes)[number];

/** How one call ended. */
export interface CallEnd {
  readonly verdict: Verdict;
  readonly error: unknown;
  /** The response was that of another call. */
  readonly foreign: boolean;
}

/** One call: its report, and what the service applied. */
export interface CallReport extends CallEnd {
  readonly kind: Kind;
  readonly mode: Mode;
  readonly transport: string;
  /** How often the service applied the change. */
  readonly applied: number;
}

function verdictOf(error: unknown): Verdict {
  if (!isPaymentsError(error)) throw error;
  if (error instanceof OutcomeUnknownError) return 'unknown';
  if (error instanceof ContractError && error.accepted) return 'unknown';
  // The error of a keyed write has the key with which the write can be repeated safely.
  const { idempotencyKey } = error as { idempotencyKey?: string | undefined };
  return idempotencyKey === undefined ? 'failed' : 'unknown';
}

/** Waits for a call whose result ends with its marker. */
export async function endOf(call: () => Promise<string>, marker: string): Promise<CallEnd> {
  try {
    return { verdict: 'applied', error: undefined, foreign: !(await call()).endsWith(marker) };
  } catch (error) {
    return { verdict: verdictOf(error), error, foreign: false };
  }
}

/** The reports that are not true, in words: no fault and no number of calls excuses one. */
export function lies(reports: readonly CallReport[]): string[] {
  return reports.flatMap(({ kind, mode, transport, verdict, applied, foreign }) => {
    const isUndone = kind.writes && verdict === 'applied' && applied !== 1;
    const lie =
      (applied > 1 && 'applied twice') ||
      (isUndone && 'reported done, not applied') ||
      (verdict === 'failed' && applied > 0 && 'reported failed, applied') ||
      (foreign && "another call's response");
    return lie === false ? [] : [`${kind.name}, ${mode}, ${transport}: ${lie}`];
  });
}

function verdictAfter(effect: Effect, kind: Kind, mode: Mode): Verdict {
  if (effect === 'harmless') return 'applied';
  if (mode === 'once' && (kind.repeatable || effect === 'unsent')) return 'applied';
  const isUnsure = effect === 'lost' && (kind.keyed === true || !kind.repeatable);
  return isUnsure ? 'unknown' : 'failed';
}

/** The reports that differ from what the effect of a fault permits, in words. */
export function differences(effect: Effect, reports: readonly CallReport[]): string[] {
  return reports.flatMap(({ kind, mode, transport, verdict, error }) => {
    // A fetch does not report what it sent, so that nothing proves that a request was not sent.
    const known = effect === 'unsent' && transport.includes('fetch') ? 'lost' : effect;
    const effects = known === 'unsent-or-lost' ? (['unsent', 'lost'] as const) : [known];
    const permitted = effects.map((each) => verdictAfter(each, kind, mode));
    if (permitted.includes(verdict)) return [];
    return [`${kind.name}, ${mode}, ${transport}: ${verdict}, not ${permitted}: ${error}`];
  });
}
