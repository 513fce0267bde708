import { defineConfig, type HeadConfig } from 'vitepress';
import { codeTheme, fewerElements } from './markdown/code-colours.ts';
import { diagrams } from './markdown/diagrams.ts';
import { links } from './markdown/links.ts';
import { emptyHeadCells, plainText } from './markdown/plain-text.ts';
import { nav, sidebar } from './navigation.ts';
import { basePath, folderOf, homepage, minor, repository, root, version } from './release.ts';
import { indexOptions, searchedText, searchOptions } from './search.ts';
import { summaryOf } from './summary.ts';

/** The id of a heading: as GitHub derives it, which keeps underscores and drops punctuation. */
function headingId(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

const description =
  'Client software for a payments and embedded-wallet API: server SDK, browser wallet, mock.';

const base = basePath();
const origin = new URL(homepage).origin;

function address(page: string): string {
  const path = page.replace(/(?:(?<=\/)|^)index\.md$/, '').replace(/\.md$/, '');
  return `${homepage.replace(/\/$/, '')}/${path}`;
}

export default defineConfig({
  title: 'Payments SDK',
  titleTemplate: ':title · Payments SDK',
  description,
  lang: 'en',
  base,
  cleanUrls: true,
  lastUpdated: false,
  // The navigation is the same on every page: one file, not a part of each.
  metaChunk: true,
  srcExclude: ['test/**', 'tables/**', '**/README.md'],
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}logo.svg` }]],
  sitemap: { hostname: `${origin}${base}` },
  markdown: {
    theme: codeTheme,
    codeTransformers: [fewerElements],
    // As on GitHub, so that an anchor works in both places.
    anchor: { slugify: headingId },
    config(markdown) {
      plainText(markdown);
      emptyHeadCells(markdown);
      diagrams(markdown);
      links(markdown);
    },
  },
  // The first page has no landmark.
  transformHtml(html, _id, { page }) {
    return page === 'index.md'
      ? html.replace('id="VPContent"', 'id="VPContent" role="main"')
      : undefined;
  },
  transformHead({ page, title, content }) {
    if (page === '404.md') return [];
    const summary = summaryOf(content) ?? description;
    const head: HeadConfig[] = [
      ['link', { rel: 'canonical', href: address(page) }],
      ['meta', { name: 'description', content: summary }],
      ['meta', { property: 'og:title', content: title }],
      ['meta', { property: 'og:description', content: summary }],
      ['meta', { property: 'og:type', content: 'article' }],
      ['meta', { property: 'og:url', content: address(page) }],
      ['meta', { property: 'og:site_name', content: 'Payments SDK' }],
      ['meta', { name: 'twitter:card', content: 'summary' }],
    ];
    // The first page is links, and has no text of its own.
    if (page === 'index.md') return head;
    return [...head, ['link', { rel: 'alternate', type: 'text/markdown', href: `${base}${page}` }]];
  },
  themeConfig: {
    logo: '/logo.svg',
    nav: [
      ...nav,
      {
        text: `v${version}`,
        items: [
          { text: `${minor} (this version)`, link: '/quick-start' },
          { text: 'Newest release', link: homepage, target: '_self' },
          { text: 'All versions', link: `${homepage}versions`, target: '_self' },
          {
            text: `Permanent address of ${minor}`,
            link: `${homepage}${folderOf(minor)}`,
            target: '_self',
          },
          { text: 'Changelog', link: '/changelog' },
        ],
      },
    ],
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: {
        detailedView: true,
        _render(source, env, markdown) {
          // The index holds text: highlighting it would double the time of a build.
          markdown.options.highlight = null;
          const html = markdown.render(source, env);
          return searchedText(html, env.relativePath);
        },
        miniSearch: { options: indexOptions, searchOptions },
      },
    },
    socialLinks: [{ icon: 'github', link: repository, ariaLabel: 'Repository' }],
    notFound: {
      title: 'This page does not exist',
      quote:
        'Search for what you need with the box above, or begin at the list of operations, events or errors. A page of an earlier version is in the documentation of that version.',
      linkText: 'Go to the first page',
      linkLabel: 'Go to the first page',
    },
    footer: { message: `Version ${version} · MIT licensed` },
  },
  vite: {
    resolve: { conditions: ['source'] },
    server: { fs: { allow: [root] } },
    worker: { format: 'es' },
    build: { chunkSizeWarningLimit: 3_000 },
    plugins: [
      {
        name: 'fast-server-bundle',
        // Only renders the pages and is deleted: nobody downloads what it does not use.
        config: (_config, { isSsrBuild }) =>
          isSsrBuild ? { build: { rollupOptions: { treeshake: false } } } : undefined,
      },
    ],
  },
});
