import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { findOperation } from '@org/payments-contract';
import { ArgumentError } from '@org/payments-contract/internal';
import {
  isPaymentsError,
  type Journal,
  type JournalScopes,
  KEY_HOURS,
  type OpenRecord,
  type RecoveredWrite,
  type RecoverOptions,
} from '@org/payments-sdk';
import type { SqliteJournal } from '@org/payments-sdk/journal';
import { type Fate, fateOf, presentOf } from '../../approval/describe/not-made.ts';
import type { Environment } from '../mcp/make-mcp.ts';
import { isDatabase } from '../postgres.ts';
import {
  type CommandClient,
  changesOf,
  environmentOf,
  isForAgent,
  journalFile,
  knownOwners,
  makeClient,
  openJournal,
  openRecords,
} from './client.ts';
import type { Flag } from './flags.ts';
import { command, wordsOf } from './operations.ts';
import { type CommandLine, readOptions } from './options.ts';
import { NotMade, printRows, RowPrinter, Stopped, Unprinted } from './print.ts';
import { rowsOfRuns } from './run/run-rows.ts';
import { openText, rivalsOf, settle } from './settle.ts';
import { status } from './status.ts';
import { type Terminal, unread } from './terminal.ts';
import { inTerminal } from './terminal-words.ts';

const [formerlyFlag, asFlag] = ['formerly', 'as'].map((name): Flag => {
  const any = { isList: true, isRequired: false, description: '', values: [] };
  return { name, path: [name], kind: 'text', ...any };
}) as [Flag, Flag];

const NOTHING_OPEN = 'No change is open.\n';

const recordColumns = ['startedAt', 'operation', 'idempotencyKey', 'id'];

/** How to ask the service about what is open, by the client that `recover` is a method of. */
interface Recovering {
  recover(
    of: Pick<RecoverOptions, 'signal' | 'formerly' | 'ids' | 'onWait' | 'repeatKeyed'>,
  ): AsyncIterable<RecoveredWrite>;
}

/** What became of a payment that was found to be accepted: a repeat returns only its first response. */
async function fateOfWrite(
  { client }: CommandClient,
  { operation, outcome, resource, resourceId, input = {} }: RecoveredWrite,
  signal: AbortSignal,
): Promise<Fate | undefined> {
  const row = findOperation(operation)?.row;
  if (row === undefined || outcome !== 'applied') return undefined;
  const now = await presentOf(client, row, resourceId, signal);
  return fateOf(row, input, now ?? resource ?? { id: resourceId }, command);
}

/** The other kind of client, if that has sent a change; undefined of the own kind. */
function otherKind(operation: string, isAgent: boolean): 'agent' | 'platform' | undefined {
  const kind = findOperation(operation)?.row.auth === 'agent' ? 'agent' : 'platform';
  return (kind === 'agent') === isAgent ? undefined : kind;
}

/** How to recover what the other kind of client has sent; undefined of the own kind. */
function otherKindText(operation: string, isAgent: boolean): string | undefined {
  const kind = otherKind(operation, isAgent);
  if (kind === undefined) return undefined;
  return kind === 'agent'
    ? 'An agent has sent it: recover it with PAYMENTS_ACCESS_TOKEN, and without PAYMENTS_TOKEN_ID.'
    : 'The platform has sent it: recover it with PAYMENTS_TOKEN_ID and PAYMENTS_CLIENT_SECRET.';
}

/** Why a recovery does not know the outcome of a change that is open. */
function reasonOf(
  { scope, operation }: OpenRecord,
  { isAgent }: CommandClient,
  scopes: JournalScopes,
  isInterrupted: boolean,
): string {
  const against = scopes.reasonAgainst(scope);
  if (against !== undefined)
    return otherKindText(operation, isAgent) ?? inTerminal(against.because);
  if (isInterrupted) return 'The recovery was interrupted before the outcome was known.';
  return 'Another recovery asks about the change, or ended without releasing it: recover again in 11 minutes at the latest.';
}

const STILL_OPEN =
  'Changes are still open in the journal, and the next recovery prints them again: this one could not print';

/**
 * Prints each outcome before it is recorded, so that one that was not printed is found again, and
 * then what is still open in the journal.
 *
 * @returns whether something is open
 * @throws NotMade if nothing is, and a payment was not made or waits for somebody
 */
async function recover(
  made: CommandClient,
  journal: Journal,
  line: CommandLine,
  terminal: Terminal,
  ofRuns: Awaited<ReturnType<typeof rowsOfRuns>>,
): Promise<boolean> {
  const formerly = line.fields.formerly as readonly string[] | undefined;
  const columns = ['operation', 'outcome', 'id', 'resourceId', 'because'];
  const rows = new RowPrinter(terminal, line, columns);
  const whileOpen = (printing: Promise<void>) =>
    printing.catch((cause: unknown) => {
      throw new Unprinted('unknown', STILL_OPEN, cause);
    });
  const signal = terminal.interruption('recovery');
  const printed = new Set<string>();
  const fates: Fate[] = [];
  const before = await openRecords(journal);
  // A row may have been taken out of its file and replaced: its run alone may send it again.
  const own = before.filter((one) => !ofRuns.has(one.idempotencyKey));
  // Who has paid with another key did not know that this one may still pay: a read alone finds it out.
  const rivals = await rivalsOf(journal, own);
  const sent = own.map(({ id }) => id).filter((id) => !rivals.has(id));
  const ids = sent.length < before.length ? sent : undefined;
  const client = made.client as unknown as Recovering;
  const onWait: RecoverOptions['onWait'] = ({ id, operation, until }) => {
    const what = `the outcome of ${wordsOf(operation)} (${id}) is not known yet`;
    terminal.error(`note: ${what}: asking again at ${until.slice(11, 19)} UTC`);
  };
  const of = { signal, formerly, onWait };
  async function* settled() {
    if (ids?.length !== 0) yield* client.recover({ ...of, ids });
    const read = [...rivals.keys()];
    if (read.length > 0) yield* client.recover({ ...of, ids: read, repeatKeyed: false });
  }
  try {
    for await (const write of settled()) {
      const { id, operation, outcome, resourceId, askAgainAt } = write;
      const fate = await fateOfWrite(made, write, signal);
      if (fate !== undefined) fates.push(fate);
      const isStuck = outcome === 'unknown' && (askAgainAt ?? write.foreign) === undefined;
      const end = isStuck ? openText(write, rivals.get(id)) : fate?.text;
      const kind = write.foreign && otherKindText(operation, made.isAgent);
      const said = (kind ?? inTerminal(write.because)).replace(/\w$/, '$&.');
      const because = [said, end].filter(Boolean).join(' ');
      await whileOpen(rows.print({ operation, outcome, id, resourceId, because }));
      printed.add(id);
    }
  } catch (error) {
    if (error instanceof Unprinted) throw error;
    if (!signal.aborted) {
      if (printed.size > 0) await rows.end('').catch(() => undefined);
      const isOpen = before.length > 0 && isPaymentsError(error) && error.code === 'JOURNAL_FAILED';
      throw isOpen ? new Stopped(status.unknown, error) : error;
    }
  }
  const [open, scopes] = await Promise.all([openRecords(journal), journal.scopes(...made.owners)]);
  for (const calls of changesOf(open)) {
    const [record] = calls;
    if (record === undefined || calls.some(({ id }) => printed.has(id))) continue;
    const { operation, id, idempotencyKey } = record;
    const row = ofRuns.get(idempotencyKey);
    const isOld = Date.now() - Date.parse(record.startedAt) >= KEY_HOURS * 3_600_000;
    const next = isOld
      ? 'which finds out by a read, or says where to look: the key is too old to be sent again'
      : 'which finds out, and pays it once if it is still in the file';
    const because = row
      ? `It is ${row}: repeat that payments run, ${next}.`
      : reasonOf(record, made, scopes, signal.aborted);
    await whileOpen(rows.print({ operation, outcome: 'unknown', id, because }));
  }
  const end = rows.end(NOTHING_OPEN);
  await (open.length > 0 ? whileOpen(end) : end);
  const unmade = fates.find(({ is }) => is === 'lost') ?? fates.find(({ is }) => is === 'waiting');
  if (unmade !== undefined && open.length === 0) throw new NotMade(unmade);
  return open.length > 0;
}

/**
 * Says why an open change is not for the settings, as far as these name the service and the account;
 * undefined if they name no service.
 */
async function foreignTo(line: CommandLine, environment: Environment, journal: Journal) {
  const { PAYMENTS_TOKEN_ID: token, PAYMENTS_ACCESS_TOKEN: agent } = environment;
  // The command that prints the token of an agent is not run for it, but its service is known.
  const isOpen = !(token || agent) && isForAgent(line, environment);
  const owners = knownOwners(isOpen ? { ...environment, PAYMENTS_ACCESS_TOKEN: '-' } : environment);
  if (owners === undefined) return undefined;
  const [now, before] = owners;
  const formerly = ((line.fields.formerly ?? []) as readonly string[]).map((url) => ({
    service: now.service.replace(/ .*/, () => ` ${new URL(url).href.replace(/\/+$/, '')}`),
    account: now.account,
  }));
  const scopes = await journal.scopes(now, [...before, ...formerly]);
  return ({ scope, operation }: OpenRecord) => {
    const reason = scopes.reasonAgainst(scope)?.reason;
    const kind = reason && otherKind(operation, !token);
    return kind ?? (isOpen && reason === 'account' ? undefined : reason);
  };
}

/** Prints what is open, which needs neither the service nor a secret of it. */
async function printStatus(
  journal: SqliteJournal,
  line: CommandLine,
  environment: Environment,
  terminal: Terminal,
  path: string,
): Promise<boolean> {
  const foreign = await foreignTo(line, environment, journal);
  const records = await openRecords(journal);
  const rows = await rowsOfRuns(records, path, environment);
  const open = changesOf(records).flatMap(([record]) => {
    if (record === undefined) return [];
    const row = rows.get(record.idempotencyKey) ?? null;
    return { ...record, row, foreign: foreign?.(record) ?? null };
  });
  const more = rows.size > 0 ? ['row'] : [];
  // Whether a change belongs to this account is shown only as far as the environment names it.
  const columns = [...recordColumns, ...more, ...(foreign === undefined ? [] : ['foreign'])];
  await printRows(unread(terminal), line, columns, open, NOTHING_OPEN);
  return open.length > 0;
}

/**
 * `journal status` lists the changes without a known outcome; `journal recover` finds out the outcome
 * of each; `journal settle` records one that a person has found out.
 *
 * @returns whether an outcome is still unknown
 */
export async function runJournal(
  [verb, ...operands]: readonly string[],
  args: readonly string[],
  given: Environment,
  terminal: Terminal,
): Promise<boolean> {
  if (verb !== 'status' && verb !== 'recover' && verb !== 'settle') {
    throw new ArgumentError('journal takes status, recover or settle');
  }
  const isSettled = verb === 'settle';
  const flags = isSettled ? [asFlag, formerlyFlag] : [formerlyFlag];
  const line = readOptions(args, flags, isSettled ? operands : undefined, 'journal');
  const formerly = (line.fields.formerly ?? []) as readonly string[];
  const strange = formerly.find((one) => !URL.canParse(one));
  if (strange !== undefined) {
    const example = 'such as https://api.example.com/2025-10-13';
    throw new ArgumentError(`--formerly takes a base URL, ${example}, not "${strange}"`);
  }
  const environment = await environmentOf(line, given);
  const path = journalFile(line, environment);
  if (path === '') {
    const place = line.profile === undefined ? 'PAYMENTS_JOURNAL' : 'in the profile';
    throw new ArgumentError(`name the file of the journal with --journal or ${place}`);
  }
  if (!isDatabase(path) && !existsSync(path)) {
    throw new ArgumentError(`no journal exists at ${resolve(path)}`);
  }
  if (verb !== 'recover') {
    await using journal = await openJournal(path, environment);
    if (isSettled) {
      const open = await openRecords(journal);
      const ofRuns = await rowsOfRuns(open, path, environment);
      const foreign = await foreignTo(line, environment, journal);
      return await settle(journal, open, line, terminal, ofRuns, foreign);
    }
    return await printStatus(journal, line, environment, terminal, path);
  }
  const made = await makeClient(isForAgent(line, environment), line, given);
  await using journal = made.journal as SqliteJournal;
  const ofRuns = await rowsOfRuns(await openRecords(journal), path, environment);
  return await recover(made, journal, line, terminal, ofRuns);
}
