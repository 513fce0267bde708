import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock } from '@org/payments-mock';
import { expect, test } from 'vitest';
import { folderOf } from '../.vitepress/generated.ts';

const page = readFileSync(join(folderOf('reference'), 'fixtures.md'), 'utf8');
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const fields = lines.flatMap((line) => /^\| `([^`]+)`/.exec(line)?.[1] ?? []);
      return [heading.replace('mock.add.', ''), fields] as const;
    }),
);
const mock = createMock();

test('the page of fixtures has a section with fields for each fixture, and no other', () => {
  expect([...sections.keys()].sort()).toEqual(Object.keys(mock.add).sort());
  for (const [name, fields] of sections) {
    expect(fields, name).not.toEqual([]);
    expect(new Set(fields).size, name).toBe(fields.length);
  }
});

test('a section has each field that its fixture sets', () => {
  const { account, credential } = mock.add.wallet();
  const added = {
    customer: mock.add.customer(),
    card: mock.add.card(),
    internalAccount: account,
    credential,
  };
  for (const [name, resource] of Object.entries(added)) {
    expect(sections.get(name), name).toEqual(expect.arrayContaining(Object.keys(resource)));
  }
});
