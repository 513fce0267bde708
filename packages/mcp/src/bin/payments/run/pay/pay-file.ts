import {
  createRun,
  type ItemStatus,
  type Run,
  type RunProgress,
  type RunState,
  sqliteRun,
} from '@org/payments-sdk/run';
import { GAP, wrapped } from '../../columns.ts';
import type { Terminal } from '../../terminal.ts';
import { checkFile, type ReadFile } from '../check/check-file.ts';
import type { Payment } from '../check/payments.ts';
import { problemText } from '../check/problem-text.ts';
import type { Platform } from '../check/sources.ts';
import type { RunLine } from '../options.ts';
import { type ApprovedPayment, readPlans, writePlan } from '../plans.ts';
import { progressPrinter, statusOf } from '../watch/progress-lines.ts';
import { serveRun } from '../watch/serve-run.ts';
import { approvedPayments, approveFile, isApproved } from './approve-file.ts';
import { outcomeText } from './outcome-text.ts';
import { type Paid, payApproved } from './pay-item.ts';
import { checkReportPath, outcomesByLine, writeReport } from './report.ts';

/** Milliseconds after which another start takes over what a killed one was at. */
const LEASE = 10_000;

/** The run of a command line; what it may pay can be added later. */
export function runOf(
  client: Platform,
  { id }: RunLine,
  state: RunState,
  approved: ReadonlyMap<string, ApprovedPayment>,
): Run<Payment, Paid> {
  return createRun<Payment, Paid>(client, {
    ...{ id, state, lease: LEASE, pay: payApproved(client, approved) },
    amount: ({ amount, currency }) => ({ amount, currency }),
  });
}

async function outcomes(run: Run<Payment, Paid>): Promise<ReadonlyMap<string, ItemStatus>> {
  const found = new Map<string, ItemStatus>();
  for await (const { id, outcome } of run.results()) found.set(id, outcome.status);
  return found;
}

/** Checks the file and has it approved, unless it was before. @returns undefined if it has problems */
async function approval(
  file: ReadFile,
  line: RunLine,
  client: Platform,
  run: Run<Payment, Paid>,
  terminal: Terminal,
  secret: string,
): Promise<readonly ApprovedPayment[] | undefined> {
  const plans = await readPlans(line.state, secret);
  const plan = plans.get(line.id);
  if (isApproved(line, file, plan)) {
    const by = `Approved by ${plan?.by} at ${plan?.at}: going on with the run "${line.id}".`;
    terminal.error(wrapped(by, terminal.width, GAP));
    return plan?.payments;
  }
  // A state that cannot be used is found before anybody is asked.
  const known = await outcomes(run);
  const checked = await checkFile(file, line, client, plans, known);
  const errors = checked.problems.filter(({ level }) => level === 'error');
  if (errors.length > 0) {
    terminal.error(problemText(errors, terminal.width));
    terminal.error('Nothing was sent: mend what is named above.');
    return undefined;
  }
  const by = await approveFile(checked, line, plans, known, terminal);
  const payments = approvedPayments(checked, line.margin);
  const at = new Date().toISOString();
  await writePlan(line.state, { run: line.id, digest: file.digest, by, at, payments }, secret);
  return payments;
}

/**
 * `payments run payouts.csv`.
 *
 * @param secret that of the journal, with which what was approved is sealed
 * @returns the exit status
 */
export async function payFile(
  file: ReadFile,
  line: RunLine,
  client: Platform,
  terminal: Terminal,
  secret: string,
): Promise<number> {
  await checkReportPath(line.report, line.file);
  const byId = new Map<string, ApprovedPayment>();
  await using state = sqliteRun(line.state);
  const run = runOf(client, line, state, byId);
  const approved = await approval(file, line, client, run, terminal, secret);
  if (approved === undefined) return 1;
  for (const one of approved) byId.set(one.payment.id, one);
  const page = line.watch ? await serveRun(run, approved.length) : undefined;
  if (page !== undefined) terminal.error(`The run is shown at ${page.address}`);
  // Any signal ends it after what is under way: the state has the rest.
  const signal = terminal.interruption('read');
  signal.addEventListener('abort', () => {
    terminal.error('\nEnding after what is under way. Ctrl-C again ends at once.');
  });
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
      const cells = await outcomesByLine(approved, run);
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
