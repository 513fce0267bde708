/**
 * The weight of each kind of page: guides rank before the many pages of single errors and exports.
 * Runs in the reader's browser, and therefore must not refer to other variables.
 */
function boostDocument(id: string): number {
  if (/\/(?:api|changelog)\b/.test(id)) return 0.4;
  if (/\/errors\b/.test(id)) return 0.5;
  if (/\/(?:reference\/conformance|guides\/openapi-differences)\b/.test(id)) return 0.25;
  if (/\/reference\/mock-rules\b/.test(id)) return 0.45;
  if (/\/guides\/check-a-test-setup\b/.test(id)) return 0.6;
  if (/\/operations\/(?:agent-|receivers)/.test(id)) return 0.55;
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

function withoutCode(html: string): string {
  return html.replaceAll(/<pre[\s\S]*?<\/pre>/g, '');
}

/** Keeps the first column of tables: the names of fields, without what is said of each. */
function withoutDescriptions(html: string): string {
  return html.replaceAll(/<tr>\s*(<td[\s\S]*?<\/td>)[\s\S]*?<\/tr>/g, '$1');
}

/** Adds what an operation does to its title: readers look for the purpose, not for the name. */
function titledByPurpose(html: string): string {
  const [, purpose = ''] = /<\/h1>\s*<p>([\s\S]*?)(?:\. |\.?<\/p>)/.exec(html) ?? [];
  const text = purpose.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');
  return html.replace(/<h1[^>]*>[^<]*/, (title) => `${title}: ${text} `);
}

/** Leaves out sections that repeat what other pages are about. */
function withoutSections(html: string, ...ids: readonly string[]): string {
  return html
    .split(/(?=<h2)/)
    .filter((part) => !ids.some((id) => part.startsWith(`<h2 id="${id}"`)))
    .join('');
}

/** Makes a page one result, instead of one for each of its headings. */
function asOneSection(html: string): string {
  return html.replaceAll(/<h[2-6][^>]*>([\s\S]*?)<a [\s\S]*?<\/h[2-6]>/g, '<p>$1</p>');
}

/** The table of exports repeats the headings below it. */
function withoutTables(html: string): string {
  return html.replaceAll(/<table[\s\S]*?<\/table>/g, '');
}

/** Keeps the headings, and the first paragraph below each. */
function withFirstParagraphs(html: string): string {
  return html.replaceAll(
    /(<\/h[1-6]>\s*)(<p>[\s\S]*?<\/p>)?[\s\S]*?(?=<h[1-6]|$)/g,
    (_all, end: string, paragraph = ' ') => `${end}${paragraph}`,
  );
}

/** The names of a page's exports, as one result. */
function namesOnly(html: string): string {
  const names = [...html.matchAll(/<h3 id="([^"]*)"/g)].map(([, name = '']) => name);
  return `${/<h1[\s\S]*?<\/h1>/.exec(html)?.[0] ?? ''}<p>${names.join(' ')}</p>`;
}

/** Types are one result for each page, with their names: they are found in an editor. */
function withTypesAsOne(html: string): string {
  const [before = '', types = ''] = withoutTables(html).split(/(?=<h2[^>]*id="types")/);
  const [heading = '', ...members] = types.split(/(?=<h3)/);
  const names = members.map((member) => /id="([^"]*)"/.exec(member)?.[1] ?? '');
  return `${withFirstParagraphs(before)}${heading}<p>${names.join(' ')}</p>`;
}

/** What the index holds of a generated page, by its collection: a reader downloads all of it. */
const shortened: Readonly<Record<string, (html: string) => string>> = {
  operations: (html) =>
    titledByPurpose(
      asOneSection(withoutDescriptions(withoutCode(withoutSections(html, 'response', 'errors')))),
    ),
  errors: (html) => asOneSection(withoutSections(html, 'operations', 'in-code')),
  events: (html) => asOneSection(withoutCode(withoutSections(html, 'data'))),
  api: withTypesAsOne,
  reference: (html) => asOneSection(withoutDescriptions(withoutCode(html))),
  'performance.md': withoutTables,
  'architecture.md': withoutCode,
};

/** The part of a rendered page that is searched. */
export function searchedText(html: string, path: string): string {
  // The exports of the contract are for tools; a reader looks for operations.
  const isForTools = path.startsWith('api/contract');
  const shorten = isForTools ? namesOnly : shortened[path.split('/')[0] ?? ''];
  return shorten === undefined ? html : shorten(html);
}
