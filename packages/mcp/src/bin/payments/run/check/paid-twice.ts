import type { ItemStatus } from '@org/payments-sdk/run';
import type { Problem } from '../file/payout-rows.ts';
import { allApproved, type Plan } from '../plans.ts';
import type { KnownRow, KnownRows } from './known-rows.ts';
import type { Payment, PlannedPayment } from './payments.ts';

/** What is paid to whom, however the rows name the payee, and whatever the memo says. */
const sumOf = ({ to, amount, currency }: Payment) =>
  JSON.stringify([to.accountId ?? to.umaAddress, amount, currency]);

const memoNote = (one: Payment, other: Payment) =>
  one.memo === other.memo ? '' : ', with another memo';

/** Whether a payment was made and has failed: what pays it in its place pays nothing twice. */
const isFailed = ({ outcome }: KnownRow) =>
  outcome.status === 'refused' && outcome.code === 'PAYMENT_FAILED';

/** Payments that are left, and that may pay what another row of the file pays. */
export function samePayments(
  planned: readonly PlannedPayment[],
  others: readonly KnownRow[],
): Problem[] {
  const left = planned.map(({ row, payment }) => ({ line: row.line, payment, isLeft: true }));
  const first = new Map<string, (typeof left)[number]>();
  const ids = new Set<string>();
  const standing = others.filter((one) => !isFailed(one));
  const all = [...standing.map(({ line, payment }) => ({ line, payment, isLeft: false })), ...left];
  all.sort((one, other) => one.line - other.line);
  return all.flatMap((one): Problem[] => {
    const { line, payment, isLeft } = one;
    const sum = sumOf(payment);
    const before = first.get(sum);
    first.set(sum, before ?? one);
    const isNamed = ids.has(payment.id);
    ids.add(payment.id);
    if (before === undefined || !isLeft || isNamed) return [];
    const memo = memoNote(payment, before.payment);
    const message = `pays the same amount to the same payee as line ${before.line}${memo}`;
    const action = 'Take one of them out, unless both are meant.';
    return [{ line, level: 'warning', code: 'SAME_PAYMENT', message, action }];
  });
}

/** What the other runs of the state have paid, or may pay. */
export interface OtherRuns {
  readonly others: readonly Plan[];
  /** Reads what became of the rows of one; undefined if that is not known. */
  read(plan: Plan): Promise<KnownRows | undefined>;
}

/** What there is to say of a payment that another run has. */
const otherWords = {
  paid: ['has paid', 'Take it out, unless it is due again.'],
  unknown: ['may have paid', 'Take it out, unless it is due again.'],
  'not-sent': ['pays too when it is repeated', 'Take it out of one of the two.'],
  refused: ['was refused, and pays too with --again', 'Take it out, or do not repeat that run.'],
} as const satisfies Readonly<Record<ItemStatus, readonly [fate: string, action: string]>>;

/** What another run has paid or may pay: of several, that of the last one. */
async function inOtherRuns(planned: readonly PlannedPayment[], { others, read }: OtherRuns) {
  const left = new Map(planned.map(({ payment }) => [sumOf(payment), payment] as const));
  const found = new Map<string, (payment: Payment) => Pick<Problem, 'message' | 'action'>>();
  const latest = [...others].sort((one, other) => other.at.localeCompare(one.at));
  for (const plan of latest) {
    const same = allApproved(plan).filter(({ payment }) => left.has(sumOf(payment)));
    const known = same.length === 0 ? undefined : await read(plan);
    for (const { payment } of same) {
      const sum = sumOf(payment);
      const row = known?.get(payment.id);
      // Of a state that is known, a row that is not there was not sent.
      const status = row?.outcome.status ?? (known === undefined ? 'unknown' : 'not-sent');
      if ((row && isFailed(row)) || !left.has(sum)) continue;
      if (status === 'paid' || status === 'unknown') left.delete(sum);
      else if (found.has(sum)) continue;
      const [has, action] = otherWords[status];
      found.set(sum, (own) => {
        const of = `the run "${plan.run}" of ${plan.at.slice(0, 10)} (${payment.id})`;
        return { message: `what ${of} ${has}${memoNote(own, payment)}`, action };
      });
    }
  }
  return found;
}

/** What may have been paid before: by a row that is not in the file any more, or in another run. */
export async function paidBefore(
  planned: readonly PlannedPayment[],
  removed: readonly KnownRow[],
  runs: OtherRuns,
): Promise<Problem[]> {
  const earlier = new Map(
    removed.flatMap((one) =>
      /paid|unknown/.test(one.outcome.status) ? [[sumOf(one.payment), one] as const] : [],
    ),
  );
  const others = await inOtherRuns(planned, runs);
  return planned.flatMap(({ row: { line, payee }, payment }): Problem[] => {
    const own = earlier.get(sumOf(payment));
    const has = own?.outcome.status === 'paid' ? 'has paid' : 'may have paid';
    const of = own && `line ${own.line} of an earlier version of the file (${own.payment.id})`;
    const fact = own && {
      message: `what ${of} ${has}${memoNote(payment, own.payment)}`,
      action: 'Take it out, unless both are meant.',
    };
    const { message, action } = fact ?? others.get(sumOf(payment))?.(payment) ?? {};
    if (message === undefined || action === undefined) return [];
    const text = `pays "${payee}" ${message}`;
    return [{ line, level: 'warning', code: 'PAID_BEFORE', message: text, action }];
  });
}
