import { once } from 'node:events';
import { ArgumentError } from '@org/payments-contract/internal';
import type { Environment } from '../../mcp/make-mcp.ts';
import { isDatabase } from '../../postgres.ts';
import { type ClientLine, makeClient } from '../client.ts';
import { inPlaceOf } from '../operations.ts';
import { jsonText } from '../print.ts';
import { profileEnvironment, requireRecords } from '../profile.ts';
import { interruptible, type Terminal } from '../terminal.ts';
import { type CheckedFile, isDoubt, type ReadFile, readPayouts } from './check/check-file.ts';
import { checkedText } from './check/check-text.ts';
import { mayFindOut, waits } from './check/known-rows.ts';
import type { Platform } from './check/payees.ts';
import { problemText } from './check/problem-text.ts';
import { type RunLine, readRunLine } from './options.ts';
import { scriptDigest } from './pay/approve-file.ts';
import { checkByFacts, payFile, readFacts, runOf } from './pay/pay-file.ts';
import { checkedByLine, checkReportPath, writeReport } from './pay/report.ts';
import { shownRun, summaryOf } from './pay/summary.ts';
import { openPlace, type RunWork } from './place.ts';
import { runUsage, template } from './run-usage.ts';
import { progressLine } from './watch/progress-lines.ts';
import { serveRun } from './watch/serve-run.ts';

const isStatus = ({ file }: RunLine) => file === 'status';
const hasErrors = ({ problems }: CheckedFile) => problems.some(({ level }) => level === 'error');

/** Rows that are not to be sent, by what became of them; `gone` a repeat may ask about, and are not in the file. */
function countsOf({ standing, removed }: CheckedFile) {
  const count = (name: string) =>
    standing.filter(({ outcome }) => (waits(outcome) ? 'waiting' : outcome.status) === name).length;
  const [paid, unknown, gone] = [
    count('paid'),
    count('unknown'),
    removed.filter(mayFindOut).length,
  ];
  return { paid, unknown, gone, refused: count('refused'), waiting: count('waiting') };
}

/** What the command would do, if nothing stops it. */
function verdictOf(checked: CheckedFile): string {
  const left = checked.planned.length;
  const { unknown, refused, waiting } = countsOf(checked);
  if (unknown + refused + waiting === 0) {
    if (left === 0) return 'Every row is paid.';
    if (!needsLook(checked)) return 'The file can be paid.';
    return 'Rows may be paid twice, to somebody else, or not be due: look at what is named above. The --digest then pays all that are left.';
  }
  const waits = waiting === 0 ? '' : `; that wait for their customer: ${waiting}`;
  return `Rows that can be paid: ${left}; that may have been paid already: ${unknown}; that are not paid, and are not sent again: ${refused}${waits}.`;
}

const needsLook = ({ problems }: CheckedFile) => problems.some(isDoubt);

/** The exit status of a check: the same as that of the run, where nothing is left to be sent. */
function checkStatus(checked: CheckedFile): number {
  if (hasErrors(checked)) return 1;
  if (needsLook(checked)) return 7;
  const { unknown, gone, refused, waiting } = countsOf(checked);
  if (unknown + gone > 0) return 3;
  if (refused > 0) return 6;
  return waiting > 0 ? 8 : 0;
}

async function printCheck(checked: CheckedFile, { line: { json, id }, terminal }: RunWork) {
  const { problems, notes, planned, totals } = checked;
  const digest = scriptDigest(checked);
  if (json) {
    const { paid: paidBefore, unknown: unknownBefore, refused, waiting } = countsOf(checked);
    const counts = { paidBefore, unknownBefore, refusedBefore: refused, toAuthorize: waiting };
    const more = { ...counts, payments: planned };
    return terminal.out(jsonText({ digest, problems, notes, totals, ...more }));
  }
  await terminal.out(checkedText(checked, id, terminal));
  if (problems.length > 0) await terminal.out(`${problemText(problems, terminal.width)}\n`);
  const verdict = hasErrors(checked)
    ? 'Nothing was sent: mend what is named above, and check again.'
    : `${verdictOf(checked)} Nothing was sent.\ndigest: ${digest}`;
  return terminal.out(`${verdict}\n`);
}

const NO_SECRET =
  'PAYMENTS_JOURNAL_SECRET is not set: a check does not need it, and the run does not begin without it';

async function check(read: ReadFile, work: RunWork): Promise<number> {
  const { line, terminal, secret } = work;
  await checkReportPath(work);
  const file = secret === '' ? { ...read, notes: [...read.notes, NO_SECRET] } : read;
  const checked = await checkByFacts(file, work, await readFacts(work));
  await printCheck(checked, work);
  if (line.report !== undefined) {
    await writeReport(line.report, file, checkedByLine(checked));
    if (!line.json) await terminal.out(`report: ${line.report}\n`);
  }
  return checkStatus(checked);
}

/**
 * A run records what it sends, beside its state if no other place is named.
 *
 * @throws ArgumentError for a missing secret, before anybody is asked
 */
function clientLine(line: RunLine, state: string, environment: Environment): ClientLine {
  const { PAYMENTS_JOURNAL: named, PAYMENTS_JOURNAL_SECRET: secret } = environment;
  if (!isStatus(line) && !line.check && !secret) {
    throw new ArgumentError(
      'PAYMENTS_JOURNAL_SECRET is not set: it seals what a run records before it sends it. Set the one that earlier runs of this state had; for the first, make one with openssl rand -base64 48, and keep it',
    );
  }
  // The workers of other machines have to find what this one has sent.
  const usual = isDatabase(state) ? state : named || `${state}.journal`;
  return { ...line, journal: line.journal ?? usual };
}

/** `payments run status`: the figures of a run, also while another process pays. @returns the exit status */
async function runStatus(work: RunWork): Promise<number> {
  const { line, terminal, place, signal } = work;
  const { plan, plans } = await readFacts(work);
  if (plan === undefined) {
    const others = [...plans.keys()].map((one) => `"${one}"`).join(', ');
    const has = others === '' ? '' : `; it has ${others}`;
    throw new ArgumentError(`${place.name} has no run "${line.id}"${has}`);
  }
  const total = plan.payments.length;
  const run = runOf(work);
  if (line.watch) {
    const page = await serveRun(shownRun(run, plan, work), total);
    terminal.error(`The run is shown at ${page.address}; Ctrl-C ends the page, not the run.`);
    if (!signal.aborted) await once(signal, 'abort');
    await page.close();
  }
  // What ended the page does not end the look at the payments.
  const now = line.watch ? { ...work, signal: terminal.interruption('read') } : work;
  const { progress, text, status } = await summaryOf(run, plan, now);
  if (line.json) await terminal.out(jsonText(progress));
  else {
    await terminal.out(`${progressLine(progress, total)}\n`);
    await terminal.out(text);
  }
  return status;
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
  const signal = terminal.interruption('read');
  const file = isStatus(line) ? undefined : await readPayouts(line);
  const own = profileEnvironment(line.profile, environment);
  if (!line.state) requireRecords(line.profile, 'PAYMENTS_RUN_STATE', environment);
  if (!line.journal) requireRecords(line.profile, 'PAYMENTS_JOURNAL', environment);
  const { PAYMENTS_RUN_STATE: named, PAYMENTS_JOURNAL_SECRET: secret = '' } = own;
  const state = line.state ?? (named || 'runs.db');
  const recorded = clientLine(line, state, own);
  const made = await makeClient(false, recorded, environment);
  const place = await openPlace(state, line.check);
  try {
    // `false`: the client of a platform, not of an agent. `clientLine` has refused a missing secret.
    const { journal = '' } = recorded;
    const shared = { line: { ...line, journal }, terminal, place, secret, signal };
    const work = { ...shared, client: made.client as Platform, service: made.service };
    const run = async () => {
      if (file === undefined) return await runStatus(work);
      if (line.check) return await interruptible(check(file, work), signal);
      return await payFile(file, work);
    };
    return await inPlaceOf(args, run, journal);
  } finally {
    await place.close();
    await made.close();
  }
}
