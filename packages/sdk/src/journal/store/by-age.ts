import type { JournalRecord } from './store.ts';

/** Records by creation time, then by id: the order of a claim. */
export function byAge(records: readonly JournalRecord[]): JournalRecord[] {
  const place = ({ startedAt, id }: JournalRecord) => `${startedAt} ${id}`;
  return [...records].sort((one, other) => (place(one) < place(other) ? -1 : 1));
}
