import type { OperationRow } from '@org/payments-contract';
import { visibleText } from '@org/payments-contract/internal';
import type { Fact, Section } from './facts.ts';
import type { Lookup } from './lookup.ts';
import { lossText } from './not-made.ts';

/** The headings of what not only the service says: the first lines, and what a call changes. */
export const BRIEF = 'In short';
export const CHANGES = 'Changes';

/** What was sent to a payee before. */
export const EARLIER = 'Earlier payments';

/** That a payment like this one was sent, or waits: who was not told decides again. */
export const SAME = 'Same payment';

export const SENT_BEFORE = 'Sent before';

/** Of the later of two calls with one key that wait for a decision at once. */
export const twin: Fact = {
  label: SENT_BEFORE,
  value: 'not yet, but a call with this key waits already: the service carries out one of both',
};

/** That a call was sent before with its key, and that what it made is lost. @param made the id of that, if it is known */
export async function repeated(lookup: Lookup, row: OperationRow, made: string | null | undefined) {
  const loss = lossText({ ...(await lookup.present(row, made)), id: made });
  const end =
    loss === undefined
      ? ': the service carries it out once, and returns its first response'
      : `, and nothing is paid now: ${visibleText(loss)}`;
  return { label: SENT_BEFORE, value: `yes, under the same key${end}` };
}

/** The facts that tell a call from others of its kind: its first lines, or what it changes and of what. */
export function briefFacts([first, ...others]: readonly Section[]): readonly Fact[] {
  const facts = first?.facts ?? [];
  const shown = facts.filter(({ label }, at) => at < 3 || label === SENT_BEFORE);
  return first?.heading === CHANGES
    ? [...(others.at(0)?.facts.slice(0, 1) ?? []), ...shown]
    : shown;
}
