import type { RecoveredWrite } from '../recover/recovered-write.ts';
import type { RunClient } from './run-types.ts';

/** How long a recovery of one write may take before the item waits in the state instead. */
const DEADLINE = 15_000;
const PAGE = 500;
/** By how much the clocks of two machines may differ, milliseconds. */
const TOLERANCE = 300_000;

/** Which write it is, and since when it may have been sent. */
export interface DoubtfulWrite {
  readonly key: string;
  readonly begunAt: number;
  readonly settle: number | undefined;
  readonly keyLifetime: number;
}

/** The ids of the open entries of a key in the journal of the client. */
async function openEntries({ journal }: RunClient, key: string): Promise<string[]> {
  const ids: string[] = [];
  let after: { readonly startedAt: string; readonly id: string } | undefined;
  for (;;) {
    const page = (await journal?.open({ after, limit: PAGE })) ?? [];
    ids.push(...page.filter(({ idempotencyKey }) => idempotencyKey === key).map(({ id }) => id));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return ids;
    after = { startedAt: last.startedAt, id: last.id };
  }
}

/**
 * Settles the open entries of a key in the journal of the client, by the key and by a read. Undefined
 * without one: what was sent with the key has ended, and is known. `busy` if another process is at one.
 */
export async function openEvidence(
  client: RunClient,
  { key, settle, keyLifetime }: DoubtfulWrite,
): Promise<RecoveredWrite | 'busy' | undefined> {
  const ids = await openEntries(client, key);
  if (ids.length === 0) return undefined;
  const found: RecoveredWrite[] = [];
  const options = { ids, settle, keyLifetime, deadline: DEADLINE };
  for await (const write of client.recover(options)) found.push(write);
  const applied = found.find(({ outcome }) => outcome === 'applied');
  if (applied !== undefined) return applied;
  if (found.length < ids.length) return 'busy';
  return found.find(({ outcome }) => outcome === 'unknown') ?? found[0];
}

/**
 * What the journal of the client shows of a key that is too old to be repeated, also if its entry has
 * ended. Undefined if the journal no longer has it.
 */
export async function oldEvidence(
  client: RunClient,
  { key, begunAt, settle }: DoubtfulWrite,
): Promise<RecoveredWrite | undefined> {
  const since = new Date(begunAt - TOLERANCE);
  const options = { since, settle, repeatKeyed: false, deadline: DEADLINE };
  let found: RecoveredWrite | undefined;
  for await (const write of client.recover(options)) {
    if (write.idempotencyKey !== key) continue;
    if (found === undefined || write.outcome !== 'not-applied') found = write;
    if (write.outcome === 'applied') return write;
  }
  return found;
}
