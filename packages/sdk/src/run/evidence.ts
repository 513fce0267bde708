import type { RecoveredWrite } from '../recover/recovered-write.ts';
import type { RunClient } from './run-types.ts';

/** How long a recovery of one write may take before the item waits in the state instead. */
const DEADLINE = 15_000;
/** More entries than the attempts with one key are. */
const MANY = 500;
/** By how much the clocks of two machines may differ, milliseconds. */
const TOLERANCE = 300_000;

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
  const since = isOld ? new Date(begunAt - TOLERANCE) : undefined;
  const found: RecoveredWrite[] = [];
  const which = { ids, since, idempotencyKey: key };
  const options = { ...which, settle, keyLifetime, repeatKeyed: !isOld, deadline: DEADLINE };
  for await (const write of client.recover(options)) found.push(write);
  const applied = found.find(({ outcome }) => outcome === 'applied');
  if (applied === undefined && found.length < (ids?.length ?? 0)) return 'busy';
  return applied ?? found.find(({ outcome }) => outcome === 'unknown') ?? found[0];
}
