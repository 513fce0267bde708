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

const participant = /^(\s*participant\s+\S+\s+as\s+)(.+)$/gm;
const message = /^\s*(\w+)-{1,2}>>(\w+):\s*(.+)$/gm;

/** Characters of a message's text for which one of the actor's name takes the same room. */
const MESSAGE_TO_NAME = 0.86;

/** The renderer sets actors apart by the length of their names: pads the names to fit the messages. */
function withRoom(source: string): string {
  const lengths = [...source.matchAll(message)].map(([, from, to, text = '']) =>
    from === to ? 0 : text.length,
  );
  const wanted = Math.ceil(Math.max(0, ...lengths) * MESSAGE_TO_NAME);
  return source.replaceAll(participant, (_all, start: string, name: string) => {
    const pad = '\u2003'.repeat(Math.max(0, Math.ceil((wanted - name.length) / 4)));
    return `${start}${pad}${name}${pad}`;
  });
}

/** Room on the right for what the last actor tells itself. */
function widened(svg: string): string {
  return svg.replace(/viewBox="0 0 ([\d.]+) ([\d.]+)" width="[\d.]+"/, (_all, width, height) => {
    const wide = Math.ceil(Number(width));
    return `viewBox="0 0 ${wide} ${height}" width="${wide}"`;
  });
}

/** One diagram in Mermaid's language as SVG that loads nothing and takes its colours from the page. */
export function diagram(source: string): string {
  const svg = renderMermaidSVG(withRoom(source), colours);
  return widened(svg)
    .replace(/\s*@import url\([^)]*\);/, '')
    .replaceAll(/\bid="([^"]+)"/g, (_all, id: string) => `id="${prefix(source)}-${id}"`)
    .replaceAll(/url\(#([^)]+)\)/g, (_all, id: string) => `url(#${prefix(source)}-${id})`);
}

/** Tells the ids of one diagram from those of another on the same page. */
function prefix(source: string): string {
  let hash = 0;
  for (const character of source) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) | 0;
  return `d${(hash >>> 0).toString(36)}`;
}

/** The text of a diagram in words, for those who do not see it. */
function inWords(source: string): string {
  const steps = [...source.matchAll(message)].map(
    ([, from, to, text]) => `${from} to ${to}: ${text}`,
  );
  return steps.length === 0 ? 'Diagram' : `Sequence: ${steps.join('; ')}`;
}

/** Renders blocks of the language `mermaid` while the site is built. */
export function diagrams(markdown: MarkdownRenderer): void {
  const fence = markdown.renderer.rules.fence;
  markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index];
    if (token?.info.trim() !== 'mermaid') return fence?.(tokens, index, options, env, self) ?? '';
    const label = markdown.utils.escapeHtml(inWords(token.content));
    return `<figure class="diagram" role="img" aria-label="${label}" tabindex="0"><div v-pre>${diagram(token.content)}</div></figure>\n`;
  };
}
