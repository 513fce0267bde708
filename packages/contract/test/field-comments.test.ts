import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const areas = new URL('../src/areas/', import.meta.url);
const files = readdirSync(areas, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => [file, readFileSync(new URL(file, areas), 'utf8')] as const);

/** Beginnings of comments that state a case or a condition, and leave out what the field holds. */
const states =
  /\/\*\*(?:\s|\*)+((?:A person receives|Signs in|Money that|Required when|Replaces the|Fields (?:by|that)|Left out|After this time|Present once|Only when|Only `|True |Where the type|Strict |By the names|Also moves|Limits that)[^*]*)\*\/\s*\w+\??:/g;

test('each comment of a field describes what the field holds, before it states a condition', () => {
  const found = files.flatMap(([file, text]) =>
    [...text.matchAll(states)].map(([, comment = '']) => `${file}: ${comment.trim()}`),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(found).toEqual([]);
});
