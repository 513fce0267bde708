import { visibleText } from '@org/payments-contract/internal';
import type { TableStyle } from '../../columns.ts';
import { tableText } from '../../columns.ts';
import { amountWords } from '../file/amounts.ts';
import type { Problem } from '../file/payout-rows.ts';
import { number } from '../watch/progress-lines.ts';
import type { CheckedFile } from './check-file.ts';
import type { PlannedPayment } from './payments.ts';

/** Problems that are printed one by one. */
const MAX_SHOWN = 50;
/** Payments that a person is shown before they decide. */
const LARGEST = 5;
const MAX_ROWS = 20;

const count = (items: number, word: string) => `${number(items)} ${word}${items === 1 ? '' : 's'}`;

function problemLine({ line, level, code, message, action }: Problem): string {
  const place = line === 0 ? 'the file' : `line ${line}`;
  const mark = level === 'warning' ? 'look at ' : '';
  return visibleText(`${mark}${place}: ${message}. ${action} [${code}]`);
}

/** The problems, those that stop the run first. */
export function problemLines(problems: readonly Problem[]): readonly string[] {
  const errors = problems.filter(({ level }) => level === 'error');
  const warnings = problems.filter(({ level }) => level === 'warning');
  const shown = [...errors, ...warnings].slice(0, MAX_SHOWN).map(problemLine);
  const left = problems.length - shown.length;
  return left > 0 ? [...shown, `and ${left} more: --check --json prints all`] : shown;
}

function toWhom({ payee }: PlannedPayment): string {
  return visibleText(payee.name === undefined ? payee.ending : `${payee.name}, ${payee.ending}`);
}

/** The payments as rows of a table. */
export function paymentRows(all: readonly PlannedPayment[], style: TableStyle): string {
  const rows = all.map((one) => {
    const { row, payment, cost, sourceCurrency } = one;
    const isSame = row.currency === sourceCurrency && cost === row.amount;
    const about = isSame ? '' : `about ${amountWords(cost, sourceCurrency)}`;
    const amount = amountWords(row.amount, row.currency);
    return [
      String(row.line),
      visibleText(payment.id),
      toWhom(one),
      amount,
      about,
      visibleText(row.memo),
    ];
  });
  const right = ['LINE', 'AMOUNT', 'COSTS'];
  return tableText(['LINE', 'ID', 'PAYEE', 'AMOUNT', 'COSTS', 'MEMO'], rows, { ...style, right });
}

/** What the file pays in all, and from which accounts. */
export function totalsText({ planned, totals }: CheckedFile, style: TableStyle): string {
  const byCurrency = new Map<string, { sum: number; items: number }>();
  for (const { row } of planned) {
    const { sum, items } = byCurrency.get(row.currency) ?? { sum: 0, items: 0 };
    byCurrency.set(row.currency, { sum: sum + row.amount, items: items + 1 });
  }
  const paid = [...byCurrency].map(
    ([currency, { sum, items }]) => `${count(items, 'payment')}: ${amountWords(sum, currency)}`,
  );
  const rows = totals.map(({ accountId, currency, needed, fees, available, payments }) => {
    const amounts = [needed, fees, available].map((one) => amountWords(one, currency));
    return [accountId, String(payments), ...amounts];
  });
  const header = ['ACCOUNT', 'OPEN PAYMENTS', 'NEEDED (ABOUT)', 'FEES IN IT', 'AVAILABLE'];
  return `${paid.join('\n')}\n\n${tableText(header, rows, { ...style, right: header.slice(1) })}`;
}

/** What a person should look at before they approve: the largest amounts, and payees that are new. */
export function oddText(
  { planned, problems }: CheckedFile,
  isNew: (one: PlannedPayment) => boolean,
): string {
  const lines: string[] = [];
  const fresh = planned.filter(isNew);
  if (fresh.length > 0 && fresh.length < planned.length) {
    const names = fresh.slice(0, LARGEST).map(toWhom).join('; ');
    lines.push(
      `${count(fresh.length, 'payee')} in no earlier run: ${names}${fresh.length > LARGEST ? '; …' : ''}`,
    );
  }
  const warnings = problems.filter(({ level }) => level === 'warning');
  lines.push(...problemLines(warnings));
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
}

/** The rows that are shown as facts: all of them, or those that cost most. */
export function shownPayments(planned: readonly PlannedPayment[]): readonly PlannedPayment[] {
  if (planned.length <= MAX_ROWS) return planned;
  return [...planned].sort((one, other) => other.cost - one.cost).slice(0, MAX_ROWS);
}
