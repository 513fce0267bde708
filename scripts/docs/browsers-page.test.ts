import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { laterBuiltIns, supported } from '../../packages/wallet/test/app/browser-floor.ts';
import { root } from '../lib/workspace.ts';
import { browserTable } from './pages/browsers.ts';

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
