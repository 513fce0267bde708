import type { RecoveredWrite } from '../recover/recovered-write.ts';
import type { FoundError } from './error-meaning.ts';
import type { StepRecords } from './run-state.ts';
import type { RunClient, StepOptions } from './run-types.ts';

/** How long a recovery of one write may take before the item waits in the state instead. */
const DEADLINE = 15_000;
/** More entries than the attempts with one key are. */
const MANY = 500;

/** By how much the clocks of two machines may differ, milliseconds. A value of the client would be a file of its own. */
export const CLOCK_TOLERANCE = 300_000;

/** Which write it is, and since when it may have been sent. */
export interface DoubtfulWrite {
  readonly key: string;
  readonly begunAt: number;
  readonly settle: number | undefined;
  readonly keyLifetime: number;
  /** Whether the service may have forgotten the key, so that it must not be sent again. */
  readonly isOld: boolean;
}

/**
 * Whether the service has the key of a write from another request: that this one was refused shows
 * nothing of that one, which may have paid the item.
 */
export const isReused = ({ source }: RecoveredWrite): boolean =>
  source.errorCode === 'IDEMPOTENCY_KEY_REUSED';

/**
 * What the journal of the client shows of a write: its open entries of the key are settled, by the key
 * or by a read; of an old key also those that have ended. Undefined if it has none, and `busy` if another
 * process is at one.
 */
export async function evidence(
  client: RunClient,
  { key, begunAt, settle, keyLifetime, isOld }: DoubtfulWrite,
): Promise<RecoveredWrite | 'busy' | undefined> {
  const page = { after: undefined, limit: MANY, idempotencyKey: key };
  const open = isOld ? undefined : await client.journal?.open(page);
  const ids = open?.map(({ id }) => id);
  if (ids?.length === 0) return undefined;
  const since = isOld ? new Date(begunAt - CLOCK_TOLERANCE) : undefined;
  const found: RecoveredWrite[] = [];
  const which = { ids, since, idempotencyKey: key };
  const options = { ...which, settle, keyLifetime, repeatKeyed: !isOld, deadline: DEADLINE };
  for await (const write of client.recover(options)) found.push(write);
  const applied = found.find(({ outcome }) => outcome === 'applied');
  if (applied === undefined && found.length < (ids?.length ?? 0)) return 'busy';
  return (
    applied ??
    found.find(isReused) ??
    found.find(({ outcome }) => outcome === 'unknown') ??
    found[0]
  );
}

/** The `Date` of a response has whole seconds. */
const SECOND = 1000;

function timeOf(text: unknown): number {
  return typeof text === 'string' ? Date.parse(text) : Number.NaN;
}

/** A step of the present round of `pay`. */
export type RoundStep = readonly [name: string, options: StepOptions];

/**
 * The place in the round of the step to begin again with, because what it returned had expired, by the
 * service's clock, when the last step of the round was refused; -1 if none had.
 */
export function expiredPlace(
  round: readonly RoundStep[],
  steps: StepRecords,
  { headers }: FoundError,
  now: number,
): number {
  const date = timeOf(headers?.date);
  const refusedAt = Number.isNaN(date) ? now : date + SECOND - 1;
  return round.slice(0, -1).findLastIndex(([name, { again }]) => {
    const { expiresAt } = Object(steps[name]?.result?.[0]) as { readonly expiresAt?: unknown };
    return again === 'expired' && timeOf(expiresAt) <= refusedAt;
  });
}
