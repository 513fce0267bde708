/** Characters of a description that search engines and previews show. */
const LONGEST = 200;

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The text of HTML, in one line. */
function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * The description of a page: its title and its first sentences. Undefined for a page that does not
 * have both.
 */
export function summaryOf(html: string): string | undefined {
  const [, heading] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html) ?? [];
  if (heading === undefined) return undefined;
  const after = html.slice(html.indexOf('</h1>'));
  const [, paragraph] = /<p>([\s\S]*?)<\/p>/.exec(after) ?? [];
  if (paragraph === undefined) return undefined;
  // The anchor of a heading is not a part of its text.
  const title = textOf(heading.replace(/<a class="header-anchor"[\s\S]*?<\/a>/, ''));
  const text = `${title}: ${textOf(paragraph)}`;
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST).replace(/\s+\S*$/, '')}…`;
}
