import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { page, pageText } from './page.ts';

it('the page of results is up to date, and each missed target has a reason', () => {
  const text = readFileSync(page, 'utf8');
  expect(text).toBe(pageText());
  expect(text).not.toContain('No reason has been written down yet.');
});
