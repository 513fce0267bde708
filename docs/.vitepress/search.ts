/**
 * The weight of each kind of page: guides rank before the many pages of single errors and exports.
 * Runs in the reader's browser, and therefore must not refer to other variables.
 */
function boostDocument(id: string): number {
  if (/\/(?:reference\/conformance|guides\/openapi-differences)\b/.test(id)) return 0.25;
  if (/\/(?:api|changelog|reference\/mock-rules)\b/.test(id)) return 0.4;
  if (/\/(?:errors|operations\/agent-|operations\/receivers)/.test(id)) return 0.5;
  if (/\/guides\/check-a-test-setup\b/.test(id)) return 0.6;
  return /\/(?:events|operations)\b/.test(id) ? 0.8 : 1;
}

/**
 * A word as the index holds it: no words that every page has, and no numbers but statuses. Runs in
 * the reader's browser, and therefore must not refer to other variables.
 */
function processTerm(term: string): string | null {
  const word = term.toLowerCase();
  const isCommon =
    /^(?:a|an|and|are|as|at|be|by|for|from|has|in|is|it|its|no|not|of|on|one|or|that|the|then|this|to|was|which|with)$/;
  const isNumber = /^\d(?!\d\d$)[\da-f]*$/;
  return isCommon.test(word) || isNumber.test(word) ? null : word;
}

/** How words are read, when the index is built and when it is searched. */
export const indexOptions = { processTerm };

/** How the index is searched: a title counts more than text, and typing errors are forgiven. */
export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boostDocument,
  boost: { title: 4, text: 2, titles: 1 },
};

type Shorten = (html: string) => string;

const withoutCode: Shorten = (html) => html.replaceAll(/<pre[\s\S]*?<\/pre>/g, '');
const withoutTables: Shorten = (html) => html.replaceAll(/<table[\s\S]*?<\/table>/g, '');

/** Keeps the first column of tables: the names of fields, without what is said of each. */
const withoutDescriptions: Shorten = (html) =>
  html.replaceAll(/<tr>\s*(<td[\s\S]*?<\/td>)[\s\S]*?<\/tr>/g, '$1');

/** Makes a page one result, instead of one for each of its headings. */
const asOneSection: Shorten = (html) =>
  html.replaceAll(/<h[2-6][^>]*>([\s\S]*?)<a [\s\S]*?<\/h[2-6]>/g, '<p>$1</p>');

/** Adds what an operation does to its title: readers look for the purpose, not for the name. */
const titledByPurpose: Shorten = (html) => {
  const [, purpose = ''] = /<\/h1>\s*<p>([\s\S]*?)(?:\. |\.?<\/p>)/.exec(html) ?? [];
  const text = purpose.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');
  return html.replace(/<h1[^>]*>[^<]*/, (title) => `${title}: ${text} `);
};

/**
 * The values that fields may have and the codes, as one paragraph: a reader who has `PENDING_REVIEW` in
 * hand searches for that word, wherever the page has it.
 */
function valuesIn(html: string): string {
  const words = html.match(/(?<=<code>)[A-Z][A-Z\d]*(?:_[A-Z\d]+)*(?=<\/code>)/g) ?? [];
  return `<p>${[...new Set(words)].join(' ')}</p>`;
}

/** Leaves out sections that repeat what other pages are about. */
function withoutSections(html: string, ids: RegExp): string {
  const parts = html.split(/(?=<h2)/);
  return parts.filter((part) => !ids.test(/^<h2 id="([^"]*)"/.exec(part)?.[1] ?? '')).join('');
}

/**
 * Each export that is not a type is one result, with its first paragraph; the types of a page are one,
 * with their names: they are found in an editor. The exports of the contract are for tools, those of the
 * cryptography for other clients: each page is one result with their names.
 */
function exportsOnly(html: string, path: string): string {
  const [before = '', types = ''] = withoutTables(html).split(/(?=<h2[^>]*id="types")/);
  const names = (text: string) =>
    [...text.matchAll(/<h3 id="([^"]*)"/g)].map(([, name]) => name).join(' ');
  const title = /<h1[\s\S]*?<\/h1>/.exec(html)?.[0] ?? '';
  if (/^api\/(?:contract|crypto)/.test(path)) return `${title}<p>${names(html)}</p>`;
  const first = before.replaceAll(
    /(<\/h[1-6]>\s*)(<p>[\s\S]*?<\/p>)?[\s\S]*?(?=<h[1-6]|$)/g,
    (_all, end: string, paragraph = ' ') => `${end}${paragraph}`,
  );
  return `${first}${/^<h2[\s\S]*?<\/h2>/.exec(types)?.[0] ?? ''}<p>${names(types)}</p>`;
}

/** The part of a rendered page that is searched: a reader downloads all of it. */
export function searchedText(html: string, path: string): string {
  switch (path.split('/')[0]) {
    case 'operations':
      return titledByPurpose(
        asOneSection(
          withoutDescriptions(
            withoutCode(withoutSections(html, /^(?:response|errors|promises)$/)),
          ) + valuesIn(withoutSections(html, /^(?:errors|promises)$/)),
        ),
      );
    case 'errors':
      return asOneSection(withoutSections(html, /^(?:operations|in-code)$/));
    case 'events':
      return asOneSection(withoutCode(withoutSections(html, /^data$/)) + valuesIn(html));
    case 'reference': {
      const isNumbered = /^reference\/(?:mock-rules|decisions)\b/.test(path);
      const shorten = isNumbered ? withoutTables : withoutDescriptions;
      return asOneSection(shorten(withoutCode(html)) + valuesIn(html));
    }
    case 'api':
      return exportsOnly(html, path);
    case 'performance.md':
      return asOneSection(withoutCode(withoutTables(html)));
    case 'changelog.md':
      return asOneSection(html);
    // For who works on the project: one result each.
    case 'dependencies.md':
      return asOneSection(withoutTables(html));
    case 'architecture.md':
    case 'releases.md':
      return asOneSection(withoutCode(html));
    default:
      return html;
  }
}
