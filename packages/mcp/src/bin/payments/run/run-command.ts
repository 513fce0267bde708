import { once } from 'node:events';
import { ArgumentError } from '@org/payments-contract/internal';
import { sqliteRun } from '@org/payments-sdk/run';
import type { Environment } from '../../mcp/make-mcp.ts';
import { type ClientLine, makeClient } from '../client.ts';
import { GAP, wrapped } from '../columns.ts';
import { jsonText } from '../print.ts';
import { profileEnvironment } from '../profile.ts';
import type { Terminal } from '../terminal.ts';
import { type CheckedFile, checkFile, type ReadFile, readPayouts } from './check/check-file.ts';
import { paymentsText, totalsText } from './check/check-text.ts';
import { problemText } from './check/problem-text.ts';
import type { Platform } from './check/sources.ts';
import { type RunLine, readRunLine } from './options.ts';
import { outcomeText } from './pay/outcome-text.ts';
import { payFile, runOf } from './pay/pay-file.ts';
import { checkedByLine, checkReportPath, writeReport } from './pay/report.ts';
import { readPlans } from './plans.ts';
import { runUsage, template } from './run-usage.ts';
import { progressLine, statusOf } from './watch/progress-lines.ts';
import { serveRun } from './watch/serve-run.ts';

const isStatus = ({ file }: RunLine) => file === 'status';
const hasErrors = ({ problems }: CheckedFile) => problems.some(({ level }) => level === 'error');

async function printCheck(
  checked: CheckedFile,
  { json }: RunLine,
  terminal: Terminal,
): Promise<void> {
  const { digest, problems, notes, planned, totals } = checked;
  if (json) return terminal.out(jsonText({ digest, problems, notes, totals, payments: planned }));
  const { width } = terminal;
  for (const note of notes) await terminal.out(`${wrapped(`note: ${note}`, width, GAP)}\n`);
  if (planned.length > 0) {
    await terminal.out(`${paymentsText(planned, terminal)}\n`);
    await terminal.out(`${totalsText(planned, totals)}\n`);
  }
  if (problems.length > 0) await terminal.out(`${problemText(problems, width)}\n`);
  const verdict = hasErrors(checked)
    ? 'Nothing was sent: mend what is named above, and check again.'
    : `The file can be paid. Nothing was sent.\ndigest: ${digest}`;
  return terminal.out(`${verdict}\n`);
}

async function check(
  file: ReadFile,
  line: RunLine,
  client: Platform,
  terminal: Terminal,
): Promise<number> {
  await checkReportPath(line.report, line.file);
  const plans = await readPlans(line.state);
  const checked = await checkFile(file, line, client, plans, new Map());
  await printCheck(checked, line, terminal);
  if (line.report !== undefined) {
    await writeReport(line.report, file, checkedByLine(checked));
    if (!line.json) await terminal.out(`report: ${line.report}\n`);
  }
  return hasErrors(checked) ? 1 : 0;
}

/**
 * A run records what it sends, beside its state if no other place is named.
 *
 * @throws ArgumentError for a missing secret, before anybody is asked
 */
function clientLine(line: RunLine, environment: Environment): ClientLine {
  if (line.check) return { ...line, journal: undefined };
  const { PAYMENTS_JOURNAL: named, PAYMENTS_JOURNAL_SECRET: secret } = environment;
  if (!isStatus(line) && !secret) {
    throw new ArgumentError(
      'PAYMENTS_JOURNAL_SECRET is not set: it seals what a run records before it sends it. Make one with openssl rand -base64 48, and keep it for as long as the run',
    );
  }
  return { ...line, journal: line.journal ?? (named || `${line.state}.journal`) };
}

/** `payments run status`: the figures of a run, also while another process pays. @returns the exit status */
async function runStatus(line: RunLine, client: Platform, terminal: Terminal): Promise<number> {
  const plan = (await readPlans(line.state)).get(line.id);
  if (plan === undefined) throw new ArgumentError(`${line.state} has no run "${line.id}"`);
  const total = plan.payments.length;
  await using state = sqliteRun(line.state);
  const run = runOf(client, line, state, new Map());
  if (line.watch) {
    const page = await serveRun(run, total);
    terminal.error(`The run is shown at ${page.address}; Ctrl-C ends the page, not the run.`);
    const signal = terminal.interruption('read');
    if (!signal.aborted) await once(signal, 'abort');
    await page.close();
  }
  const progress = await run.progress();
  if (line.json) await terminal.out(jsonText(progress));
  else {
    await terminal.out(`${progressLine(progress, total, false)}\n`);
    await terminal.out(await outcomeText(run, progress, plan.payments, terminal.width));
  }
  return statusOf(progress, total);
}

/** `payments run`. @returns its exit status */
export async function runCommand(
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<number> {
  const line = readRunLine(args);
  if (line.help || line.template) {
    await terminal.out(line.help ? runUsage : template);
    return 0;
  }
  const file = isStatus(line) ? undefined : await readPayouts(line);
  const own = profileEnvironment(line.profile, environment);
  const made = await makeClient(false, clientLine(line, own), environment);
  try {
    // `false`: the client of a platform, not of an agent.
    const client = made.client as Platform;
    if (file === undefined) return await runStatus(line, client, terminal);
    if (line.check) return await check(file, line, client, terminal);
    // `clientLine` has refused a missing one.
    return await payFile(file, line, client, terminal, own.PAYMENTS_JOURNAL_SECRET ?? '');
  } finally {
    await made.close();
  }
}
