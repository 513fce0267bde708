import type { Gap } from '../../choices.ts';

/** The gap ledger for a terminal: what is open, what it is set to, what else it could be. */
export function gapsText(gaps: readonly Gap[]): string {
  const entries = gaps.map(({ option, rule, question, value, alternatives }) => {
    const where = rule === undefined ? '' : ` (rule ${rule})`;
    const others = alternatives?.length ? `; or ${alternatives.join(', ')}` : '';
    return `${question}${where}\n  ${option}=${String(value)}${others}\n`;
  });
  return entries.join('\n');
}
