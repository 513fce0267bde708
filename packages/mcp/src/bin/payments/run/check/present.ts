import type { Fields } from '@org/payments-contract';
import { isPaymentsError } from '@org/payments-sdk';
import { beforeAnew, lossText, mayBeDecided } from '../../../../approval/describe/not-made.ts';
import { type KnownRow, type KnownRows, type Paid, waits } from './known-rows.ts';
import type { Platform } from './payees.ts';

/** Payments, at most, that are looked through: the newest, and those of others among them. */
const MOST = 50_000;

/** What to do about a payment that was accepted and cannot be made any more. */
const afterLoss = (now: Now) =>
  `${beforeAnew(now)}${mayBeDecided(now) ? 'A person or the platform may have decided so: ask why first. If it is to be paid,' : 'Mend the cause, and'} pay the row under another id: --again does not send it.`;

/** A payment as the service has it. */
type Now = Fields & { readonly id: string; readonly status: string };

/** What the run has, with the payments as the service has them now. */
export interface PresentRows {
  readonly known: KnownRows;
  /** Rows that the service has accepted, and whose present status was not read. */
  readonly unread: ReadonlySet<string>;
  /** The payments that were accepted and have failed since, by row. */
  readonly failed: ReadonlyMap<string, Now>;
  /** The code of the error that kept it from being read; empty if the service does not list the payment. */
  readonly because: string;
}

const isByPerson = ({ transactionId }: Paid) => transactionId === '';

function asNow(one: KnownRow, paid: Paid, now: Now) {
  const message = lossText(now);
  if (message !== undefined) {
    const place = { step: undefined, operation: undefined, requestId: undefined };
    const refusal = { code: 'PAYMENT_FAILED', message, action: afterLoss(now), ...place };
    return { ...one, outcome: { status: 'refused', ...refusal } } as const;
  }
  const isWaiting = waits(one.outcome) && /^(?:CREATED|PENDING)$/.test(now.status);
  const result = isWaiting ? paid : { ...paid, status: now.status };
  return { ...one, outcome: { status: 'paid', result } } as const;
}

/**
 * Reads what became of the accepted payments of a run: one that was accepted can fail later, and its row
 * is then refused. What cannot be read stays as it was seen last.
 */
export async function presentRows(
  client: Platform,
  known: KnownRows,
  signal: AbortSignal,
): Promise<PresentRows> {
  const rows = new Map(known);
  const wanted = new Map<string, readonly [KnownRow, Paid]>();
  const failed = new Map<string, Now>();
  const keep = (one: KnownRow, paid: Paid, now: Now) => {
    const present = asNow(one, paid, now);
    rows.set(one.payment.id, present);
    if (present.outcome.status === 'refused') failed.set(one.payment.id, now);
  };
  for (const one of known.values()) {
    if (one.outcome.status !== 'paid' || isByPerson(one.outcome.result)) continue;
    const { result } = one.outcome;
    wanted.set(result.transactionId, [one, result]);
    // One that had failed at once has, whether it can be read or not.
    keep(one, result, { id: result.transactionId, status: result.status });
  }
  let [because, left] = ['', MOST];
  try {
    const query = { type: 'OUTGOING', limit: 100 } as const;
    const list = wanted.size === 0 ? [] : client.transactions.list(query, { signal, retry: 1 });
    for await (const now of list) {
      left -= 1;
      const [one, paid] = wanted.get(now.id) ?? [];
      if (one && paid) keep(one, paid, now);
      if (left === 0 || (wanted.delete(now.id) && wanted.size === 0)) break;
    }
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    because = error.code;
  }
  const unread = new Set([...wanted.values()].map(([{ payment }]) => payment.id));
  return { known: rows, unread, failed, because };
}

/** The statuses of accepted payments, those apart that were not read now. */
export function statusTexts(rows: readonly KnownRow[], { unread, because }: PresentRows): string[] {
  const all = rows.flatMap(({ payment: { id }, outcome }) =>
    outcome.status === 'paid' && (!waits(outcome) || unread.has(id))
      ? [{ ...outcome.result, isOld: unread.has(id) }]
      : [],
  );
  const paid = all.filter((one) => !isByPerson(one));
  const recorded = all.length - paid.length;
  const counted = (isOld: boolean) =>
    [
      ...Map.groupBy(
        paid.filter((one) => one.isOld === isOld),
        ({ status }) => status,
      ),
    ]
      .map(([status, { length }]) => `${length.toLocaleString('en-US')} ${status}`)
      .join(', ');
  const [now, before] = [counted(false), counted(true)];
  const why = because === '' ? '' : ` (${because})`;
  return [
    ...(now === '' ? [] : [`at the service now: ${now}`]),
    ...(recorded === 0 ? [] : [`recorded as paid by a person: ${recorded}`]),
    ...(before === '' ? [] : [`last seen: ${before}; what they are now could not be read${why}`]),
  ];
}
