import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sequenceList } from '../../docs/.vitepress/markdown/diagrams.ts';
import { pageOf, target } from '../../docs/.vitepress/markdown/links.ts';
import { basePath, homepage } from '../../docs/.vitepress/release.ts';
import { laterBuiltIns, supported } from '../../packages/wallet/test/app/browser-floor.ts';
import { allManifests, root } from '../lib/workspace.ts';
import { blocksOf } from './blocks.ts';
import { fieldTable } from './pages/field-table.ts';
import { browserTable } from './pages/tables.ts';

const page = join(root, 'docs/guides/stampers.md');

test.each([
  ['../wallet.md#threats', '/wallet#threats'],
  [`${homepage}errors/UNAUTHORIZED`, '/errors/UNAUTHORIZED'],
  ['../../packages/mock/README.md', '/packages/mock'],
  ['../../examples/tour', 'https://github.com/org/payments-sdk/blob/main/examples/tour'],
])('a link to %s leads to %s', (link, address) => {
  expect(target(link, page)).toBe(address);
});

test('a link to a file that does not exist stops the build', () => {
  expect(() => target('../../examples/none.ts', page)).toThrow(
    'docs/guides/stampers.md links to ../../examples/none.ts: not found',
  );
  expect(pageOf(join(root, 'docs/index.md'))).toBe('/');
});

test('the base path comes from the homepage, the release or its setting', () => {
  expect(basePath({})).toBe('/payments-sdk/');
  expect(basePath({ DOCS_RELEASE: '1' })).toBe('/payments-sdk/v/0.1/');
  expect(basePath({ DOCS_BASE: 'preview/7' })).toBe('/preview/7/');
});

const sequence = `sequenceDiagram
  participant A as Browser
  participant B as Server
  A->>B: a request with <text> that is long enough
  B->>B: check it
  B-->>A: response`;

test('a sequence diagram is a list of steps, each between its parties', () => {
  const list = sequenceList(sequence, (text) => text.replaceAll('<', '&lt;'));
  expect([...list.matchAll(/grid-column: ([^"]+)/g)].map(([, columns]) => columns)).toEqual([
    '2 / 4',
    '2 / 4',
    '2 / 4',
  ]);
  expect(list).toContain('<b>Browser</b> → <b>Server</b><br></span><span>a request with &lt;text>');
  expect(() => sequenceList(`${sequence}\n  C->>A: lost`, String)).toThrow('No participant: C->>A');
});

describe('a command that a page names', () => {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const listed = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' });
  const commands = listed
    .trim()
    .split('\n')
    .flatMap((file) => [
      ...read(file).matchAll(/npm run ([a-z][\w:-]*)(?: -- ([\w./-]+\/[\w./-]*))?/g),
    ]);

  test('is a script of the workspace', () => {
    expect(commands.filter(([, name = '']) => !(name in scripts))).toEqual([]);
  });

  test('runs the tests at its path', () => {
    const [, pages = ''] =
      /pageFiles = \[\s*'(e2e\/\{[\w,-]+\})/.exec(read('vitest.workspace.ts')) ?? [];
    expect(pages).not.toBe('');
    for (const [command, name, path] of commands) {
      if (path === undefined) continue;
      expect(existsSync(join(root, path)), command).toBe(true);
      expect(name === 'test:pages', command).toBe(matchesGlob(path, `${pages}{,/**}`));
    }
  });
});

// What a break of the reader of fields leads to: every page with a table is made by `npm run docs:build`.
test.each([
  [{ path: '0' }, '0 has a number for a name'],
  [{ path: 'items.12' }, 'items.12 has a number'],
  [{ path: 'a.length' }, 'a.length is a member of every array'],
  [{ comment: ' ' }, 'a has no doc comment'],
  [{ type: 'any' }, 'a has the type any'],
  [{ type: 'unknown[]' }, 'a has the type unknown'],
  [{ type: "('A' | 'B')[] | 'A'" }, 'a has a value twice'],
  [{ type: "'A' | string" }, 'a has values and any other'],
])('a table of fields refuses %o', (fields, message) => {
  const row = { path: 'a', type: 'string', isRequired: false, comment: 'A field.', onlyIn: [] };
  expect(fieldTable([row, { ...row, path: 'b[].c' }])).toMatch(/`a`.*\n.*`b\[\]\.c`/);
  expect(() => fieldTable([row, { ...row, ...fields }])).toThrow(message);
});

test('the page has the oldest versions, which are the newest that a requirement asks for', () => {
  const oldest = supported.map(({ versions }) => Math.max(...versions.map(Number)));
  expect(browserTable()).toContain(`| **all of it** | **${oldest.join('** | **')}** |`);
  const page = readFileSync(join(root, 'docs/releases.md'), 'utf8');
  expect(page).toContain('<!--@include: ./tables/browsers.md-->');
  expect(page).not.toMatch(/(?:Safari|Chrome|Edge|Firefox) \d/);
});

test('what one of them lacks is taken away from the tests', () => {
  const later = new Set(laterBuiltIns());
  // The last one is missing in Safari alone.
  const named = ['AbortSignal.any', 'Set.prototype.union', 'Promise.try', 'requestIdleCallback'];
  expect(named.filter((path) => !later.has(path))).toEqual([]);
});

const wrong = 'const last4: string = 4242;';
const block = (language: string, code = wrong) => `\`\`\`${language}\n${code}\n\`\`\``;

test.each([
  [block('typescript'), 1],
  [block('mts'), 1],
  [block('TS'), 1],
  [block('ts {2}'), 1],
  [block('ts twoslash'), 1],
  [`~~~ts\n${wrong}\n~~~`, 1],
  [`\`\`\`\`ts\n${wrong}\n\`\`\`\``, 1],
  [`- An entry.\n\n  \`\`\`ts\n  ${wrong}\n  \`\`\``, 3],
  [`- \`\`\`ts\n  ${wrong}\n  \`\`\``, 1],
  [`> \`\`\`ts\n> ${wrong}\n> \`\`\``, 1],
  [block('vue'), 1],
])('%j is named with its line, because nothing would check it', (text, line) => {
  const { blocks, problems } = blocksOf(`${text}\n\n${block('ts', 'export {};')}\n`);
  expect(problems).toEqual([expect.stringMatching(new RegExp(`^${line}: .*is not checked`))]);
  expect(blocks).toHaveLength(1);
});

test('a block has its language, its first line, its code, what is declared before it, and its file', () => {
  const page = `# A page\n\n<!-- with: declare const a:\nstring; -->\n\n${block('ts [Node]', 'a\n\nb')}\n`;
  const named = block('tsx [Next.js: app/[...call]/page.tsx]', 'c');
  expect(blocksOf(`${page}\n${named}\n`)).toEqual({
    problems: [],
    blocks: [
      { language: 'ts', first: 7, code: 'a\n\nb\n', given: 'declare const a: string;' },
      { language: 'tsx', first: 13, code: 'c\n', given: '', file: 'app/[...call]/page.tsx' },
    ],
  });
});

/** Each dependency of a manifest, with the heading of its table and who uses it. */
const uses = allManifests().flatMap(({ path, manifest }) => {
  const isPublished = path.startsWith('packages/');
  const by = path === 'package.json' ? 'the workspace' : basename(dirname(path));
  const names = (kind: 'dependencies' | 'peerDependencies' | 'devDependencies', heading: string) =>
    Object.keys(manifest[kind] ?? {})
      .filter((name) => !name.startsWith('@org/'))
      .map((name) => ({ heading: isPublished ? heading : 'Development only', name, by }));
  return [
    ...names('dependencies', 'At run time'),
    ...names('peerDependencies', 'Peers, installed by the user'),
    ...names('devDependencies', 'Development only'),
  ];
});

test.each([...new Set(uses.map(({ heading }) => heading))])(
  'the table "%s" has each dependency of the workspace, with its users and a reason',
  (heading) => {
    const byName = Map.groupBy(
      uses.filter((use) => use.heading === heading),
      ({ name }) => `\`${name}\``,
    );
    const expected = [...byName].map(([name, found]) => [
      name,
      [...new Set(found.map(({ by }) => by))].sort(),
    ]);
    const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
    const table = page.split(/^## /m).find((section) => section.startsWith(heading)) ?? '';
    const rows = [...table.matchAll(/^\| (`.+?`) \| (.+?) \| .+\. \|$/gm)];
    const listed = rows.map(([, name, users = '']) => [name, users.split(', ').sort()]);
    expect(listed.sort()).toEqual(expected.sort());
  },
);
