import type { ItemOutcome, ItemStatus, Run } from '@org/payments-sdk/run';
import { amountWords } from '../file/amounts.ts';
import type { Problem } from '../file/payout-rows.ts';
import { type ApprovedPayment, allApproved, type Plan } from '../plans.ts';
import type { Payment } from './payments.ts';

/** What the state keeps of a payment that was made. */
export interface Paid {
  readonly transactionId: string;
  readonly status: string;
  /** What left the account, in its smallest unit. */
  readonly cost: number;
  readonly currency: string;
}

/** A row that the run has, of this version of the file or of an earlier one, and what became of it. */
export interface KnownRow extends ApprovedPayment {
  readonly outcome: ItemOutcome<Paid>;
}

/** The rows of a run by their ids. */
export type KnownRows = ReadonlyMap<string, KnownRow>;

/** Reads what became of each row that was ever approved for the run. */
export async function knownRows(run: Run<Payment, Paid>, plan: Plan): Promise<KnownRows> {
  const approved = new Map(allApproved(plan).map((one) => [one.payment.id, one]));
  const known = new Map<string, KnownRow>();
  for await (const { id, outcome } of run.results()) {
    const one = approved.get(id);
    if (one !== undefined) known.set(id, { ...one, outcome });
  }
  return known;
}

/** The rows of earlier versions of the file, whose ids are not among the given ones. */
export const removedRows = (known: KnownRows, ids: ReadonlySet<string>): readonly KnownRow[] =>
  [...known.values()].filter(({ payment }) => !ids.has(payment.id));

/** Whether a start sends a row that was refused: one whose payment was made and has failed never. */
export const isSentAgain = ({ again }: { readonly again: boolean }, code: string): boolean =>
  again && code !== 'PAYMENT_FAILED';

const anew = 'Give the changed row another id, and have the file approved again.';
const idle = 'Nothing is to be done if it was replaced: it is not sent.';
/** What became of a row, and what to do if it was changed, or taken out of the file. */
const words: Readonly<Record<ItemStatus, readonly [fate: string, changed: string, gone: string]>> =
  {
    paid: [
      'paid',
      'Take the row out, or enter only the difference under another id.',
      'What replaces it is paid in addition.',
    ],
    unknown: [
      'may have been paid',
      'Put the row back as it was, and repeat the run: it is paid then if it was not. Under another id it is paid in addition.',
      'Put back and approved, it is paid if it was not. What replaces it may be paid in addition: look first in payments transactions list.',
    ],
    refused: ['not paid', anew, idle],
    'not-sent': ['not paid', anew, idle],
  };

function sumOf({ payment, outcome }: KnownRow): string {
  const sum = amountWords(payment.amount, payment.currency);
  return outcome.status === 'paid'
    ? `${sum}, ${outcome.result.transactionId} ${outcome.result.status}`
    : sum;
}

/** The error of a row that has changed under its id. */
export function changedRow(line: number, known: KnownRow): Problem {
  const [fate, action] = words[known.outcome.status];
  const message = `has changed. ${known.payment.id} as it was, ${fate}: ${sumOf(known)}`;
  return { line, level: 'error', code: 'ROW_CHANGED', message, action };
}

const MAX_NAMED = 20;

/** What became of rows that are not in the file any more. */
export function removedNotes(removed: readonly KnownRow[]): Problem[] {
  const groups = Map.groupBy(removed, ({ outcome }) => words[outcome.status][0]);
  return [...groups].map(([fate, rows]) => {
    const named = rows.slice(0, MAX_NAMED).map((one) => `${one.payment.id} (${sumOf(one)})`);
    const more = rows.length > MAX_NAMED ? `; and ${rows.length - MAX_NAMED} more` : '';
    const message = `not in it any more, ${fate}: ${named.join('; ')}${more}`;
    const action = words[rows[0]?.outcome.status ?? 'paid'][2];
    return { line: 0, level: 'warning', code: 'ROW_REMOVED', message, action };
  });
}

/** What there is to say of a row that may be paid, or that was refused and is not sent again. */
export function standingNote({ line, outcome }: KnownRow): Problem[] {
  if (outcome.status === 'paid') return [];
  const { code: because, message: reason, action: remedy } = outcome;
  const note = { line, level: 'warning' } as const;
  if (outcome.status === 'unknown') {
    const message = `may have been paid, and is not counted (${because})`;
    const action = 'Repeat the run: it is paid then if it was not, and never twice.';
    return [{ ...note, code: 'UNKNOWN_BEFORE', message, action }];
  }
  const message = `was refused before, and is not sent again. ${because}: ${reason}`;
  const action = because === 'PAYMENT_FAILED' ? remedy : 'Mend the cause, and pass --again.';
  return [{ ...note, code: 'REFUSED_BEFORE', message, action }];
}
