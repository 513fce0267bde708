import { resolve } from 'node:path';
import { ArgumentError } from '@org/payments-contract/internal';
import { isPaymentsError } from '@org/payments-sdk';
import { createRun, type Run } from '@org/payments-sdk/run';
import { requireJournal } from '../../../../run/sent-writes.ts';
import { isDatabase } from '../../../postgres.ts';
import { GAP, wrapped } from '../../columns.ts';
import { shellWord } from '../../input-file.ts';
import { command } from '../../operations.ts';
import { jsonText, Stopped, Unprinted } from '../../print.ts';
import { status } from '../../status.ts';
import { interruptible } from '../../terminal.ts';
import { checkFile, type ReadFile } from '../check/check-file.ts';
import {
  isSentAgain,
  type KnownRow,
  type KnownRows,
  knownRows,
  type Paid,
  removedRows,
} from '../check/known-rows.ts';
import { DAYS } from '../check/paid-outside.ts';
import type { Payment } from '../check/payments.ts';
import { presentRows } from '../check/present.ts';
import { problemText } from '../check/problem-text.ts';
import type { RunWork } from '../place.ts';
import { allApproved, type Plan, PresentPlan, readPlans, writePlan } from '../plans.ts';
import { progressPrinter } from '../watch/progress-lines.ts';
import { serveRun } from '../watch/serve-run.ts';
import { approvedPayments, approveFile, isApproved } from './approve-file.ts';
import { payApproved } from './pay-item.ts';
import { checkReportPath, outcomesByLine, writeReport } from './report.ts';
import { shownRun, summaryOf } from './summary.ts';

/** Milliseconds after which another start takes over what a killed one was at. */
const LEASE = 10_000;

/** The run of a command line. */
export function runOf({ client, line: { id }, place, secret }: RunWork): Run<Payment, Paid> {
  const plan = new PresentPlan(place.plans, id, secret);
  return createRun<Payment, Paid>(client, {
    ...{ id, state: place.state, lease: LEASE, pay: payApproved(client, plan) },
    amount: ({ amount, currency }) => ({ amount, currency }),
  });
}

/** Reads what was approved and what became of it. @throws ArgumentError if one is lost: it would be paid again */
export async function readFacts(work: RunWork, secret?: string) {
  const { line, place } = work;
  // Before the plans: a run has no rows before it has a plan.
  const hasRows = await place.hasRows(line.id);
  const plans = await readPlans(place.plans, secret);
  const plan = plans.get(line.id);
  if (plan === undefined) {
    const known: KnownRows = new Map();
    if (!hasRows) return { plans, plan, known };
    throw new ArgumentError(
      `${place.name} has rows of the run "${line.id}", and what was approved of it is not there: which of them are paid is not known, and they would be paid again. Nothing was sent. Restore the plan beside the state; if it is lost, find out from the transactions what is paid, and pay the rest from a file of its own with another --id`,
    );
  }
  const run = runOf(work);
  if (plan.startedAt !== (await run.progress()).startedAt) {
    throw new ArgumentError(
      `${place.name} does not have the run "${plan.run}", which was approved at ${plan.at}: rows that are paid would be paid again. Nothing was sent. Restore the state; if it is lost, find out from the transactions what is paid, and pay the rest from a file of its own with another --id`,
    );
  }
  return { plans, plan, known: await knownRows(run, plan) };
}

/** Reads the rows of any run of the state. @returns undefined if its state is not there, or of another account */
async function rowsOf(work: RunWork, plan: Plan): Promise<KnownRows | undefined> {
  const { line, place } = work;
  try {
    if (!(await place.hasRows(plan.run))) return undefined;
    const run = runOf({ ...work, line: { ...line, id: plan.run } });
    return await knownRows(run, plan);
  } catch (error) {
    if (isPaymentsError(error) && error.code === 'RUN_STATE_FOREIGN') return undefined;
    throw error;
  }
}

export async function checkByFacts(
  file: ReadFile,
  work: RunWork,
  { plans, known }: Awaited<ReturnType<typeof readFacts>>,
) {
  const { client, line, place, secret, signal } = work;
  const present = await presentRows(client, known, signal);
  const others = [...plans.values()].filter(({ run }) => run !== line.id);
  const where = isDatabase(place.name) ? place.name : resolve(place.name);
  const fresh = `the state ${where} is new: what was paid with another state, or before this one was lost, is known of the last ${DAYS} days only`;
  const noted = plans.size > 0 ? file : { ...file, notes: [...file.notes, fresh] };
  return checkFile(noted, work, present, {
    others,
    async read(plan) {
      const rows = await rowsOf(work, plan);
      return rows && (await presentRows(client, rows, signal)).known;
    },
    async rows() {
      const all: KnownRow[] = [];
      // Another command may have had the same file approved by now, and pay it.
      const now = await readPlans(place.plans, line.check ? undefined : secret);
      for (const plan of now.values()) {
        for (const row of (await rowsOf(work, plan))?.values() ?? []) all.push(row);
      }
      return all;
    },
  });
}

const SENT_MEANWHILE =
  'rows that the file replaces or leaves out were sent in the meantime, by another command that pays the same run. This one sent nothing: repeat it, and see what became of them';

/** The rows of a run that are not in a file, and may be paid. */
const sentOf = (known: KnownRows, ids: ReadonlySet<string>) =>
  removedRows(known, ids).flatMap(({ payment, outcome }) =>
    /^(?:paid|unknown)$/.test(outcome.status) ? [payment.id] : [],
  );

/** Whether a row of the run may still be sent, or found to be paid, by a command that pays it. */
const mayBeSent = (row: KnownRow | undefined): boolean =>
  row === undefined || /^(?:not-sent|unknown)$/.test(row.outcome.status);

const OTHER_RUN =
  'another run was approved in the meantime, and pays some of this too. Nothing was sent: repeat the command, which shows it';

/** What may be paid, and what the run had before. */
interface Approved {
  readonly plan: Plan;
  readonly known: KnownRows;
  /** Payments that were there before, which the service may return for rows. */
  readonly madeBefore?: ReadonlySet<string>;
}

/** Checks the file and has it approved, unless it was before. @returns undefined if it has problems */
async function approval(
  file: ReadFile,
  run: Run<Payment, Paid>,
  work: RunWork,
): Promise<Approved | undefined> {
  const { line, client, terminal, place, secret, signal } = work;
  const facts = await readFacts(work, secret);
  const { plan, known } = facts;
  // Another version may have approved what this one does not read.
  const isRead = file.problems.every(({ level }) => level === 'warning');
  if (isRead && isApproved(file, plan, known, work) && plan !== undefined) {
    const by = `Approved by ${plan.by} at ${plan.at}: going on with the run "${line.id}".`;
    terminal.error(wrapped(by, terminal.width, GAP));
    return { plan, known };
  }
  // A state that cannot be used is found before anybody is asked.
  const { startedAt } = await run.progress();
  await requireJournal(client);
  let { plans } = facts;
  const checked = await checkByFacts(file, work, facts);
  const { madeBefore } = checked;
  const errors = checked.problems.filter(({ level }) => level === 'error');
  if (errors.length > 0) {
    terminal.error(problemText(errors, terminal.width));
    terminal.error('Nothing was sent: mend what is named above.');
    return undefined;
  }
  const payments = approvedPayments(checked, line);
  const ids = new Set(payments.map(({ payment }) => payment.id));
  // Once it is written, another command that pays the run sends none of the rows that are left out.
  const leftOut =
    plan === undefined ? [] : allApproved(plan).filter((one) => !ids.has(one.payment.id));
  const due = leftOut.filter(({ payment: { id } }) => mayBeSent(known.get(id)));
  const by = await approveFile(checked, plans, due.length, work);
  signal.throwIfAborted();
  const at = new Date().toISOString();
  const earlier = checked.removed.map(({ outcome: _, ...one }) => one);
  const own = { run: line.id, digest: file.digest, by, at, startedAt, payments, earlier };
  // Nobody has approved anything: what was approved before stays.
  const isAsked = checked.standing.some(({ outcome }) => outcome.status === 'unknown');
  const isIdle = checked.planned.length + due.length === 0 && !isAsked;
  if (plan !== undefined && isIdle) return { plan: own, known };
  const seen = new Set(sentOf(known, ids));
  let isOpen = leftOut.length > 0;
  for (;;) {
    const next = isOpen ? { ...own, earlier: leftOut, isOpen } : own;
    const written = await writePlan(place.plans, next, plans, secret);
    if (written !== undefined && !isOpen) return { plan: written, known, madeBefore };
    const now = await readFacts(work, secret);
    plans = now.plans;
    if (written !== undefined) {
      const isSent = sentOf(now.known, ids).some((id) => !seen.has(id));
      if (isSent) throw new ArgumentError(SENT_MEANWHILE);
      isOpen = false;
      continue;
    }
    // Another run was approved in the meantime: of what it pays, nobody was told.
    const again = await checkByFacts(file, work, now);
    if (again.approval !== checked.approval) throw new ArgumentError(OTHER_RUN);
  }
}

/** That a run has ended, and its figures could not be printed. */
function unprinted(id: string, ended: number, cause: unknown): unknown {
  const fact = `Every payment of the run is made: do not pay the file in another way. Its summary could not be printed, and ${command('run status', '--id', shellWord(id))} shows it`;
  return ended === 0 ? new Unprinted('applied', fact, cause) : cause;
}

/** `payments run payouts.csv`. @returns the exit status */
export async function payFile(file: ReadFile, work: RunWork): Promise<number> {
  const { line, terminal, signal } = work;
  await checkReportPath(work);
  const run = runOf(work);
  const given = await interruptible(approval(file, run, work), signal);
  if (given === undefined) return 1;
  const { plan, known, madeBefore } = given;
  const { payments: approved } = plan;
  const page = line.watch ? await serveRun(shownRun(run, plan, work), approved.length) : undefined;
  if (page !== undefined) terminal.error(`The run is shown at ${page.address}`);
  // Any signal ends it after what is under way: the state has the rest.
  signal.addEventListener('abort', () => {
    terminal.error('\nEnding after what is under way. Ctrl-C again ends at once.');
  });
  terminal.interruption('change');
  const { width, maxRate, again } = line;
  const started = run.start(
    approved.map(({ payment }) => payment),
    {
      ...{ width, maxRate, signal, again: ({ code }) => isSentAgain({ again }, code) },
      // The figures of the state are those of earlier versions of the file too.
      onProgress: progressPrinter(terminal, allApproved(plan).length, signal),
    },
  );
  let summary: Awaited<ReturnType<typeof summaryOf>>;
  let isReported = true;
  let failure: { readonly error: unknown } | undefined;
  try {
    // The state has the outcomes.
    for await (const _ of started);
  } catch (error) {
    // Of what was approved, and cannot be read any more, its own words say what to do.
    const { cause } = Object(error);
    failure = { error: cause instanceof ArgumentError ? cause : error };
  }
  if (terminal.overwrite !== undefined) terminal.error('');
  await page?.close();
  try {
    summary = await summaryOf(run, plan, work, known, madeBefore);
  } catch (error) {
    throw failure?.error ?? error;
  }
  const { text, progress, paidNow } = summary;
  if (line.json) terminal.error(text.trimEnd());
  const printed = line.json ? jsonText({ ...progress, paidNow }) : text;
  await terminal.out(printed).catch((error: unknown) => {
    failure ??= { error: unprinted(line.id, summary.status, error) };
  });
  if (line.report !== undefined) {
    const cells = outcomesByLine(file, approved, summary.present);
    // Its error must not hide the one that ended the run.
    await writeReport(line.report, file, cells).catch(({ message }: Error) => {
      isReported = false;
      const advice = 'The state has what became of each row: repeat the command for the report';
      terminal.error(wrapped(`payments: ${message}. ${advice}.`, terminal.width, GAP));
    });
    if (isReported && !line.json && failure === undefined)
      await terminal.out(`report: ${line.report}\n`);
  }
  if (failure?.error instanceof Unprinted) throw failure.error;
  if (failure !== undefined) {
    // What this process was at may have been paid.
    const isOpen = summary.progress.underWay > 0;
    throw new Stopped(isOpen ? status.unknown : summary.status || 1, failure.error);
  }
  return isReported ? summary.status : 1;
}
