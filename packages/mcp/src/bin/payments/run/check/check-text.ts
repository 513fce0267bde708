import { styleText } from 'node:util';
import { visibleText } from '@org/payments-contract/internal';
import { quotedText } from '../../../../quoted-text.ts';
import { GAP, type TableStyle, tableText, wrapped } from '../../columns.ts';
import { amountWords } from '../file/amounts.ts';
import { number } from '../watch/progress-lines.ts';
import type { CheckedFile } from './check-file.ts';
import { waits } from './known-rows.ts';
import { isFixed, type PlannedPayment, type SourceTotal } from './payments.ts';
import { problemText } from './problem-text.ts';

/** Payments that a person is shown before they decide. */
const LARGEST = 5;
const MAX_ROWS = 20;
/** Columns of a terminal that does not say how many it has, of a file and of a pipe. */
const USUAL_WIDTH = 80;
/** What names a payment stands beside its figures where so many columns are left. */
const BESIDE = 26;
const INDENT = '      ';

const count = (items: number, word: string) => `${number(items)} ${word}${items === 1 ? '' : 's'}`;

function toWhom({ payee }: PlannedPayment): string {
  const ending = visibleText(payee.ending);
  return payee.name === undefined ? ending : `${quotedText(payee.name)}, ${ending}`;
}

function figuresOf({ row, payment, cost, fee, sourceCurrency }: PlannedPayment): readonly string[] {
  const [costs, fees] = [cost, fee].map((one) => amountWords(one, sourceCurrency));
  const about = isFixed(payment) ? '' : 'about ';
  return [String(row.line), amountWords(row.amount, row.currency), `${about}${costs}`, fees ?? ''];
}

/**
 * The payments with their figures, and beside or below them the payee, the id and the memo; of many those
 * that cost most.
 */
function paymentsText(
  due: readonly PlannedPayment[],
  { width = USUAL_WIDTH, hasColors = false }: TableStyle,
): string {
  const isAll = due.length <= MAX_ROWS;
  const byCost = (one: PlannedPayment, other: PlannedPayment) => other.cost - one.cost;
  const all = isAll ? due : [...due].sort(byCost).slice(0, MAX_ROWS);
  const what = `The ${MAX_ROWS} largest of ${number(due.length)} payments; --check --report writes all:\n`;
  const header = ['LINE', 'AMOUNT', 'COSTS', 'FEES IN IT'];
  const figures = tableText(header, all.map(figuresOf), { right: header });
  const [title = '', ...lines] = figures.trimEnd().split('\n');
  const names = all.map((one) => [
    toWhom(one),
    visibleText([one.payment.id, one.row.memo].filter(Boolean).join(': ')),
  ]);
  const words = names.flat().flatMap((name) => name.split(' '));
  const needed = Math.max(BESIDE, ...words.map(({ length }) => length));
  const isBeside = title.length + GAP.length + needed <= width;
  const indent = isBeside ? ' '.repeat(title.length + GAP.length) : INDENT;
  const rows = lines.map((line, at) => {
    const texts = names[at]?.map((name) => wrapped(`${indent}${name}`, width, indent)) ?? [];
    const below = texts.join('\n');
    return isBeside ? `${line}${below.slice(line.length)}` : `${line}\n${below}`;
  });
  const whole = isBeside ? `${title}${GAP}PAYEE, ID AND MEMO` : title;
  const first = hasColors ? styleText('bold', whole, { validateStream: false }) : whole;
  return `${isAll ? '' : what}${[first, ...rows].join('\n')}\n`;
}

/** What all payments come to, and what they take from which accounts. */
function totalsText(due: readonly PlannedPayment[], totals: readonly SourceTotal[]): string {
  const byCurrency = new Map<string, { sum: number; items: number }>();
  for (const { row } of due) {
    const { sum, items } = byCurrency.get(row.currency) ?? { sum: 0, items: 0 };
    byCurrency.set(row.currency, { sum: sum + row.amount, items: items + 1 });
  }
  const pays = [...byCurrency].map(([currency, { sum, items }]) => [
    `${count(items, 'payment')} of`,
    amountWords(sum, currency),
  ]);
  const accounts = totals.map((total) => {
    const { accountId, currency, needed, fees, available, payments } = total;
    const lines = [
      [`  ${count(payments, 'payment')} ${payments === 1 ? 'needs' : 'need'} about`, needed],
      ['  fees in it', fees],
      ['  available', available],
      ['  left afterwards', available - needed],
    ] as const;
    return { accountId, lines: lines.map(([label, one]) => [label, amountWords(one, currency)]) };
  });
  const all = [...pays, ...accounts.flatMap(({ lines }) => lines)];
  const most = (at: number) => Math.max(...all.map((cells) => cells[at]?.length ?? 0));
  const [labels, amounts] = [most(0), most(1)];
  const text = ([label = '', amount = '']: readonly string[]) =>
    `${label.padEnd(labels)}${GAP}${amount.padStart(amounts)}\n`;
  const sums = accounts.map(({ accountId, lines }) => `${accountId}\n${lines.map(text).join('')}`);
  return [pays.map(text).join(''), ...sums].join('\n');
}
export function checkedText(checked: CheckedFile, run: string, terminal: TableStyle): string {
  const { notes, planned, totals, standing, statuses } = checked;
  const paid = standing.filter(({ outcome }) => outcome.status === 'paid' && !waits(outcome));
  const waiting = standing.filter(({ outcome }) => waits(outcome));
  const texts = notes.map((note) => `${wrapped(`note: ${note}`, terminal.width, GAP)}\n`);
  if (planned.length > 0) {
    texts.push(`${paymentsText(planned, terminal)}\n${totalsText(planned, totals)}\n`);
  }
  const rows = count(paid.length, 'row');
  if (paid.length > 0) texts.push(`paid before: ${rows} of the run "${visibleText(run)}"\n`);
  texts.push(...statuses.map((text) => `${wrapped(`  ${text}`, terminal.width, GAP)}\n`));
  const wait = `${count(waiting.length, 'row')} accepted, not paid before the customer authorizes`;
  if (waiting.length > 0) texts.push(`${wrapped(wait, terminal.width, GAP)}\n`);
  return texts.join('');
}

/** What a person should look at before they approve: the largest amounts, and payees that are new. */
export function oddText(
  { planned, problems }: CheckedFile,
  isNew: (one: PlannedPayment) => boolean,
  width: number | undefined,
): string {
  const lines: string[] = [];
  const fresh = planned.filter(isNew);
  if (fresh.length > 0 && fresh.length < planned.length) {
    const names = fresh.slice(0, LARGEST).map(toWhom).join('; ');
    const more = fresh.length > LARGEST ? '; …' : '';
    const what = `${count(fresh.length, 'payee')} in no earlier run: ${names}${more}`;
    lines.push(`${wrapped(what, width, GAP)}\n`);
  }
  lines.push(
    problemText(
      problems.filter(({ level }) => level === 'warning'),
      width,
    ),
  );
  return lines.filter(Boolean).join('\n');
}
