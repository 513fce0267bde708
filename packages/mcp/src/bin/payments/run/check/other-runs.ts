import type { ItemStatus } from '@org/payments-sdk/run';
import { command } from '../../operations.ts';
import { amountWords } from '../file/amounts.ts';
import type { Problem } from '../file/payout-rows.ts';
import { allApproved, type Plan } from '../plans.ts';
import type { KnownRow, KnownRows } from './known-rows.ts';
import type { Payment, PlannedPayment } from './payments.ts';
import { linesText } from './problem-text.ts';

/** The payee, however the row names it, and however often it is saved. */
export const payeeOf = ({ payee, to }: Payment) => payee ?? to.accountId ?? to.umaAddress ?? '';

/** What is paid to whom, however the rows name the payee, and whatever the memo says. */
export const sumOf = (payment: Payment) =>
  JSON.stringify([payeeOf(payment), payment.amount, payment.currency]);

export const memoNote = (one: Payment, other: Payment) =>
  one.memo.normalize() === other.memo.normalize() ? '' : ', with another memo';

/** Whether a payment was made and has failed: what pays it in its place pays nothing twice. */
export const isFailed = ({ outcome }: KnownRow) =>
  outcome.status === 'refused' && outcome.code === 'PAYMENT_FAILED';

export interface OtherRuns {
  readonly others: readonly Plan[];
  /** Reads what became of the rows of one; undefined if that is not known. */
  read(plan: Plan): Promise<KnownRows | undefined>;
  /** Reads the rows of all runs, this one among them, as they are at this moment. */
  rows(): Promise<readonly KnownRow[]>;
}

const otherWords = (): Readonly<
  Record<ItemStatus | 'unread', readonly [fate: string, action: string]>
> => ({
  paid: ['has paid', 'Take it out, unless it is due again.'],
  unknown: [
    'may have paid',
    `Find that out first: repeat that run, which pays the row if it can and was not paid, or look in ${command('transactions.list')}. Take it out here if it is paid, unless it is due again.`,
  ],
  unread: [
    'may have paid: its state is not there, or was started with another base URL (such as that of a sandbox), account or API token',
    `Find that out first: restore that state, or look in ${command('transactions.list')} of the service that the run was for. Take it out here if it is paid, unless it is due again.`,
  ],
  'not-sent': ['pays too when it is repeated', 'Take it out of one of the two.'],
  refused: ['was refused, and pays too with --again', 'Take it out, or do not repeat that run.'],
});

const runText = ({ run, at }: Plan) => `the run "${run}" of ${at.slice(0, 10)}`;

const namesOf = (payment: Payment) => [`payee ${payeeOf(payment)}`, `id ${payment.id}`];

/** Notes what another run has sent to the payees, or under the ids, of lines of the file; each line once. */
function akinNote(plan: Plan, rows: readonly Payment[], lines: Map<string, number[]>): string[] {
  const own = new Set(rows.flatMap(namesOf).flatMap((name) => lines.get(name) ?? []));
  if (own.size === 0) return [];
  const named = rows.map(({ id, amount, currency }) => `${id} (${amountWords(amount, currency)})`);
  for (const name of rows.flatMap(namesOf)) lines.delete(name);
  const shown = `${named.slice(0, 5).join(', ')}${named.length > 5 ? ', …' : ''}`;
  const at = linesText([...own].sort((one, other) => one - other));
  return [
    `${runText(plan)} has sent another amount to the payee or under the id of ${at}: ${shown}. What this file pays is paid in addition`,
  ];
}

/** What another run has paid or may pay: of several, that of the last one. */
export async function inOtherRuns(planned: readonly PlannedPayment[], { others, read }: OtherRuns) {
  const left = new Map(planned.map(({ payment }) => [sumOf(payment), payment] as const));
  const sums = new Set(left.keys());
  const lines = new Map<string, number[]>();
  for (const { row, payment } of planned) {
    for (const name of namesOf(payment)) lines.set(name, [...(lines.get(name) ?? []), row.line]);
  }
  const notes: string[] = [];
  const words = otherWords();
  const found = new Map<string, (payment: Payment) => Pick<Problem, 'message' | 'action'>>();
  const latest = [...others].sort((one, other) => other.at.localeCompare(one.at));
  for (const plan of latest) {
    const rows = allApproved(plan).filter(
      ({ payment }) => left.has(sumOf(payment)) || namesOf(payment).some((name) => lines.has(name)),
    );
    const known = rows.length === 0 ? undefined : await read(plan);
    const akin: Payment[] = [];
    for (const { payment } of rows) {
      const sum = sumOf(payment);
      const row = known?.get(payment.id);
      // Of a state that is known, a row that is not there was not sent.
      const status = row?.outcome.status ?? (known === undefined ? 'unread' : 'not-sent');
      if (row && isFailed(row)) continue;
      const isSent = /^(?:paid|unknown|unread)$/.test(status);
      // The same amount is a warning of its own.
      if (isSent && !sums.has(sum)) akin.push(payment);
      if (!left.has(sum)) continue;
      if (isSent) left.delete(sum);
      else if (found.has(sum)) continue;
      const [has, action] = words[status];
      found.set(sum, (own) => {
        const of = `${runText(plan)} (${payment.id})`;
        return { message: `what ${of} ${has}${memoNote(own, payment)}`, action };
      });
    }
    notes.push(...akinNote(plan, akin, lines));
  }
  return { found, notes };
}
