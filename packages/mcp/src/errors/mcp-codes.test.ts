import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mcpErrorCodes } from './mcp-codes.ts';

const src = new URL('../', import.meta.url);
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .filter((file) => !file.endsWith('mcp-codes.ts'))
  .map((file) => readFileSync(new URL(file, src), 'utf8'));

test('each code that the sources write is in the table, and each code of the table is written', () => {
  const calls = /new (?:ToolError|HttpRefusal)\(\s*'([A-Z_]+)'|code: '([A-Z_]+)'/g;
  const written = new Set(
    sources.flatMap((text) => [...text.matchAll(calls)].map(([, one, other]) => one ?? other)),
  );
  expect([...written].sort()).toEqual(Object.keys(mcpErrorCodes).sort());
});

test('each code has a meaning and an action in whole sentences', () => {
  for (const [code, { meaning, action }] of Object.entries(mcpErrorCodes)) {
    expect(meaning, code).toMatch(/^[A-Z].+\.$/s);
    expect(action, code).toMatch(/^[A-Z].+\.$/s);
  }
});
