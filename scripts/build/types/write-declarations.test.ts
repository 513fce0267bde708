import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FoundOperation } from './operations.ts';
import { digestOfSources, savedModules, saveModules } from './write-declarations.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'saved-modules-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const named = {
  name: 'cards.get',
  client: { table: 'platform', prefix: '' },
  resource: 'cards',
  resourceComment: 'Cards.',
  verb: 'get',
  comment: 'Returns a card.',
} as const;
// Like those of the compiler, these refer to themselves, which JSON cannot.
const ofTheCompiler = {} as { row: FoundOperation['row']; symbol: FoundOperation['symbol'] };
Object.assign(ofTheCompiler, { row: ofTheCompiler, symbol: ofTheCompiler });
const operations: readonly FoundOperation[] = [{ ...named, ...ofTheCompiler }];
const modules = new Map([['/src/index.ts', 'export {};']]);

test('modules written from the sources as they are now are read again', () => {
  const file = join(folder, 'current.json');
  saveModules(digestOfSources(), modules, operations, file);
  expect(savedModules(file)).toEqual({ modules, operations: [named] });
});

test('modules written from other sources are not used', () => {
  const file = join(folder, 'stale.json');
  saveModules('of other sources', modules, operations, file);
  expect(savedModules(file)).toBeUndefined();
});

test('without a build there are none', () => {
  expect(savedModules(join(folder, 'absent.json'))).toBeUndefined();
});
