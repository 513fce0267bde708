import { renderMermaidSVG } from 'beautiful-mermaid';
import type { MarkdownRenderer } from 'vitepress';
import { sequenceList } from './sequence.ts';

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
