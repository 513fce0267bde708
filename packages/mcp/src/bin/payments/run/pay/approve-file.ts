import { ArgumentError } from '@org/payments-contract/internal';
import type { ItemStatus } from '@org/payments-sdk/run';
import { systemUser } from '../../../../approval/page/serve-approval-page.ts';
import { GAP, wrapped } from '../../columns.ts';
import { Refused } from '../../confirm.ts';
import type { Terminal } from '../../terminal.ts';
import type { CheckedFile, ReadFile } from '../check/check-file.ts';
import { oddText, paymentsText, totalsText } from '../check/check-text.ts';
import type { Payment } from '../check/payments.ts';
import { fingerprintOf } from '../file/payout-rows.ts';
import type { RunLine } from '../options.ts';
import type { ApprovedPayment, Plan } from '../plans.ts';

/** Whether the approval of a run covers the file as it is now. @throws ArgumentError where only its owner can say */
export function isApproved(line: RunLine, file: ReadFile, known: Plan | undefined): boolean {
  if (known === undefined) {
    if (!line.resume) return false;
    throw new ArgumentError(`${line.state} has no run "${line.id}" that could be resumed`);
  }
  if (known.digest === file.digest) return true;
  const of = `The run "${known.run}" was approved on ${known.at.slice(0, 10)} for another content or account`;
  if (line.resume) {
    throw new ArgumentError(`${of}: leave --resume out to have the file approved again`);
  }
  if (line.isNamed) return false;
  throw new ArgumentError(
    `${of}. To go on with that run, pass --id ${known.run}: rows that it has paid are not paid again. To pay anew, pass another --id`,
  );
}

const payeeOf = ({ to }: Payment) => to.accountId ?? to.umaAddress;

function byScript({ digest }: ReadFile, line: RunLine): string {
  if (!line.isNamed || line.digest === undefined) {
    throw new ArgumentError(
      '--yes needs --id, the name of the run, and --digest, which payments run --check prints',
    );
  }
  if (line.digest === digest) return `${systemUser()}, by --digest`;
  throw new ArgumentError(
    'the file, how it is read, or the account is not what the --digest is of: check it again',
  );
}

/**
 * Has a person approve the whole file: its totals, its costs, what is odd, and its rows.
 *
 * @returns who approved it
 * @throws Refused, ArgumentError if nobody can be asked
 */
export async function approveFile(
  checked: CheckedFile,
  line: RunLine,
  plans: ReadonlyMap<string, Plan>,
  known: ReadonlyMap<string, ItemStatus>,
  terminal: Terminal,
): Promise<string> {
  if (line.yes) return byScript(checked, line);
  if (!terminal.canAsk) {
    throw new ArgumentError(
      'a person has to approve the file, and nobody can be asked here: use a terminal, or pass --yes with --id and --digest',
    );
  }
  const { planned, notes } = checked;
  const due = planned.filter(({ payment }) => known.get(payment.id) !== 'paid');
  const paid = planned.length - due.length;
  const { width } = terminal;
  for (const note of notes) terminal.error(wrapped(`note: ${note}`, width, GAP));
  terminal.error(paymentsText(due, terminal));
  const earlier = new Set(
    [...plans.values()].flatMap((plan) => plan.payments.map(({ payment }) => payeeOf(payment))),
  );
  const odd = oddText(checked, ({ payment }) => !earlier.has(payeeOf(payment)), width);
  if (odd !== '') terminal.error(odd);
  terminal.error(totalsText(due, checked.totals));
  if (paid > 0) terminal.error(`${paid} rows of the run "${line.id}" are paid already.`);
  const what = `${due.length} ${due.length === 1 ? 'payment' : 'payments'}`;
  const reply = await terminal.ask(`Type yes to send ${what} as the run "${line.id}": `);
  if (reply.trim().toLowerCase() !== 'yes') throw new Refused('Nothing was sent.');
  return systemUser();
}

/** What is approved of each row, with the most that it may cost. */
export function approvedPayments({ planned }: CheckedFile, margin: number): ApprovedPayment[] {
  return planned.map(({ row, payment, cost }) => {
    const isFixed = payment.by === 'transfer' || payment.side === 'SENDING';
    const most = isFixed ? cost : Math.ceil(cost * (1 + margin / 100));
    return { line: row.line, payment, most, fingerprint: fingerprintOf(row) };
  });
}
