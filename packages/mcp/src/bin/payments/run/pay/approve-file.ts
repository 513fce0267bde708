import { createHash } from 'node:crypto';
import { ArgumentError, counted } from '@org/payments-contract/internal';
import { systemUser } from '../../../../approval/page/serve-approval-page.ts';
import { GAP, wrapped } from '../../columns.ts';
import { Refused } from '../../confirm.ts';
import { shellWord } from '../../input-file.ts';
import type { CheckedFile, ReadFile } from '../check/check-file.ts';
import { checkedText, oddText } from '../check/check-text.ts';
import { isSentAgain, type KnownRows } from '../check/known-rows.ts';
import { payeeOf } from '../check/other-runs.ts';
import { isFixed, type SourceTotal } from '../check/payments.ts';
import { amountWords } from '../file/amounts.ts';
import { fingerprintOf } from '../file/payout-rows.ts';
import type { RunLine } from '../options.ts';
import type { RunWork } from '../place.ts';
import { type ApprovedPayment, allApproved, type Plan } from '../plans.ts';

/** Whether the approval of a run covers the file as it is now. @throws ArgumentError where only its owner can say */
export function isApproved(
  file: ReadFile,
  known: Plan | undefined,
  rows: KnownRows,
  work: RunWork,
): boolean {
  const { line, place } = work;
  if (known === undefined) {
    if (!line.resume) return false;
    throw new ArgumentError(`${place.name} has no run "${line.id}" that could be resumed`);
  }
  // A refused row was not among what was shown with a later --margin.
  const isNew = known.payments.some(({ payment, margin }) => {
    const outcome = rows.get(payment.id)?.outcome;
    const isSent = outcome?.status === 'refused' && isSentAgain(line, outcome.code);
    return isSent && margin !== line.margin;
  });
  if (known.digest === file.digest && !isNew && !known.isOpen) return true;
  const of = `The run "${known.run}" was approved on ${known.at.slice(0, 10)} for another content, account or --margin`;
  if (line.resume) {
    throw new ArgumentError(`${of}: leave --resume out to have the file approved again`);
  }
  if (line.isNamed || known.digest === file.digest) return false;
  throw new ArgumentError(
    `${of}. To go on with that run, pass --id ${shellWord(known.run)}: rows that it has paid are not paid again. With another --id every row of the file is paid, and what this run has paid is paid again`,
  );
}

/** What the payments of an account cost that are estimated, in its smallest unit. */
interface Estimate extends Pick<SourceTotal, 'accountId' | 'currency'> {
  readonly cost: number;
}

function estimatesOf({ totals, planned }: CheckedFile): readonly Estimate[] {
  const all = totals.map(({ accountId, currency }): Estimate => {
    const own = planned.filter(({ payment }) => payment.from === accountId && !isFixed(payment));
    return { accountId, currency, cost: own.reduce((sum, one) => sum + one.cost, 0) };
  });
  const estimated = all.filter(({ cost }) => cost > 0);
  return estimated.sort((one, other) => (one.accountId < other.accountId ? -1 : 1));
}

/** The digest of what was checked, and of what was estimated then, which it ends with. */
function digestWith(approval: string, costs: readonly string[]): string {
  if (costs.length === 0) return approval;
  const text = [approval, ...costs].join('.');
  return [createHash('sha256').update(text).digest('hex').slice(0, 32), ...costs].join('.');
}

/** What a script passes to pay what was checked. */
export const scriptDigest = (checked: CheckedFile): string =>
  digestWith(
    checked.approval,
    estimatesOf(checked).map(({ cost }) => String(cost)),
  );

/** What the digest of a script has estimated for each account. */
const approvedCosts = ({ digest = '' }: RunLine) => digest.split('.').slice(1);

function byScript(checked: CheckedFile, line: RunLine): string {
  if (!line.isNamed || line.digest === undefined) {
    throw new ArgumentError(
      '--yes needs --id, the name of the run, and --digest, which payments run --check prints',
    );
  }
  const estimates = estimatesOf(checked);
  const costs = approvedCosts(line);
  const isOf = line.digest === digestWith(checked.approval, costs);
  if (!isOf || costs.length !== estimates.length) {
    throw new ArgumentError(
      'the file, how it is read, the account, a payee, what was paid before or what is to be looked at is not what the --digest is of: check it again',
    );
  }
  for (const [at, { cost, currency }] of estimates.entries()) {
    const most = Math.ceil(Number(costs[at]) * (1 + line.margin / 100));
    if (cost <= most) continue;
    const [now, then] = [cost, most].map((amount) => amountWords(amount, currency));
    throw new ArgumentError(
      `the payments cost about ${now} now, and the --digest is for ${then} at most: check the file again`,
    );
  }
  return `${systemUser()}, by --digest`;
}

/**
 * Has a person approve the whole file: its totals, its costs, what is odd, and its rows.
 *
 * @param due how many rows that were approved, and may still be sent, the file leaves out
 * @returns who approved it
 * @throws Refused, ArgumentError if nobody can be asked
 */
export async function approveFile(
  checked: CheckedFile,
  plans: ReadonlyMap<string, Plan>,
  due: number,
  { line, terminal, signal, service }: RunWork,
): Promise<string> {
  if (line.yes) return byScript(checked, line);
  if (!terminal.canAsk) {
    throw new ArgumentError(
      'a person has to approve the file, and nobody can be asked here: use a terminal, or pass --yes with --id and --digest',
    );
  }
  const { planned } = checked;
  terminal.error(checkedText(checked, line.id, terminal).replace(/\n$/, ''));
  const earlier = new Set(
    [...plans.values()].flatMap((plan) => allApproved(plan).map(({ payment }) => payeeOf(payment))),
  );
  const odd = oddText(checked, ({ payment }) => !earlier.has(payeeOf(payment)), terminal.width);
  if (odd !== '') terminal.error(odd);
  const what = counted(planned.length, 'payment');
  const unknown = checked.standing.filter(({ outcome }) => outcome.status === 'unknown').length;
  const isIdle = planned.length + unknown === 0;
  if (isIdle) {
    const again = line.again ? '' : ' Those that were refused are sent again only with --again.';
    terminal.error(`No row is left to send.${again}`);
    if (due === 0) return systemUser();
  }
  const again = unknown === 0 ? '' : `, and ask again about ${unknown} that may have been paid,`;
  const leaveOut = `leave ${counted(due, 'payment')} that were approved out of`;
  const question = `Type yes to ${isIdle ? leaveOut : `send ${what}${again} as`} the run "${line.id}": `;
  terminal.error(wrapped(`Service: ${service}`, terminal.width, GAP));
  const reply = await terminal.ask(question, signal);
  if (reply.trim().toLowerCase() !== 'yes') throw new Refused('Nothing was sent.');
  return systemUser();
}

/** What is approved of each row, with the most that it may cost. */
export function approvedPayments(checked: CheckedFile, line: RunLine): ApprovedPayment[] {
  const { planned, standing } = checked;
  const { margin } = line;
  // A row may cost its share of what was estimated when a script's file was checked.
  const costs = line.yes ? approvedCosts(line) : [];
  const shares = new Map(
    estimatesOf(checked).map(({ accountId, cost }, at) => [
      accountId,
      Number(costs[at] ?? cost) / cost,
    ]),
  );
  const left = planned.map(({ row, payment, cost }) => {
    const shown = cost * (shares.get(payment.from) ?? 1);
    const most = isFixed(payment) ? cost : Math.ceil(shown * (1 + margin / 100));
    return { line: row.line, payment, most, margin, fingerprint: fingerprintOf(row) };
  });
  const kept = standing.map(({ outcome: _, ...one }) => one);
  return [...kept, ...left].sort((one, other) => one.line - other.line);
}
