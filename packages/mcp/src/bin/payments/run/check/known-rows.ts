import { isErrorCode } from '@org/payments-contract';
import type { ItemOutcome, ItemStatus, Run } from '@org/payments-sdk/run';
import { shellWord } from '../../input-file.ts';
import { command } from '../../operations.ts';
import { actionInTerminal, inTerminal } from '../../terminal-words.ts';
import { amountWords } from '../file/amounts.ts';
import type { Problem } from '../file/payout-rows.ts';
import { type ApprovedPayment, allApproved, type Plan } from '../plans.ts';
import { TO_AUTHORIZE } from '../watch/progress-lines.ts';
import type { Payment } from './payments.ts';

/** What the state keeps of a payment that was made. */
export interface Paid {
  /** Empty if only a person's word shows the payment, which `status` tells. */
  readonly transactionId: string;
  readonly status: string;
  /** What left the account, in its smallest unit. */
  readonly cost: number;
  readonly currency: string;
  /** What the customer authorizes, and until when, if it waited for that. */
  readonly quoteId?: string;
  readonly until?: string;
}

/** A row that the run has, of this version of the file or of an earlier one, and what became of it. */
export interface KnownRow extends ApprovedPayment {
  readonly outcome: ItemOutcome<Paid>;
}

export type KnownRows = ReadonlyMap<string, KnownRow>;

/** Steps that pay nothing: as long as the doubt is about one of them, no money has moved. */
const harmless: readonly unknown[] = ['lookup', 'quote'];

function fateOf(outcome: ItemOutcome<Paid>): ItemOutcome<Paid> {
  if (outcome.status !== 'unknown' || !harmless.includes(outcome.step)) return outcome;
  const { step, operation, code: because } = outcome;
  const code = because === 'UNDER_WAY' ? 'NOT_STARTED' : because;
  const message = 'Only a quote was asked for, and no money has moved.';
  const action = 'Repeat the command: it asks again, and pays the row once.';
  return { status: 'not-sent', code, message, action, step, operation };
}

/** Reads what became of each row that was ever approved for the run, when it was sent. */
export async function knownRows(run: Run<Payment, Paid>, plan: Plan): Promise<KnownRows> {
  const approved = new Map(allApproved(plan).map((one) => [one.payment.id, one]));
  const known = new Map<string, KnownRow>();
  for await (const { id, outcome } of run.results()) {
    const one = approved.get(id);
    if (one !== undefined) known.set(id, { ...one, outcome: fateOf(outcome) });
  }
  return known;
}

/** Whether a payment waits for its customer's authorization. */
export const waits = (outcome: ItemOutcome<Paid>): boolean =>
  outcome.status === 'paid' && outcome.result.status === TO_AUTHORIZE;

export function authorizeText({ quoteId = '<its quote>', until }: Paid): string {
  const end = until === undefined ? '' : `before ${until.slice(0, 19).replace('T', ' ')} UTC, `;
  return `The customer has to authorize it: ${end}${command('quotes.authorize', quoteId)} with their --code, after ${command('scaLogin.start')} and ${command('scaLogin.complete')}.`;
}

/** The rows of earlier versions of the file, whose ids are not among the given ones. */
export const removedRows = (known: KnownRows, ids: ReadonlySet<string>): readonly KnownRow[] =>
  [...known.values()].filter(({ payment }) => !ids.has(payment.id));

/** Whether a start sends a row that was refused: one whose payment was made and has failed never. */
export const isSentAgain = ({ again }: { readonly again: boolean }, code: string): boolean =>
  again && code !== 'PAYMENT_FAILED';

type Unpaid = Exclude<ItemOutcome<Paid>, { readonly status: 'paid' }>;

/** What helps an unknown row beside a repeat of the run: its own action says it. */
const nextOf = (outcome: ItemOutcome<Paid>) =>
  outcome.status === 'unknown' ? outcome.next : undefined;
const hasOwnHelp = (outcome: Unpaid) => /mend|look/.test(nextOf(outcome) ?? '');

/** Whether a repeat of the run may find out about a row of unknown outcome. */
export const mayFindOut = ({ outcome }: KnownRow): boolean =>
  /start|mend/.test(nextOf(outcome) ?? '');

/** Where a person looks for a payment that no repeat shows; undefined of others. */
export function lookText(outcome: ItemOutcome<Paid>): string | undefined {
  if (outcome.status !== 'unknown' || outcome.next !== 'look') return undefined;
  return `Look for it in ${command('transactions.list')}, or ask the service about its key ${outcome.idempotencyKey}: no repeat shows it any more.`;
}

const SAVED_ANEW =
  'If the payee was deleted and saved anew, give the row another id: --again sends it to the account that was approved.';

/** What helps: a row that was certainly refused is sent again by `--again` alone. */
function helpOf(outcome: Unpaid): string {
  const action = actionInTerminal(outcome.action);
  if (outcome.status !== 'refused' || action.includes('--again')) return action;
  if (outcome.code.endsWith('NOT_FOUND')) return `${action} ${SAVED_ANEW}`;
  return `${action} Then pass --again: it sends the row anew, with a new quote if it needs one.`;
}

/**
 * What helps where the service has the key of a row from another one, such as of a state that is lost, or
 * where the journal has nothing that a person could record it at, as after a process was killed.
 */
const otherRow =
  'If that payment is there, take the row out of the file; if not, give it another id, under which it is paid.';

/** What is said of a row that is not paid, for a person at a terminal or with a spreadsheet. */
export function wordsOf(outcome: Unpaid) {
  const { code, message: said } = outcome;
  // The service's own words stay as they are.
  const message = isErrorCode(code) ? said : inTerminal(said);
  const look = lookText(outcome);
  const key = outcome.status === 'unknown' ? outcome.idempotencyKey : '';
  const record = `Record what you find with ${command('journal settle', shellWord(key ?? ''))} --as applied, or not-applied. Once it is recorded, repeat the run, which a --check does not replace: it counts the row as paid, or pays it.`;
  const isRecorded = !/^(?:IDEMPOTENCY_KEY_REUSED|JOURNAL_ENTRY_MISSING)$/.test(code);
  const then = isRecorded ? record : otherRow;
  return { code, message, action: look ? `${look} ${then}` : helpOf(outcome) };
}

const anew = 'Give the changed row another id, and have the file approved again.';
const idle = 'Nothing is to be done if it was replaced: it is not sent.';
/** What became of a row, and what to do if it was changed, or taken out of the file. */
const words: Readonly<Record<ItemStatus, readonly [fate: string, changed: string, gone: string]>> =
  {
    paid: [
      'paid',
      'Put the row back as it was, or take it out. What is still due, such as more money or what another payee gets, is a row of its own with another id: it is paid in addition.',
      'What replaces it is paid in addition.',
    ],
    unknown: [
      'may have been paid',
      'Put the row back as it was, and repeat the run, which finds out or says where to look. Under another id it is paid in addition.',
      'Put it back and repeat the run, which finds out or says where to look. What replaces it may be paid in addition.',
    ],
    refused: ['not paid', anew, idle],
    'not-sent': ['not paid', anew, idle],
  };

function fateWords({ outcome }: KnownRow): (typeof words)[ItemStatus] {
  const own = words[outcome.status];
  if (outcome.status === 'refused' && outcome.code === 'PAYMENT_FAILED') {
    // Its money may have left, and not be back.
    const { action } = wordsOf(outcome);
    return ['accepted and failed', action, action];
  }
  if (outcome.status !== 'unknown' || !hasOwnHelp(outcome)) return own;
  const { action } = wordsOf(outcome);
  const look = lookText(outcome);
  return [own[0], action, look ? `${look} What replaces it is paid in addition.` : action];
}

function sumOf({ payment, outcome }: KnownRow): string {
  const sum = amountWords(payment.amount, payment.currency);
  return outcome.status === 'paid'
    ? `${sum}, ${`${outcome.result.transactionId} ${outcome.result.status}`.trim()}`
    : sum;
}

export function changedRow(line: number, known: KnownRow, what = 'has changed'): Problem {
  const [fate, action] = fateWords(known);
  const message = `${what}. ${known.payment.id} as it was, ${fate}: ${sumOf(known)}`;
  return { line, level: 'error', code: 'ROW_CHANGED', message, action };
}

const MAX_NAMED = 20;

export function removedNotes(removed: readonly KnownRow[]): Problem[] {
  const groups = Map.groupBy(removed, (one) => JSON.stringify(fateWords(one)));
  return [...groups].map(([text, rows]) => {
    const [fate, , action] = JSON.parse(text) as (typeof words)[ItemStatus];
    const named = rows.slice(0, MAX_NAMED).map((one) => `${one.payment.id} (${sumOf(one)})`);
    const more = rows.length > MAX_NAMED ? `; and ${rows.length - MAX_NAMED} more` : '';
    const message = `not in it any more, ${fate}: ${named.join('; ')}${more}`;
    return { line: 0, level: 'warning', code: 'ROW_REMOVED', message, action };
  });
}

/** What there is to say of a row that may be paid, or that was refused and is not sent again. */
export function standingNote({ line, outcome }: KnownRow): Problem[] {
  if (outcome.status === 'paid') return [];
  const { code: because, message: reason, action: remedy } = wordsOf(outcome);
  const note = { line, level: 'warning' } as const;
  if (outcome.status === 'unknown') {
    const why = outcome.next === 'mend' ? `${because}: ${reason}` : because;
    const message = `may have been paid, and is not counted (${why})`;
    const action = hasOwnHelp(outcome)
      ? remedy
      : 'Repeat the run: it is paid then if it was not, and never twice. 23 hours after it was sent, the run says where to look instead.';
    return [{ ...note, code: 'UNKNOWN_BEFORE', message, action }];
  }
  const isFailed = because === 'PAYMENT_FAILED';
  const fate = isFailed ? 'was accepted before and has failed' : 'was refused before';
  const message = `${fate}, and is not sent again. ${because}: ${reason}`;
  return [{ ...note, code: 'REFUSED_BEFORE', message, action: remedy }];
}
