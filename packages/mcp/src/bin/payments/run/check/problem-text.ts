import { visibleText } from '@org/payments-contract/internal';
import { GAP, wrapped } from '../../columns.ts';
import type { Problem } from '../file/payout-rows.ts';
import { number } from '../watch/progress-lines.ts';

/** What there is to say of one row, before the run or after it: `level` is then what became of the row. */
export type RowNote = Omit<Problem, 'level'> & { readonly level: string };

/** Messages with one cause that are printed. */
const MAX_SHOWN = 10;
const MAX_STRETCHES = 20;

/** `line 3`, or `lines 3, 5 to 9, 12`. */
export function linesText(lines: readonly number[]): string {
  if (lines[0] === 0) return 'the file';
  const stretches: [number, number][] = [];
  for (const line of lines) {
    const last = stretches.at(-1);
    if (last !== undefined && line <= last[1] + 1) last[1] = line;
    else stretches.push([line, line]);
  }
  const texts = stretches.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`));
  const shown = texts.slice(0, MAX_STRETCHES).join(', ');
  const left = texts.length > MAX_STRETCHES ? ', …' : '';
  return `${lines.length === 1 ? 'line' : 'lines'} ${shown}${left}`;
}

function groupText(notes: readonly RowNote[], width: number | undefined): string {
  const { level, code, action, line: first } = notes[0] as RowNote;
  const rows = notes.length === 1 ? '1 row' : `${number(notes.length)} rows`;
  const mark = level === 'warning' ? 'look at' : level;
  const title = `${mark} ${code}${first === 0 ? '' : `, ${rows}`}`;
  const byMessage = [...Map.groupBy(notes, ({ message }) => message)].map(
    ([message, own]) => [message, own.map(({ line }) => line)] as const,
  );
  const shown = byMessage
    .slice(0, MAX_SHOWN)
    .map(([message, lines]) => `${linesText(lines)}: ${message}`);
  const others = byMessage.slice(MAX_SHOWN).flatMap(([, lines]) => lines);
  others.sort((one, other) => one - other);
  const more = others.length === 0 ? [] : [`and in ${linesText(others)}`];
  const texts = [...shown, ...more, action].map((text) =>
    wrapped(`${GAP}${visibleText(text)}`, width, `${GAP}${GAP}`),
  );
  return `${[visibleText(title), ...texts].join('\n')}\n`;
}

/**
 * Notes on rows, for a person: those that have the same cause and the same remedy together, what stops
 * the run first.
 */
export function problemText(notes: readonly RowNote[], width: number | undefined): string {
  const inOrder = [...notes].sort(
    (one, other) => Number(one.level === 'warning') - Number(other.level === 'warning'),
  );
  const groups = Map.groupBy(inOrder, ({ level, code, action }) =>
    JSON.stringify([level, code, action]),
  );
  return [...groups.values()].map((group) => groupText(group, width)).join('');
}
