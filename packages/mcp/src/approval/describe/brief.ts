import { visibleText } from '@org/payments-contract/internal';
import type { Fact, Section } from './facts.ts';

/** The headings of what not only the service says: the first lines, and what a call changes. */
export const BRIEF = 'In short';
export const CHANGES = 'Changes';

/** What was sent to a payee before. */
export const EARLIER = 'Earlier payments';

/** That a payment like this one was sent, or waits: who was not told decides again. */
export const SAME = 'Same payment';

/** Of an account that is added: its name and number, as whoever calls wrote them. */
export const ADDED = 'To be added';

export const SENT_BEFORE = 'Sent before';

/** The row of a fact for which a person may decide otherwise: it stands out. */
export const NOTICE = 'notice';

/** Of the later of two calls with one key that wait for a decision at once. */
export const twin: Fact = {
  label: SENT_BEFORE,
  value: 'not yet, but a call with this key waits already: the service carries out one of both',
  row: NOTICE,
};

/** That a call was sent before with its key. @param loss why what it made is lost, if it is */
export function repeated(loss: string | undefined): Fact {
  const end =
    loss === undefined
      ? ': the service carries it out once, and returns its first response'
      : `, and nothing is paid now: ${visibleText(loss)}`;
  return { label: SENT_BEFORE, value: `yes, under the same key${end}`, row: NOTICE };
}

/** The facts that tell a call from others of its kind: its first lines, or what it changes and of what. */
export function briefFacts([first, ...others]: readonly Section[]): readonly Fact[] {
  const facts = first?.facts ?? [];
  const shown = facts.filter(({ row }, at) => at < 3 || row === NOTICE);
  return first?.heading === CHANGES
    ? [...(others.at(0)?.facts.slice(0, 1) ?? []), ...shown]
    : shown;
}
