import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { root } from './release.ts';

/** A folder of generated pages below `docs`; git ignores them. */
export type Collection = 'operations' | 'errors' | 'events' | 'api' | 'packages' | 'walkthroughs';

/** A page that is generated when the site is built. */
export interface GeneratedPage {
  /** The last part of its address: `cards-update`. */
  readonly slug: string;
  readonly title: string;
  /** Its heading in the navigation. */
  readonly group: string;
  /** Markdown. */
  readonly content: string;
}

/** The title and the heading of every generated page; `scripts/docs/write-pages.ts` writes the file. */
export const titlesFile = join(root, 'docs/tables/titles.json');

/** A page as the navigation lists it. */
export type PageTitle = Omit<GeneratedPage, 'content'>;

/** The generated pages of each collection; none before they have been written. */
function pageTitles(): Readonly<Partial<Record<Collection, readonly PageTitle[]>>> {
  return existsSync(titlesFile) ? JSON.parse(readFileSync(titlesFile, 'utf8')) : {};
}

type Item = DefaultTheme.SidebarItem;

function section(text: string, items: readonly Item[]): Item {
  return { text, items: [...items] };
}

function page(text: string, link: string): Item {
  return { text, link };
}

/** The pages of a collection, without headings. */
function pagesOf(name: Collection): Item[] {
  return (pageTitles()[name] ?? []).map(({ title, slug }) => page(title, `/${name}/${slug}`));
}

const guides: readonly Item[] = [
  section('Start here', [
    page('Quick start', '/quick-start'),
    page('Install', '/install'),
    page('The mock in this page', '/playground'),
  ]),
  section('Concepts', [
    page('The signed retry', '/concepts/signed-retry'),
    page('Sessions and keys', '/concepts/sessions-and-keys'),
    page('Who holds what', '/concepts/who-holds-what'),
    page('Outcomes of a call', '/concepts/outcomes'),
  ]),
  section('Walkthroughs', pagesOf('walkthroughs')),
  section('Server', [
    page('Stampers on a server', '/guides/stampers'),
    page('Pagination', '/guides/pagination'),
    page('Webhooks', '/webhooks'),
    page('Reliability', '/reliability'),
    page('Retries and defaults', '/guides/retries-and-defaults'),
    page('The write journal', '/journal'),
    page('Agents', '/agents'),
    page('MCP server', '/mcp'),
    page('Command line', '/command-line'),
    page('Transports', '/transports'),
    page('Logging, traces and metrics', '/guides/logging'),
    page('What the SDK lacks', '/guides/not-in-the-sdk'),
    page('Moving from another SDK', '/guides/moving-from-another-sdk'),
    page('Performance', '/performance'),
  ]),
  section('Browser', [
    page('Sign-in in your app', '/sign-in'),
    page('The wallet', '/wallet'),
    page('Hooks for frameworks', '/guides/wallet-hooks'),
    page('Passkeys', '/guides/passkeys'),
    page('Sign in with OAuth', '/guides/oauth'),
  ]),
  section('Relay', [
    page('The relay', '/relay'),
    page('Relay in Next.js', '/guides/relay-nextjs'),
    page('Relay in Hono', '/guides/relay-hono'),
    page('Relay in Express', '/guides/relay-express'),
    page('Next.js without secrets', '/guides/nextjs-without-secrets'),
  ]),
  section('Testing', [
    page('The mock', '/packages/mock'),
    page('Test with Vitest', '/guides/test-with-vitest'),
    page('Test with Jest', '/guides/test-with-jest'),
    page('Test with Playwright', '/guides/test-with-playwright'),
    page('Test the relay', '/guides/test-the-relay'),
    page('Check a test setup', '/guides/check-a-test-setup'),
    page('Passkeys in browser tests', '/guides/passkeys-in-browser-tests'),
    page('Sandbox values', '/reference/sandbox-values'),
    page('Fixtures', '/reference/fixtures'),
    page('Fixtures files', '/guides/fixtures-files'),
    page('Mock options', '/reference/mock-options'),
    page('Rules of the mock', '/reference/mock-rules'),
  ]),
  section('Production', [
    page('Going live', '/guides/going-live'),
    page('Errors for end users', '/guides/errors-for-end-users'),
    page('Amounts and currencies', '/guides/amounts'),
    page('Insufficient funds and refunds', '/guides/refunds-and-funds'),
    page('Paying many people', '/guides/paying-many-people'),
    page('Export as CSV, and reconcile', '/guides/export-and-reconcile'),
    page('Deploying', '/guides/deploying'),
    page('AWS Lambda', '/guides/lambda'),
    page('Scaling out', '/guides/scaling-out'),
    page('Several tenants', '/guides/several-tenants'),
    page('Newer services', '/guides/newer-services'),
    page('Supported runtimes', '/reference/runtimes'),
    page('Releases and support', '/releases'),
    page('Conformance', '/reference/conformance'),
    page('Decisions', '/reference/decisions'),
    page('OpenAPI differences', '/guides/openapi-differences'),
    page('Glossary', '/glossary'),
    page('Architecture', '/architecture'),
    page('Dependencies', '/dependencies'),
  ]),
];

/** The list of a collection, and its pages under the headings they belong to. */
function collection(title: string, name: Collection): Item[] {
  const pages = pageTitles()[name] ?? [];
  // The pages of an entry of a package have an order of their own.
  const order = (one: PageTitle, two: PageTitle) =>
    name === 'api' ? 0 : one.title.localeCompare(two.title);
  const groups = Map.groupBy(
    pages.filter(({ slug }) => slug !== 'index'),
    ({ group }) => group,
  );
  const sections = [...groups].map(([group, members]) =>
    section(
      group,
      members.toSorted(order).map(({ title, slug }) => page(title, `/${name}/${slug}`)),
    ),
  );
  return [page(title, `/${name}/`), ...sections];
}

/** The sidebar of the pages, by path. */
export function sidebar(): DefaultTheme.SidebarMulti {
  return {
    '/operations/': collection('All operations', 'operations'),
    '/events/': collection('All events', 'events'),
    '/errors/': collection('All errors', 'errors'),
    '/api/': collection('All packages', 'api'),
    '/': [...guides],
  };
}

/** The navigation bar. */
export const nav: DefaultTheme.NavItem[] = [
  { text: 'Guides', link: '/quick-start', activeMatch: '^/(quick-start|guides|concepts)' },
  { text: 'Operations', link: '/operations/', activeMatch: '^/operations/' },
  { text: 'Events', link: '/events/', activeMatch: '^/events/' },
  { text: 'Errors', link: '/errors/', activeMatch: '^/errors/' },
  { text: 'API', link: '/api/', activeMatch: '^/api/' },
];
