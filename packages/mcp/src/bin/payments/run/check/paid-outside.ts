import type { InternalAccount } from '@org/payments-contract';
import { isPaymentsError } from '@org/payments-sdk';
import { isBegun } from '../../../../approval/describe/accounts.ts';
import { money, time } from '../../../../approval/describe/facts.ts';
import { Lookup } from '../../../../approval/describe/lookup.ts';
import { isSame, movedIn, type Payment } from '../../../../approval/describe/moved.ts';
import { quotedText } from '../../../../quoted-text.ts';
import type { AnyClient } from '../../../../tools/method.ts';
import type { Problem } from '../file/payout-rows.ts';
import type { RunWork } from '../place.ts';
import type { KnownRow } from './known-rows.ts';
import { type OtherRuns, payeeOf, sumOf } from './other-runs.ts';
import type { PayeeBook, Platform } from './payees.ts';
import type { PlannedPayment } from './payments.ts';

/** Days in which what was paid in another way is compared with a file. */
export const DAYS = 3;
const MILLISECONDS = DAYS * 86_400_000;
/** Payments of one customer, or of all, that are looked through: the newest. */
const MOST = 5_000;
/** Quotes that are read at the same time. */
const WIDTH = 8;

type Listed = Awaited<ReturnType<Platform['transactions']['get']>>;

/** A payment that the service has, and to whom it is, by the number of the account. */
interface Earlier extends Payment {
  readonly made: Listed;
}

/** The outgoing payments of the last days of whoever owns the accounts that pay, and what kept them from being read. */
async function latelyPaid(
  { client, signal }: Pick<RunWork, 'client' | 'signal'>,
  sources: readonly InternalAccount[],
): Promise<{ readonly all: readonly Listed[]; readonly notes: readonly string[] }> {
  const startDate = new Date(Date.now() - MILLISECONDS).toISOString();
  const owners = new Set(sources.map(({ customerId }) => customerId));
  // The platform pays the payees of its customers too: its list has those of all.
  const lists = owners.has(undefined) ? [undefined] : [...owners];
  const all: Listed[] = [];
  const what = `the payments of the last ${DAYS} days`;
  const notes: string[] = [];
  try {
    for (const customerId of lists) {
      const own = customerId === undefined ? {} : { customerId };
      const query = { ...own, type: 'OUTGOING', startDate, limit: 100 } as const;
      let left = MOST;
      for await (const made of client.transactions.list(query, { signal, retry: 1 })) {
        if (left === 0) {
          const most = MOST.toLocaleString('en-US');
          notes.push(`of ${what}, only the newest ${most} were compared with the file`);
          break;
        }
        all.push(made);
        left -= 1;
      }
    }
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    notes.push(
      `${what} could not be read (${error.code}): if the file pays again what was paid outside of runs is not known`,
    );
  }
  return { all, notes };
}

/** Rows of runs that have paid, or may have, something that no id shows: each may be one of the payments. */
const isUnnamed = ({ outcome }: KnownRow) =>
  outcome.status === 'unknown' ||
  (outcome.status === 'paid' && outcome.result.transactionId === '');

interface PaidOutside {
  readonly problems: readonly Problem[];
  readonly notes: readonly string[];
  /** The payments that were made in another way, and may be those of rows. */
  readonly ids: ReadonlySet<string>;
}

/**
 * Payments that are left, and that somebody has made lately in another way, such as by `payments transfers
 * create-out`, an assistant or a run with another state. What a run of the state has made is not among them.
 */
export async function paidOutside(
  planned: readonly PlannedPayment[],
  sources: readonly InternalAccount[],
  book: PayeeBook,
  runs: Pick<OtherRuns, 'rows'>,
  work: Pick<RunWork, 'client' | 'signal'>,
): Promise<PaidOutside> {
  if (planned.length === 0) return { problems: [], notes: [], ids: new Set() };
  const { all, notes } = await latelyPaid(work, sources);
  const lookup = new Lookup(work.client as AnyClient, false, work.signal);
  const earlier = all.map((made): Earlier => {
    const { amounts, payee } = movedIn({ ...made });
    return { made, amounts, parties: book.partyOf(String(payee)) };
  });
  const byPayee = Map.groupBy(earlier, ({ parties }) => parties);
  const found = planned.flatMap((one) => {
    const { amount, currency } = one.payment;
    const parties = payeeOf(one.payment);
    const own = { parties, amounts: [money({ amount, currency: { code: currency } }) ?? ''] };
    const same = (byPayee.get(parties) ?? []).filter((other) => isSame(own, other));
    return same.length === 0 ? [] : [{ ...one, same }];
  });
  if (found.length === 0) return { problems: [], notes, ids: new Set() };
  // After the list, so that what a run pays at this moment is known to be its own.
  const rows = await runs.rows();
  const ofRuns = new Set(
    rows.flatMap(({ outcome }) => (outcome.status === 'paid' ? outcome.result.transactionId : [])),
  );
  const unnamed = Map.groupBy(rows.filter(isUnnamed), ({ payment }) => sumOf(payment));
  const open = [...new Set(found.flatMap(({ same }) => same.map(({ made }) => made)))].filter(
    ({ id }) => !ofRuns.has(id),
  );
  const begun = new Set<Listed>();
  for (let at = 0; at < open.length; at += WIDTH) {
    const looked = open.slice(at, at + WIDTH).map(async (made) => {
      // One whose quote cannot be read may have been executed.
      if ((await isBegun(lookup, { ...made })) !== false) begun.add(made);
    });
    await Promise.all(looked);
  }
  const problems: Problem[] = [];
  for (const { row, payment, same } of found) {
    const sent = same.flatMap(({ made }) => (begun.has(made) ? [made] : []));
    const [last, ...others] = sent;
    if (last === undefined || sent.length <= (unnamed.get(sumOf(payment))?.length ?? 0)) continue;
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    const message = `pays ${quotedText(row.payee)} what was sent at ${time(last.createdAt)} outside of the runs of this state (${last.id}${more})`;
    const action = 'Take it out, unless both are meant.';
    problems.push({ line: row.line, level: 'warning', code: 'PAID_BEFORE', message, action });
  }
  return { problems, notes, ids: new Set([...begun].map(({ id }) => id)) };
}
