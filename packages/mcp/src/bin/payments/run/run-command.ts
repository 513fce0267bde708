import type { Environment } from '../../mcp/make-mcp.ts';
import { makeClient } from '../client.ts';
import { jsonText } from '../print.ts';
import type { Terminal } from '../terminal.ts';
import { type CheckedFile, checkFile, readPayouts } from './check/check-file.ts';
import { paymentRows, problemLines, shownPayments, totalsText } from './check/check-text.ts';
import type { Platform } from './check/sources.ts';
import { type RunLine, readRunLine } from './options.ts';
import { openPlans } from './plan-store.ts';
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
  const file = await readPayouts(line);
  const made = await makeClient(false, line, environment);
  const plans = await openPlans(line.state);
  try {
    const checked = await checkFile(file, line, made.client as Platform, plans, new Set());
    await printCheck(checked, line, terminal);
    return hasErrors(checked) ? 1 : 0;
  } finally {
    plans?.close();
    await made.close();
  }
}
