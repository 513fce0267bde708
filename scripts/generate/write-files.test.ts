import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Generation, reportOf, writeFiles } from './write-files.ts';

/** A folder with a list and a page, and how to make a new text for both. */
function start(parts: Partial<Generation> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'generate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'list.ts'), 'old list');
  writeFileSync(join(folder, 'page.md'), 'old page');
  const generation: Generation = {
    folder,
    lists: [() => ({ path: 'list.ts', text: 'new list' })],
    load: async () => ({
      pages: [
        () => ({ path: 'page.md', text: 'new page' }),
        () => ({ path: 'more/fresh.md', text: 'fresh' }),
      ],
      problems: [],
    }),
    format: ({ text }) => `${text}\n`,
    check: false,
    ...parts,
  };
  const read = () => [
    readFileSync(join(folder, 'list.ts'), 'utf8'),
    readFileSync(join(folder, 'page.md'), 'utf8'),
  ];
  return { folder, read, run: () => writeFiles(generation) };
}

const untouched = ['old list', 'old page'];

test('files that differ are written, and named once', async () => {
  const { read, run } = start();
  expect(await run()).toEqual({ stale: ['list.ts', 'page.md', 'more/fresh.md'], problems: [] });
  expect(read()).toEqual(['new list\n', 'new page\n']);
  expect(await run()).toEqual({ stale: [], problems: [] });
});

test('a check names the files that differ, and writes nothing', async () => {
  const { folder, read, run } = start({ check: true });
  expect((await run()).stale).toEqual(['list.ts', 'page.md', 'more/fresh.md']);
  expect(read()).toEqual(untouched);
  expect(readdirSync(folder)).toEqual(['list.ts', 'page.md']);
});

const failures: Readonly<Record<string, Partial<Generation>>> = {
  'a list that cannot be made': {
    lists: [
      () => ({ path: 'list.ts', text: 'new list' }),
      () => {
        throw new Error('cards.melt lacks something');
      },
    ],
  },
  'a contract that cannot be loaded': {
    load: async () => {
      throw new Error('cards.melt lacks something');
    },
  },
  'a row that lacks something': {
    load: async () => ({ pages: [], problems: ['cards.melt lacks something'] }),
  },
  'the second of two pages': {
    load: async () => ({
      pages: [
        () => ({ path: 'page.md', text: 'new page' }),
        () => {
          throw new Error('cards.melt lacks something');
        },
      ],
      problems: [],
    }),
  },
  'a page that cannot be formatted': {
    format: ({ path, text }) => {
      if (path === 'page.md') throw new Error('cards.melt lacks something');
      return text;
    },
  },
};

test.each(Object.entries(failures))(
  'nothing is written because of %s, and the message has no stack',
  async (_what, parts) => {
    const { folder, read, run } = start(parts);
    expect(await run()).toEqual({ stale: [], problems: ['cards.melt lacks something'] });
    expect(read()).toEqual(untouched);
    expect(readdirSync(folder)).toEqual(['list.ts', 'page.md']);
  },
);

test('a check fails when a file is out of date, and both fail for a problem', () => {
  const stale = { stale: ['list.ts'], problems: [] };
  expect(reportOf(stale, true)).toEqual({
    ok: false,
    lines: ['list.ts is out of date; run npm run generate'],
  });
  expect(reportOf(stale, false)).toEqual({ ok: true, lines: ['list.ts written'] });
  const wrong = { stale: [], problems: ['cards.melt lacks something'] };
  for (const check of [true, false]) {
    expect(reportOf(wrong, check)).toEqual({
      ok: false,
      lines: ['cards.melt lacks something', 'Nothing was written.'],
    });
    expect(reportOf({ stale: [], problems: [] }, check).ok).toBe(true);
  }
});
