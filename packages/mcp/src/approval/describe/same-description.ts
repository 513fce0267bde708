import { briefFacts, EARLIER, SAME, SENT_BEFORE, twin } from './brief.ts';
import { WAITING } from './deletion.ts';
import type { CallDescription } from './describe-call.ts';
import { LIMITS } from './limits.ts';

/** Facts that change all the time, and with which a person would decide the same. */
const passing = ['Available', EARLIER, WAITING];

/**
 * Whether a call whose person saw that one with its key waits is now known to repeat it: one of both pays,
 * and who decided on both has done so in any order.
 */
export const isSecond = (shown: CallDescription, now: CallDescription): boolean =>
  briefFacts(shown.facts).includes(twin) &&
  briefFacts(now.facts).some((fact) => fact.label === SENT_BEFORE && fact !== twin);

/** The facts by which a person decides, each with its section; the service checks the limits again. */
function decisive(
  { title, facts }: CallDescription,
  ignored: readonly string[],
): Map<string, string> {
  const own = facts.flatMap((section) => {
    const lines = section.facts.filter(({ label }) => !ignored.includes(label));
    return section.heading === LIMITS
      ? []
      : lines.map(({ label, value }) => [section.heading, label, value] as const);
  });
  const all = [['', 'What it does', title] as const, ...own];
  return new Map(
    all.map(([heading, label, value]) => [JSON.stringify([heading, label, value]), label]),
  );
}

/**
 * The labels of what a person would be shown otherwise now than before, in any order; none if they would
 * be shown the same. The arguments are those of one call.
 */
export function changedSince(shown: CallDescription, now: CallDescription): readonly string[] {
  const ignored = [
    ...passing,
    ...(briefFacts(shown.facts).includes(twin) ? [SENT_BEFORE] : []),
    ...(isSecond(shown, now) ? [SAME] : []),
  ];
  const [before, after] = [shown, now].map((one) => decisive(one, ignored));
  const onlyIn = (one: typeof before, other: typeof before) =>
    [...(one ?? [])].flatMap(([key, label]) => (other?.has(key) ? [] : [label]));
  return [...new Set([...onlyIn(after, before), ...onlyIn(before, after)])];
}

/** That what was shown has changed, and in what. @param who who was shown it */
export function changedText(who: string, labels: readonly string[]): string {
  return `What ${who} shown has changed since: ${labels.slice(0, 5).join('; ')}.`;
}
