import { findOperation } from '@org/payments-contract';
import { ArgumentError } from '@org/payments-contract/internal';
import { type Journal, KEY_HOURS, type OpenRecord, type RecoveredWrite } from '@org/payments-sdk';
import type { SqliteJournal } from '@org/payments-sdk/journal';
import { systemUser } from '../../approval/page/serve-approval-page.ts';
import { changesOf, openRecords } from './client.ts';
import { command, listText } from './operations.ts';
import type { CommandLine } from './options.ts';
import { printRows } from './print.ts';
import { type Terminal, unread } from './terminal.ts';

/** How long after its start a call may still run, milliseconds. */
const RUNNING = 30 * 60_000;

/** `18:25 UTC`, with its day if that is not today. */
function timeText(time: number): string {
  const [day = '', clock = ''] = new Date(time).toISOString().slice(0, 16).split('T');
  return `${new Date().toISOString().startsWith(day) ? '' : `${day} `}${clock} UTC`;
}

const again = () =>
  `Once the service can be asked again, the same ${command('journal recover')} finds it out. Until then, do it in no other way.`;

const paysQuote = ({ operation }: Pick<OpenRecord, 'operation'>) =>
  operation.endsWith('quotes.execute');

/** Whether a record is of the same payment as another one; a quote has other contents than what it pays. */
const mayBeSame = (one: OpenRecord, other: OpenRecord) =>
  one.digest === other.digest ||
  (one.outcome === 'applied' && (paysQuote(one) || paysQuote(other)) && isPayment(one));

const isPayment = ({ operation }: OpenRecord) =>
  findOperation(operation)?.row.risk === 'moves-money';

/**
 * What may have paid the same as payments that are open, by the ids of their entries: what was applied
 * with another key since, or was sent with one before and is open too.
 */
export async function rivalsOf(
  journal: Journal,
  open: readonly OpenRecord[],
): Promise<ReadonlyMap<string, OpenRecord>> {
  const payments = open.filter(isPayment);
  const [since] = payments.map(({ startedAt }) => startedAt).sort();
  const all = since === undefined ? [] : await openRecords(journal, since);
  const found = payments.flatMap((payment) => {
    const { id, scope, idempotencyKey: key, startedAt } = payment;
    const rival = all.find(
      (one) =>
        one.scope === scope &&
        mayBeSame(one, payment) &&
        one.idempotencyKey !== key &&
        (one.outcome === 'applied' ? `${one.endedAt}` >= startedAt : one.startedAt < startedAt),
    );
    return rival === undefined ? [] : [[id, rival] as const];
  });
  return new Map(found);
}

/**
 * How what no recovery shows is ended: by the next one if the failure of its request may pass, or else by
 * a person, and from when on.
 *
 * @param rival what may have paid the same with another key
 */
export function openText(write: RecoveredWrite, rival: OpenRecord | undefined): string {
  const { startedAt, id, operation, source } = write;
  const { by, errorCode, status } = source;
  const isLasting = errorCode === 'CONTRACT' || /^4(?:00|04|09|10|22)$/.test(String(status));
  if (errorCode !== undefined && by !== 'response' && !isLasting) return again();
  const from = Date.parse(startedAt) + RUNNING;
  const when = Date.now() < from ? `, and after ${timeText(from)},` : ',';
  const list = listText(operation);
  const isApplied = rival?.outcome === 'applied';
  const isQuoted = rival !== undefined && (paysQuote(write) || paysQuote(rival));
  const what = isQuoted ? 'The same may have been' : 'The same was';
  const paid =
    rival === undefined
      ? ''
      : `${what} ${isApplied ? 'paid' : 'sent'} with another key${isQuoted ? ' or quote' : ''} at ${timeText(Date.parse(rival.startedAt))}, so it is not sent again here: to pay it too, repeat its command with its key. `;
  const look = paid + (list === undefined ? '' : `${list}. `);
  return `${look}Once you know what became of it${when} record it: ${command('journal settle', id)} --as applied, or not-applied.`;
}

/** How long a run sends a row again with its key, milliseconds. */
const KEY_LIFETIME = KEY_HOURS * 3_600_000;

export const settledAs = ['applied', 'not-applied'] as const;

/** What a settled change is from now on, and what that means for its key. */
const counts = {
  applied: ['made', ': its key is not sent again by a script'],
  'not-applied': ['not made', ': the same command, or its run, makes it'],
} as const satisfies Record<(typeof settledAs)[number], readonly [string, string]>;

/**
 * Records what a person has found out about an open change, by its key or the id of its entry. It is
 * kept as their word: no response and no read shows it.
 *
 * @returns false: it is not open any more
 * @throws ArgumentError if it is not certain which change is meant, if it is of another account or
 *   service than the settings name, or if its call may still run
 */
export async function settle(
  journal: SqliteJournal,
  open: readonly OpenRecord[],
  line: CommandLine,
  terminal: Terminal,
  ofRuns: ReadonlyMap<string | null, string>,
  foreign: ((record: OpenRecord) => string | undefined) | undefined,
): Promise<false> {
  const [name = '', ...others] = line.operands;
  const said = [line.fields.as].flat().join(' ');
  const outcome = settledAs.find((one) => one === said);
  if (outcome === undefined || name === '' || others.length > 0) {
    const known = command('journal status');
    throw new ArgumentError(`journal settle takes a key or id of ${known}, and --as <outcome>`);
  }
  const found = open.filter((one) => [one.id, one.idempotencyKey].includes(name));
  const several = `several changes have the key ${name}: name the id of one`;
  if (changesOf(found).length > 1) throw new ArgumentError(several);
  const owner = found[0] && foreign?.(found[0]);
  // One that another secret seals may be of the same account.
  if (owner !== undefined && owner !== 'secret') {
    const token =
      owner === 'account' ? ', or PAYMENTS_FIRST_TOKEN_ID if the token was replaced' : '';
    throw new ArgumentError(
      `it is not of what these settings name (foreign: ${owner}): look for it, and settle it, with those that sent it (--profile, or --formerly and its base URL${token}); if they are gone, settle it without PAYMENTS_BASE_URL and --profile`,
    );
  }
  const latest = Math.max(...found.map(({ startedAt }) => Date.parse(startedAt)));
  const row = ofRuns.get(found[0]?.idempotencyKey ?? null);
  if (row !== undefined && Date.now() < latest + KEY_LIFETIME) {
    const until = timeText(latest + KEY_LIFETIME);
    throw new ArgumentError(
      `it is ${row}, which sends it again with its key until ${until}: repeat that payments run, which finds out. From then on it can be recorded`,
    );
  }
  if (Date.now() < latest + RUNNING) {
    const ahead = ', because a clock that was ahead of this one recorded it';
    const why = latest > Date.now() ? ahead : '';
    const runs = `its call may still run: only ${command('journal recover')} may settle it before`;
    throw new ArgumentError(`${runs} ${timeText(latest + RUNNING)}${why}`);
  }
  const settledBy = systemUser();
  const end = { outcome, endedAt: new Date().toISOString() } as const;
  const unseen = { status: undefined, resourceId: undefined };
  const errorCode = `SETTLED_BY_PERSON ${settledBy}`;
  const rows = [];
  for (const { id, operation, idempotencyKey } of found) {
    if (!(await journal.update(id, { ...end, ...unseen, errorCode }))) continue;
    rows.push({ operation, ...end, id, idempotencyKey, settledBy });
  }
  const [first] = rows;
  if (first === undefined) {
    const settled = 'one that is settled already stays as it is';
    throw new ArgumentError(`no open change has the key or id ${name}; ${settled}`);
  }
  await printRows(unread(terminal), line, Object.keys(first), rows, '');
  const [fact, keyed] = counts[outcome];
  const ofKey = first.idempotencyKey === null ? '' : keyed;
  terminal.error(`note: it counts as ${fact} from now on${ofKey}.`);
  return false;
}
