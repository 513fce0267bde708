import { ArgumentError } from '@org/payments-contract/internal';
import type { Environment } from '../../mcp/make-mcp.ts';
import { makeClient } from '../client.ts';
import { jsonText } from '../print.ts';
import type { Terminal } from '../terminal.ts';
import { type CheckedFile, checkFile, type ReadFile, readPayouts } from './check/check-file.ts';
import { paymentRows, problemLines, shownPayments, totalsText } from './check/check-text.ts';
import type { Platform } from './check/sources.ts';
import { type RunLine, readRunLine } from './options.ts';
import { payFile } from './pay/pay-file.ts';
import { openPlans } from './plan-store.ts';
import { runStatus } from './run-status.ts';
import { runUsage, template } from './run-usage.ts';

const hasErrors = ({ problems }: CheckedFile) => problems.some(({ level }) => level === 'error');

async function printCheck(
  checked: CheckedFile,
  { isJson }: RunLine,
  terminal: Terminal,
): Promise<void> {
  const { digest, problems, notes, planned, totals } = checked;
  if (isJson) {
    const payments = planned.map(({ row, payee, payment, cost, fee }) => {
      return { line: row.line, ...payment, name: payee.name, cost, fee };
    });
    return terminal.out(jsonText({ digest, problems, notes, totals, payments }));
  }
  for (const note of notes) await terminal.out(`note: ${note}\n`);
  if (planned.length > 0) {
    await terminal.out(`${paymentRows(shownPayments(planned), terminal)}\n`);
    await terminal.out(`${totalsText(checked, terminal)}\n`);
  }
  for (const line of problemLines(problems)) await terminal.out(`${line}\n`);
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
  const plans = await openPlans(line.state);
  try {
    const checked = await checkFile(file, line, client, plans, new Map());
    await printCheck(checked, line, terminal);
    return hasErrors(checked) ? 1 : 0;
  } finally {
    plans?.close();
  }
}

/**
 * A run records what it sends, beside its state if no other place is named.
 *
 * @throws ArgumentError for a missing secret, before anybody is asked
 */
function withJournal(line: RunLine, environment: Environment): RunLine {
  if (line.verb === 'check') return { ...line, journal: undefined };
  const { PAYMENTS_JOURNAL: named, PAYMENTS_JOURNAL_SECRET: secret } = environment;
  if (line.verb === 'pay' && !secret) {
    throw new ArgumentError(
      'PAYMENTS_JOURNAL_SECRET is not set: it seals what a run records before it sends it. Make one with openssl rand -base64 48, and keep it for as long as the run',
    );
  }
  return { ...line, journal: line.journal ?? (named || `${line.state}.journal`) };
}

/** `payments run`. @returns its exit status */
export async function runCommand(
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<number> {
  const line = readRunLine(args);
  if (line.verb === 'help' || line.verb === 'template') {
    await terminal.out(line.verb === 'help' ? runUsage : template);
    return 0;
  }
  const file = line.verb === 'status' ? undefined : await readPayouts(line);
  const made = await makeClient(false, withJournal(line, environment), environment);
  try {
    if (file === undefined) return await runStatus(line, made, terminal);
    if (line.verb === 'pay') return await payFile(file, line, made, terminal);
    return await check(file, line, made.client as Platform, terminal);
  } finally {
    await made.close();
  }
}
