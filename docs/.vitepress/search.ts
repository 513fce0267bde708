/**
 * The weight of each kind of page: guides rank before the many pages of single errors and exports.
 * Runs in the reader's browser, and therefore must not refer to other variables.
 */
function boostDocument(id: string): number {
  if (/\/(?:api|changelog)\b/.test(id)) return 0.4;
  if (/\/errors\b/.test(id)) return 0.35;
  if (/\/reference\/(?:conformance|coverage)\b/.test(id)) return 0.3;
  return /\/(?:events|operations|packages\/mock-rules)\b/.test(id) ? 0.6 : 1;
}

/** How the index is searched: a title counts more than text, and typing errors are forgiven. */
export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boostDocument,
  boost: { title: 4, text: 2, titles: 1 },
};

/**
 * Adds the other words that readers type for a page, from `keywords` of its front matter, to what
 * the index holds of its first section.
 */
export function withKeywords(html: string, keywords: unknown): string {
  if (typeof keywords !== 'string') return html;
  return html.replace('</h1>', `</h1><p>${keywords}</p>`);
}
