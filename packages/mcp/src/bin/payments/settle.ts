import { ArgumentError } from '@org/payments-contract/internal';
import type { OpenRecord } from '@org/payments-sdk';
import type { SqliteJournal } from '@org/payments-sdk/journal';
import { systemUser } from '../../approval/page/serve-approval-page.ts';
import type { CommandLine } from './options.ts';
import { printRows } from './print.ts';
import { type Terminal, unread } from './terminal.ts';

const USE = 'journal settle takes a key or id of payments journal status, and --as <outcome>';
const RUNS = 'its call may still run: for 30 minutes only payments journal recover may settle it';

/**
 * Records what a person has found out about an open change, by its key or the id of its entry. It is
 * kept as their word: no response and no read shows it.
 *
 * @returns false: it is not open any more
 * @throws ArgumentError if it is not certain which change is meant, or its call may still run
 */
export async function settle(
  journal: SqliteJournal,
  open: readonly OpenRecord[],
  line: CommandLine,
  terminal: Terminal,
): Promise<false> {
  const [name = '', ...others] = line.operands;
  const outcome = [line.fields.as].flat().join(' ');
  const isKnown = outcome === 'applied' || outcome === 'not-applied';
  if (!isKnown || name === '' || others.length > 0) throw new ArgumentError(USE);
  const [record, ...more] = open.filter((one) => [one.id, one.idempotencyKey].includes(name));
  const missing = `no open change has the key or id ${name}`;
  if (record === undefined) throw new ArgumentError(missing);
  if (more.length > 0) throw new ArgumentError(`several have the key ${name}: name the id of one`);
  const { id, operation, startedAt, idempotencyKey } = record;
  if (Date.now() < Date.parse(startedAt) + 1_800_000) throw new ArgumentError(RUNS);
  const settledBy = systemUser();
  const found = { outcome, endedAt: new Date().toISOString() } as const;
  const unseen = { status: undefined, resourceId: undefined };
  const end = { ...found, ...unseen, errorCode: `SETTLED_BY_PERSON ${settledBy}` };
  if (!(await journal.update(id, end))) throw new ArgumentError(missing);
  const row = { operation, ...found, id, idempotencyKey, settledBy };
  await printRows(unread(terminal), line, Object.keys(row), [row], '');
  return false;
}
