import type { Gap } from '../../choices.ts';

/** Returns the gap ledger as text: each open point, its setting and the alternatives. */
export function gapsText(gaps: readonly Gap[]): string {
  const entries = gaps.map(({ option, rule, question, value, alternatives }) => {
    const where = rule === undefined ? '' : ` (rule ${rule})`;
    const others = alternatives?.length ? `; or ${alternatives.join(', ')}` : '';
    return `${question}${where}\n  ${option}=${String(value)}${others}\n`;
  });
  return entries.join('\n');
}
