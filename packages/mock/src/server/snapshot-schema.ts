import * as z from 'zod';
import type { Snapshot } from '../store/snapshot.ts';
import { checked } from '../usage-error.ts';

const snapshot = z.object({
  version: z.literal(1, { error: 'must be 1: this mock reads snapshots of version 1' }),
  now: z.number({ error: 'must be a time in milliseconds since 1970' }),
  tables: z.record(z.string(), z.object({ rows: z.array(z.unknown()) }), {
    error: 'must hold the tables of the mock',
  }),
});

/**
 * The value, once it has the form of a snapshot.
 *
 * @throws MockUsageError
 */
export function checkedSnapshot(value: unknown): Snapshot {
  checked('The state is not a snapshot of the mock', snapshot, value);
  return value as Snapshot;
}
