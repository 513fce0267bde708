import type { MarkdownRenderer } from 'vitepress';

/** The class of a step, and the lines of the grid between which it is: each party has two columns. */
function placeOf(from: number, to: number, count: number): readonly [string, string] {
  if (from !== to) {
    const [left, right] = [Math.min(from, to), Math.max(from, to)];
    return [from < to ? 'to-right' : 'to-left', `${2 * left + 2} / ${2 * right + 2}`];
  }
  const isLast = from === count - 1;
  return [
    isLast ? 'alone is-last' : 'alone',
    isLast ? `${2 * from} / ${2 * from + 2}` : `${2 * from + 2} / span 2`,
  ];
}

/**
 * A sequence diagram in the part of Mermaid's language that the pages use, as a list of steps. Its style
 * places each step between the lines of its parties; on a phone the list is what is seen.
 *
 * @throws Error for a message of a party that is not declared
 */
export function sequenceList(
  source: string,
  escapeHtml: MarkdownRenderer['utils']['escapeHtml'],
): string {
  const declared = [...source.matchAll(/^\s*participant\s+(\w+)(?:\s+as\s+(.+))?$/gm)];
  const ids = declared.map(([, id]) => id);
  const names = declared.map(([, id = '', name = id]) => `<b>${escapeHtml(name)}</b>`);
  const steps = [...source.matchAll(/^\s*(\w+)(-{1,2})>>(\w+):\s*(.+)$/gm)].map(
    ([line, first, dashes, second, text = ''], index) => {
      const [from, to] = [ids.indexOf(first), ids.indexOf(second)];
      if (from < 0 || to < 0) throw new Error(`No participant: ${line.trim()}`);
      const [style, columns] = placeOf(from, to, ids.length);
      const parties = from === to ? names[from] : `${names[from]} → ${names[to]}`;
      const classes = dashes === '--' ? `${style} is-reply` : style;
      return `<li class="${classes}" style="grid-row: ${index + 1}; grid-column: ${columns}"><span class="parties">${parties}<br></span><span>${escapeHtml(text)}</span></li>`;
    },
  );
  return `<div class="sequence" style="--parties: ${ids.length}"><div class="heads" aria-hidden="true">${names.join('')}</div><ol>${steps.join('')}</ol></div>`;
}
