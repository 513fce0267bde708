import * as z from 'zod/mini';
import { createMock, type Mock } from '../mock.ts';
import type { Snapshot } from '../store/store.ts';
import { checked, MockUsageError, type UsageIssue } from '../usage-error.ts';

const row = z.tuple([z.number(), z.looseObject({ id: z.string() })], {
  error: 'must be a number and a record with an id',
});
const snapshot = z.object({
  version: z.literal(1, { error: 'must be 1: this mock reads snapshots of version 1' }),
  now: z.number({ error: 'must be a time in milliseconds since 1970' }),
  tables: z.record(z.string(), z.object({ rows: z.array(row) }), {
    error: 'must hold the tables of the mock',
  }),
});
type Checked = z.infer<typeof snapshot>;

const WHAT = 'The state is not a snapshot of the mock';
/** In an unrelated file every record is invalid, so only the first problems are reported. */
const MAX_ISSUES = 10;

function unknownTables({ tables }: Checked, mock: Mock): UsageIssue[] {
  const known = Object.keys(mock.snapshot().tables);
  const message = `is not a table; allowed: ${known.join(', ')}`;
  const names = Object.keys(tables).filter((name) => !known.includes(name));
  return names.map((name) => ({ path: `tables.${name}`, message }));
}

function unknownStates({ tables }: Checked, mock: Mock): UsageIssue[] {
  return mock.panels().flatMap(({ name, stateField, states }) => {
    const rows = Object.hasOwn(tables, name) ? (tables[name]?.rows ?? []) : [];
    if (stateField === undefined || states.length === 0) return [];
    return rows.flatMap(([, record], index) => {
      const state = record[stateField];
      if (state === undefined || states.includes(String(state))) return [];
      const path = `tables.${name}.rows.${index}.${stateField}`;
      return [{ path, message: `is ${JSON.stringify(state)}; allowed: ${states.join(', ')}` }];
    });
  });
}

/** Checks a snapshot's form, tables and states, and returns it. @throws MockUsageError */
export function checkedSnapshot(value: unknown, mock: Mock = createMock()): Snapshot {
  const form = checked(WHAT, snapshot, value);
  const issues = [...unknownTables(form, mock), ...unknownStates(form, mock)];
  if (issues.length > 0) throw new MockUsageError(WHAT, issues.slice(0, MAX_ISSUES));
  return value as Snapshot;
}
