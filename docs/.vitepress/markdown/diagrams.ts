import { renderMermaidSVG } from 'beautiful-mermaid';
import type { MarkdownRenderer } from 'vitepress';
import { sequenceDiagram, sequenceInWords, sequenceSteps } from './sequence.ts';

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

/** One diagram in Mermaid's language as SVG that loads nothing and takes its colours from the page. */
function diagram(source: string): string {
  if (isSequence(source)) return sequenceDiagram(source);
  return (
    renderMermaidSVG(source, colours)
      // Vue's compiler for the browser drops <style>, the one for the server keeps it: the page would
      // differ from what was rendered, and lose the last part of the diagram. `style.css` has the rules.
      .replace(/<style>[\s\S]*?<\/style>/, '')
      .replaceAll(/\bid="([^"]+)"/g, (_all, id: string) => `id="${prefix(source)}-${id}"`)
      .replaceAll(/url\(#([^)]+)\)/g, (_all, id: string) => `url(#${prefix(source)}-${id})`)
  );
}

function isSequence(source: string): boolean {
  return source.trimStart().startsWith('sequenceDiagram');
}

/** Makes the ids of a diagram unique on its page. */
function prefix(source: string): string {
  let hash = 0;
  for (const character of source) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) | 0;
  return `d${(hash >>> 0).toString(36)}`;
}

/** The contents of a diagram in words, for screen readers. */
function inWords(source: string): string {
  if (isSequence(source)) return sequenceInWords(source);
  const nodes = [...source.matchAll(/["[{(]"?([^"[\](){}|]{3,})"?[\])}]/g)];
  const names = nodes.map(([, name = '']) => name.replaceAll(/<br\s*\/?>/g, ', ').trim());
  return `Diagram. ${[...new Set(names)].join('; ')}.`;
}

/**
 * A diagram for a phone: the steps of a sequence as a list, and a flow chart from top to bottom,
 * which is narrower. Undefined if the diagram is already that narrow.
 */
function phoneVersion(source: string): string | undefined {
  if (isSequence(source)) return sequenceSteps(source);
  const upright = source.replace(/^(\s*flowchart )(?:LR|RL)\b/, '$1TD');
  return upright === source ? undefined : diagram(upright);
}

/** Beyond this many pixels the text of a diagram that is fitted to the page cannot be read. */
const WIDEST_FITTED = 900;

/** The classes of a diagram: one that cannot be fitted to the page scrolls in its box. */
function classesOf(svg: string): string {
  const width = Number(/<svg[^>]*\bwidth="([\d.]+)"/.exec(svg)?.[1]);
  return width > WIDEST_FITTED ? 'diagram scrolls' : 'diagram';
}

/** The contents of a figure: one drawing for every screen, or one for phones and one for others. */
function contents(source: string, svg: string): string {
  const phone = phoneVersion(source);
  const hint = '<p class="swipe">Swipe sideways to see all of the diagram.</p>';
  if (phone === undefined) return `${hint}<div v-pre>${svg}</div>`;
  const parts = `<div class="on-others" v-pre>${svg}</div><div class="on-phones" v-pre>${phone}</div>`;
  return isSequence(source) ? parts : `${hint}${parts}`;
}

/** Renders blocks of the language `mermaid` while the site is built. */
export function diagrams(markdown: MarkdownRenderer): void {
  const fence = markdown.renderer.rules.fence;
  markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index];
    if (token?.info.trim() !== 'mermaid') return fence?.(tokens, index, options, env, self) ?? '';
    const label = markdown.utils.escapeHtml(inWords(token.content));
    const svg = diagram(token.content);
    return `<figure class="${classesOf(svg)}" role="img" aria-label="${label}" tabindex="0">${contents(token.content, svg)}</figure>\n`;
  };
}
