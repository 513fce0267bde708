/** Characters of a description that search engines and previews show. */
const LONGEST = 200;

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** HTML's text without its entities. */
export function decoded(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
}

/** The description of a page: its title and its first paragraph. Undefined for a page without them. */
export function summaryOf(html: string): string | undefined {
  const [, title, paragraph] =
    /<h1[^>]*>([\s\S]*?)(?:<a class="header-anchor"|<\/h1>)[\s\S]*?<p>([\s\S]*?)<\/p>/.exec(html) ??
    [];
  if (paragraph === undefined) return undefined;
  const plain = `${title?.trim()}: ${paragraph}`.replaceAll(/<[^>]+>/g, '');
  const text = decoded(plain).replaceAll(/\s+/g, ' ').trim();
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).replace(/\s+\S*$/, '')}…`;
}
