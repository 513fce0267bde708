import { access, constants, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { decimalsOf, decimalText } from '@org/payments-contract';
import { ArgumentError } from '@org/payments-contract/internal';
import type { ItemOutcome, Run } from '@org/payments-sdk/run';
import { separatedLine } from '../../columns.ts';
import { unusable } from '../../input-file.ts';
import type { ReadFile } from '../check/check-file.ts';
import type { Payment } from '../check/payments.ts';
import type { ApprovedPayment } from '../plans.ts';
import type { Paid } from './pay-item.ts';

const columns = [
  ...['run status', 'run code', 'run message', 'what to do'],
  ...['transaction id', 'transaction status', 'cost', 'cost currency'],
];

function cellsOf(outcome: ItemOutcome<Paid> | undefined): readonly unknown[] {
  if (outcome === undefined)
    return ['not-sent', 'NOT_STARTED', '', 'Repeat the command.', '', '', '', ''];
  if (outcome.status !== 'paid') {
    return [outcome.status, outcome.code, outcome.message, outcome.action, '', '', '', ''];
  }
  const { transactionId, status, cost, currency } = outcome.result;
  const waits = status === 'PENDING_AUTHORIZATION';
  const action = waits ? 'The customer has to authorize it, with quotes authorize.' : '';
  const amount = decimalText(cost, decimalsOf(currency) ?? 0);
  return ['paid', '', '', action, transactionId, status, amount, currency];
}

/** @throws ArgumentError for the path of the file itself, and for one that cannot be written */
export async function checkReportPath(report: string | undefined, file: string): Promise<void> {
  if (report === undefined) return;
  if (resolve(report) === resolve(file)) {
    throw new ArgumentError('--report must be another file than the one that is paid');
  }
  const problem = `--report: ${report} cannot be written`;
  await access(dirname(report), constants.W_OK).catch((cause: unknown) => {
    throw unusable(problem, cause);
  });
  const found = await stat(report).catch(() => undefined);
  if (found?.isDirectory()) throw unusable(problem, { code: 'EISDIR' });
}

/**
 * Writes the file again, with what became of each row. It is complete or not there: an earlier report is
 * replaced at the end.
 */
export async function writeReport(
  path: string,
  { table }: ReadFile,
  approved: readonly ApprovedPayment[],
  run: Run<Payment, Paid>,
): Promise<void> {
  const outcomes = new Map<string, ItemOutcome<Paid>>();
  for await (const { id, outcome } of run.results()) outcomes.set(id, outcome);
  const ids = new Map(approved.map(({ line, payment }) => [line, payment.id]));
  const lines = table.rows.map(({ line, cells }) => {
    const id = ids.get(line);
    const own = table.headings.map((_, at) => cells[at] ?? '');
    return separatedLine(
      [...own, ...cellsOf(id === undefined ? undefined : outcomes.get(id))],
      table.separator,
    );
  });
  const head = separatedLine([...table.headings, ...columns], table.separator);
  // Spreadsheets read UTF-8 by its mark.
  await writeFile(`${path}.part`, `\ufeff${head}${lines.join('')}`, { mode: 0o600 });
  await rename(`${path}.part`, path);
}
