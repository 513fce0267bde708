import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock } from '@org/payments-mock';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/workspace.ts';
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

interface Described {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
}

test('the schema of files of fixtures describes each fixture, and their fields', () => {
  const text = readFileSync(join(root, 'docs/public/fixtures.schema.json'), 'utf8');
  const schema = JSON.parse(text) as Described & {
    readonly definitions: Readonly<Record<string, Described>>;
  };
  for (const name of Object.keys(mock.add)) {
    expect(schema.properties?.[name]?.description, name).toMatch(/^[A-Z].+\.$/);
    const fields = Object.entries(schema.definitions[name]?.properties ?? {});
    const undescribed = fields.filter(([, { description = '' }]) => description === '');
    expect(
      undescribed.map(([field]) => field),
      name,
    ).toEqual([]);
  }
});

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
