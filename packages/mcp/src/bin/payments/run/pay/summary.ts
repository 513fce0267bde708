import type { ItemStatus, Run, RunProgress } from '@org/payments-sdk/run';
import { GAP, wrapped } from '../../columns.ts';
import {
  authorizeText,
  type KnownRow,
  type KnownRows,
  knownRows,
  mayFindOut,
  type Paid,
  removedNotes,
  removedRows,
  waits,
  wordsOf,
} from '../check/known-rows.ts';
import type { Payment } from '../check/payments.ts';
import { presentRows, statusTexts } from '../check/present.ts';
import { problemText, type RowNote } from '../check/problem-text.ts';
import type { RunWork } from '../place.ts';
import type { Plan } from '../plans.ts';
import { number, statusOf, summaryLines, TO_AUTHORIZE } from '../watch/progress-lines.ts';

const codeOf = ({ outcome }: KnownRow) => ('code' in outcome ? outcome.code : '');

const UNPAID = 'Until then nothing of it is paid.';
const LAST_SEEN = [
  'The customer had to authorize it when it was last seen; what it is now could not be read.',
  'Repeat the command before you pay it in another way.',
] as const;

function figuresOf(all: RunProgress, own: readonly KnownRow[]): RunProgress {
  const places = Map.groupBy(own, (one) =>
    /^(?:NOT_STARTED|UNDER_WAY)$/.test(codeOf(one)) ? 'open' : one.outcome.status,
  );
  const rowsOf = (place: ItemStatus | 'open') => places.get(place) ?? [];
  const sums = (rows: readonly KnownRow[]) =>
    [...Map.groupBy(rows, ({ payment }) => payment.currency)].sort().map(([currency, all]) => ({
      ...{ currency, items: all.length },
      amount: all.reduce((sum, { payment }) => sum + payment.amount, 0),
    }));
  const of = <Figure>(figure: (status: ItemStatus) => Figure) => ({
    ...{ paid: figure('paid'), refused: figure('refused') },
    ...{ unknown: figure('unknown'), 'not-sent': figure('not-sent') },
  });
  const paidAs = [
    ...Map.groupBy(rowsOf('paid'), ({ outcome }) =>
      outcome.status === 'paid' ? outcome.result.status : '',
    ),
  ];
  const codes = [...Map.groupBy(rowsOf('refused'), codeOf)];
  return {
    ...{ ...all, items: own.length, open: rowsOf('open').length },
    counts: of((status) => rowsOf(status).length),
    amounts: { ...of((status) => sums(rowsOf(status))), open: sums(rowsOf('open')) },
    paidAs: paidAs.flatMap(([status, rows]) => sums(rows).map((one) => ({ status, ...one }))),
    refusals: codes.map(([code, { length: items }]) => ({ code, items })),
  };
}

const isPaid = ({ outcome }: KnownRow) => outcome.status === 'paid' && !waits(outcome);

/** That the service has returned a payment that it had before, for the key of a row. */
function repeatNote({ line, outcome }: KnownRow): RowNote {
  const id = outcome.status === 'paid' ? outcome.result.transactionId : '';
  const message = `is ${id}, which was paid before with the same key: nothing was sent now`;
  const action = 'If both are meant, pay this one from a file of its own with another --id.';
  return { line, level: 'paid before', code: 'PAID_BEFORE', message, action };
}

/**
 * Reads what became of a run: the figures of the file's rows, in words too, and the exit status.
 *
 * @param before what the run had before this command
 * @param madeBefore payments that the service had before it, and that the run had not
 */
export async function summaryOf(
  run: Run<Payment, Paid>,
  plan: Plan,
  work: RunWork,
  before: KnownRows = new Map(),
  madeBefore: ReadonlySet<string> = new Set(),
) {
  const { client, signal, terminal } = work;
  const all = await run.progress();
  const present = await presentRows(client, await knownRows(run, plan), signal);
  const { known } = present;
  const ids = plan.payments.map(({ payment }) => payment.id);
  const own = ids.flatMap((id) => known.get(id) ?? []);
  const progress = figuresOf(all, own);
  const removed = removedRows(known, new Set(ids));
  const notes: RowNote[] = own.flatMap(({ line, payment, outcome }) => {
    if (outcome.status === 'paid') {
      if (!waits(outcome)) return [];
      const isOld = present.unread.has(payment.id);
      const [message, action] = isOld ? LAST_SEEN : [authorizeText(outcome.result), UNPAID];
      return [{ line, level: 'to authorize', code: TO_AUTHORIZE, message, action }];
    }
    if (outcome.code === 'NOT_STARTED') return [];
    return [{ line, level: outcome.status, ...wordsOf(outcome) }];
  });
  const begun = own.filter((one) => codeOf(one) === 'UNDER_WAY').length;
  // Those that a process is at now may still end.
  const lost = Math.max(0, begun - all.underWay);
  const paid = own.filter(isPaid);
  // One that its customer has authorized since was sent before too.
  const paidBefore = paid.filter(
    ({ payment }) => before.get(payment.id)?.outcome.status === 'paid',
  );
  // What became of an unknown row may be its own payment.
  const wasSent = (id: string) => /^(?:paid|unknown)$/.test(before.get(id)?.outcome.status ?? '');
  const repeats = paid.filter(
    ({ payment: { id }, outcome }) =>
      outcome.status === 'paid' && !wasSent(id) && madeBefore.has(outcome.result.transactionId),
  );
  notes.push(...repeats.map(repeatNote));
  const paidNow = paid.length - paidBefore.length - repeats.length;
  // The same file a month later looks like one that was just paid.
  const now =
    paid.length === paidNow
      ? []
      : [`paid since this command began: ${number(paidNow)}; the others before`];
  const { width } = terminal;
  const texts = summaryLines(progress, [...now, ...statusTexts(own, present)], lost);
  const lines = texts.map((text) => `${wrapped(text, width, GAP)}\n`);
  const text = lines.join('') + problemText([...notes, ...removedNotes(removed)], width);
  const isUnknown = removed.some(mayFindOut);
  const status = isUnknown ? 3 : statusOf(progress, ids.length, lost);
  return { progress, present, text, status, paidNow };
}

/** Milliseconds, at least, between two looks of a page at every row. */
const LOOK = 15_000;

/** The run as its page shows it: the rows of the file alone, with the payments as they are now. */
export function shownRun(run: Run<Payment, Paid>, plan: Plan, work: RunWork) {
  let last: RunProgress | undefined;
  let [next, open, isAlike] = [0, 0, false];
  return {
    async progress(): Promise<RunProgress> {
      const all = await run.progress();
      const isEnd = all.open === 0 && open > 0;
      const began = performance.now();
      open = all.open;
      if (last !== undefined && !isEnd && began < next) return isAlike && open > 0 ? all : last;
      last = (await summaryOf(run, plan, work)).progress;
      isAlike = JSON.stringify(last.counts) === JSON.stringify(all.counts);
      // A part of the time at most: all rows are read, and their payments.
      next = performance.now() + Math.max(LOOK, 20 * (performance.now() - began));
      return last;
    },
  };
}
