import { ArgumentError } from '@org/payments-contract/internal';
import { createRun, type ItemStatus, type Run, type RunProgress } from '@org/payments-sdk/run';
import { requireJournal } from '../../../../run/sent-writes.ts';
import { GAP, wrapped } from '../../columns.ts';
import { interruptible } from '../../terminal.ts';
import { checkFile, type ReadFile } from '../check/check-file.ts';
import type { Payment } from '../check/payments.ts';
import { problemText } from '../check/problem-text.ts';
import type { RunPlace, RunWork } from '../place.ts';
import { type ApprovedPayment, type Plan, readPlans, writePlan } from '../plans.ts';
import { progressPrinter, statusOf } from '../watch/progress-lines.ts';
import { serveRun } from '../watch/serve-run.ts';
import { approvedPayments, approveFile, isApproved } from './approve-file.ts';
import { type Paid, payApproved } from './pay-item.ts';
import { checkReportPath, outcomesByLine, outcomeText, writeReport } from './report.ts';

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

/** What became of the rows of a run. @throws ArgumentError for a state that its file was not approved with */
export async function knownRows(run: Run<Payment, Paid>, plan: Plan | undefined, place: RunPlace) {
  const { startedAt } = await run.progress();
  if (plan !== undefined && plan.startedAt !== startedAt) {
    throw new ArgumentError(
      `${place.name} does not have the run "${plan.run}", which was approved at ${plan.at}: rows that are paid would be paid again. Nothing was sent. Restore the state; if it is lost, find out from the transactions what is paid, and pay the rest from a file of its own with another --id`,
    );
  }
  const known = new Map<string, ItemStatus>();
  for await (const { id, outcome } of run.results()) known.set(id, outcome.status);
  return { startedAt, known };
}

/** Checks the file and has it approved, unless it was before. @returns undefined if it has problems */
async function approval(
  file: ReadFile,
  run: Run<Payment, Paid>,
  work: RunWork,
): Promise<readonly ApprovedPayment[] | undefined> {
  const { line, client, terminal, place, secret, signal } = work;
  const plans = await readPlans(place.plans, secret);
  const plan = plans.get(line.id);
  const isGoingOn = isApproved(file, plan, work);
  // A state that cannot be used is found before anybody is asked.
  const { startedAt, known } = await knownRows(run, plan, place);
  if (isGoingOn) {
    const by = `Approved by ${plan?.by} at ${plan?.at}: going on with the run "${line.id}".`;
    terminal.error(wrapped(by, terminal.width, GAP));
    return plan?.payments;
  }
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
  const own = { run: line.id, digest: file.digest, by, at, startedAt, payments };
  return (await writePlan(place.plans, own, plan, secret)).payments;
}

/** `payments run payouts.csv`. @returns the exit status */
export async function payFile(file: ReadFile, work: RunWork): Promise<number> {
  const { line, terminal, signal } = work;
  await checkReportPath(line.report, line.file);
  const byId = new Map<string, ApprovedPayment>();
  const run = runOf(work, byId);
  const approved = await interruptible(approval(file, run, work), signal);
  if (approved === undefined) return 1;
  for (const one of approved) byId.set(one.payment.id, one);
  const page = line.watch ? await serveRun(run, approved.length) : undefined;
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
      ...{ width, maxRate, signal, again: () => again },
      onProgress: progressPrinter(terminal, approved.length),
    },
  );
  let progress: RunProgress;
  let isReported = true;
  try {
    // The state has the outcomes.
    for await (const _ of started);
  } finally {
    if (terminal.overwrite !== undefined) terminal.error('');
    await page?.close();
    progress = await run.progress();
    await terminal.out(await outcomeText(run, progress, approved, terminal.width));
    if (line.report !== undefined) {
      const cells = await outcomesByLine(file, approved, run);
      // Its error must not hide the one that ended the run.
      await writeReport(line.report, file, cells).catch(({ message }: Error) => {
        isReported = false;
        const advice = 'The state has what became of each row: repeat the command for the report';
        terminal.error(wrapped(`payments: ${message}. ${advice}.`, terminal.width, GAP));
      });
      if (isReported) await terminal.out(`report: ${line.report}\n`);
    }
  }
  return isReported ? statusOf(progress, approved.length) : 1;
}
