import { ArgumentError } from '@org/payments-contract/internal';
import { createRun, type Run } from '@org/payments-sdk/run';
import { requireJournal } from '../../../../run/sent-writes.ts';
import { GAP, wrapped } from '../../columns.ts';
import { interruptible } from '../../terminal.ts';
import { checkFile, type ReadFile } from '../check/check-file.ts';
import { isSentAgain, type KnownRows, knownRows, type Paid } from '../check/known-rows.ts';
import type { Payment } from '../check/payments.ts';
import { problemText } from '../check/problem-text.ts';
import type { RunWork } from '../place.ts';
import { type ApprovedPayment, type Plan, readPlans, writePlan } from '../plans.ts';
import { progressPrinter } from '../watch/progress-lines.ts';
import { serveRun } from '../watch/serve-run.ts';
import { approvedPayments, approveFile, isApproved } from './approve-file.ts';
import { payApproved } from './pay-item.ts';
import { checkReportPath, outcomesByLine, writeReport } from './report.ts';
import { shownRun, summaryOf } from './summary.ts';

/** Milliseconds after which another start takes over what a killed one was at. */
const LEASE = 10_000;

/** The run of a command line; what it may pay can be added later. */
export function runOf(
  { client, line: { id }, place: { state } }: RunWork,
  approved: ReadonlyMap<string, ApprovedPayment> = new Map(),
): Run<Payment, Paid> {
  return createRun<Payment, Paid>(client, {
    ...{ id, state, lease: LEASE, pay: payApproved(client, approved) },
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

/** Checks the file and has it approved, unless it was before. @returns undefined if it has problems */
async function approval(
  file: ReadFile,
  run: Run<Payment, Paid>,
  work: RunWork,
): Promise<Plan | undefined> {
  const { line, client, terminal, place, secret, signal } = work;
  const { plans, plan, known } = await readFacts(work, secret);
  if (isApproved(file, plan, work) && plan !== undefined) {
    const by = `Approved by ${plan.by} at ${plan.at}: going on with the run "${line.id}".`;
    terminal.error(wrapped(by, terminal.width, GAP));
    return plan;
  }
  // A state that cannot be used is found before anybody is asked.
  const { startedAt } = await run.progress();
  await requireJournal(client);
  const checked = await checkFile(file, work, plans, known);
  const errors = checked.problems.filter(({ level }) => level === 'error');
  if (errors.length > 0) {
    terminal.error(problemText(errors, terminal.width));
    terminal.error('Nothing was sent: mend what is named above.');
    return undefined;
  }
  const by = await approveFile(checked, plans, work);
  signal.throwIfAborted();
  const payments = approvedPayments(checked, line.margin);
  const at = new Date().toISOString();
  const earlier = checked.removed.map(({ outcome: _, ...one }) => one);
  const own = { run: line.id, digest: file.digest, by, at, startedAt, payments, earlier };
  return writePlan(place.plans, own, plan, secret);
}

/** `payments run payouts.csv`. @returns the exit status */
export async function payFile(file: ReadFile, work: RunWork): Promise<number> {
  const { line, terminal, signal } = work;
  await checkReportPath(line.report, line.file);
  const byId = new Map<string, ApprovedPayment>();
  const run = runOf(work, byId);
  const plan = await interruptible(approval(file, run, work), signal);
  if (plan === undefined) return 1;
  const { payments: approved } = plan;
  for (const one of approved) byId.set(one.payment.id, one);
  const page = line.watch ? await serveRun(shownRun(run, plan), approved.length) : undefined;
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
      onProgress: progressPrinter(terminal, approved.length),
    },
  );
  let summary: Awaited<ReturnType<typeof summaryOf>>;
  let isReported = true;
  try {
    // The state has the outcomes.
    for await (const _ of started);
  } finally {
    if (terminal.overwrite !== undefined) terminal.error('');
    await page?.close();
    summary = await summaryOf(run, plan, terminal.width);
    await terminal.out(summary.text);
    if (line.report !== undefined) {
      const cells = outcomesByLine(file, approved, summary.known);
      // Its error must not hide the one that ended the run.
      await writeReport(line.report, file, cells).catch(({ message }: Error) => {
        isReported = false;
        const advice = 'The state has what became of each row: repeat the command for the report';
        terminal.error(wrapped(`payments: ${message}. ${advice}.`, terminal.width, GAP));
      });
      if (isReported) await terminal.out(`report: ${line.report}\n`);
    }
  }
  return isReported ? summary.status : 1;
}
