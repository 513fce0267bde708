import type { MarkdownRenderer } from 'vitepress';

/** The tags that pages use; anything else in angle brackets is text, such as `<id>`. */
const tags = /^<\/?(?:a|br|div|figure|img|kbd|span|sub|sup|TryIt)(?:[\s/>]|$)/;

/** A head cell without text does not name a column: turns it into a plain cell. */
export function emptyHeadCells(markdown: MarkdownRenderer): void {
  markdown.core.ruler.after('inline', 'empty-head-cells', ({ tokens }) => {
    tokens.forEach((token, index) => {
      const content = tokens[index + 1];
      const close = tokens[index + 2];
      if (token.type !== 'th_open' || content?.content !== '' || close === undefined) return;
      token.tag = 'td';
      close.tag = 'td';
    });
  });
}

/** Keeps text from being read as markup or as a template: the READMEs are written for Markdown alone. */
export function plainText(markdown: MarkdownRenderer): void {
  const { escapeHtml } = markdown.utils;
  const { text } = markdown.renderer.rules;
  markdown.renderer.rules.html_inline = (tokens, index) => {
    const content = tokens[index]?.content ?? '';
    return tags.test(content) || content.startsWith('<!--') ? content : escapeHtml(content);
  };
  markdown.renderer.rules.text = (tokens, index, options, env, self) => {
    const rendered = text?.(tokens, index, options, env, self) ?? '';
    return rendered.replaceAll('{{', '&#123;&#123;');
  };
}
