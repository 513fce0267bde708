import axe from 'axe-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { stories } from '../../test/ui/stories.ts';
import { defineElements } from './index.ts';

beforeAll(() => defineElements());
afterEach(() => {
  document.body.replaceChildren();
  document.documentElement.style.colorScheme = '';
  document.documentElement.style.background = '';
});

/** Rules about a whole page, which a story is not. */
const pageRules = ['region', 'page-has-heading-one', 'landmark-one-main', 'document-title'];
const rules = Object.fromEntries(pageRules.map((id) => [id, { enabled: false }]));

it.each(
  stories.flatMap(({ name, show }) => [
    { name, show, scheme: 'light' },
    { name, show, scheme: 'dark' },
  ]),
)('has no finding of axe: $name, $scheme', async ({ show, scheme }) => {
  document.documentElement.lang = 'en';
  document.documentElement.style.colorScheme = scheme;
  document.documentElement.style.background = 'Canvas';
  await show();
  const { violations } = await axe.run(document.body, { rules, resultTypes: ['violations'] });
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => [id, target, failureSummary]),
  );
  expect(findings).toEqual([]);
});
