import { renderMermaidSVG } from 'beautiful-mermaid';
import type { MarkdownRenderer } from 'vitepress';

/** The colours of the theme, so that a diagram follows the switch between light and dark. */
const colours = {
  bg: 'var(--vp-c-bg)',
  fg: 'var(--vp-c-text-1)',
  muted: 'var(--vp-c-text-2)',
  line: 'var(--vp-c-text-3)',
  surface: 'var(--vp-c-bg-alt)',
  border: 'var(--vp-c-border)',
  transparent: true,
} as const;

/** A flow chart as SVG that loads nothing and takes its colours from the page; its ids have a prefix. */
function drawn(source: string, prefix: string): string {
  return (
    renderMermaidSVG(source, colours)
      // Vue's compiler for the browser drops <style>, the one for the server keeps it: the page would
      // differ from what was rendered, and lose the last part of the diagram. `style.css` has the rules.
      .replace(/<style>[\s\S]*?<\/style>/, '')
      .replaceAll(/(\bid="|url\(#)/g, (start) => `${start}${prefix}-`)
  );
}

/** The contents of a flow chart in words, for screen readers. */
function inWords(source: string): string {
  const nodes = [...source.matchAll(/["[{(]"?([^"[\](){}|]{3,})"?[\])}]/g)];
  const names = nodes.map(([, name = '']) => name.replaceAll(/<br\s*\/?>/g, ', ').trim());
  return `Diagram. ${[...new Set(names)].join('; ')}.`;
}

/** Beyond this many pixels the text of a diagram that is fitted to the page cannot be read. */
const WIDEST_FITTED = 900;

/** A flow chart; one from left to right is drawn from top to bottom for phones, which is narrower. */
function flowChart(source: string, prefix: string): string {
  const svg = drawn(source, prefix);
  const upright = source.replace(/^(\s*flowchart )(?:LR|RL)\b/, '$1TD');
  return upright === source
    ? `<div v-pre>${svg}</div>`
    : `<div class="on-others" v-pre>${svg}</div><div class="on-phones" v-pre>${drawn(upright, `${prefix}-upright`)}</div>`;
}

/** Renders blocks of the language `mermaid` while the site is built. */
export function diagrams(markdown: MarkdownRenderer): void {
  const { fence } = markdown.renderer.rules;
  const { escapeHtml } = markdown.utils;
  markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    if (info.trim() !== 'mermaid') return fence?.(tokens, index, options, env, self) ?? '';
    if (content.trimStart().startsWith('sequenceDiagram')) {
      return `<figure class="diagram" v-pre>${sequenceList(content, escapeHtml)}</figure>\n`;
    }
    const chart = flowChart(content, `diagram-${index}`);
    const width = Number(/<svg[^>]*\bwidth="([\d.]+)"/.exec(chart)?.[1]);
    const classes = width > WIDEST_FITTED ? 'diagram scrolls' : 'diagram';
    const hint = '<p class="swipe">Swipe sideways to see all of the diagram.</p>';
    return `<figure class="${classes}" role="img" aria-label="${escapeHtml(inWords(content))}" tabindex="0">${hint}${chart}</figure>\n`;
  };
}

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
