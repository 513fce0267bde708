import { expect, test } from 'vitest';
import { guidePages, withSources } from './guide-pages.ts';

test('the code of a source replaces the code block below its name', () => {
  const read = (file: string) => `const name = '${file}';\n`;
  const fresh = withSources('# A\n\n<!-- source: a.ts -->\n\nText.\n', read);
  expect(fresh).toBe("# A\n\n<!-- source: a.ts -->\n```ts\nconst name = 'a.ts';\n```\n\nText.\n");
  expect(withSources(fresh, () => 'changed();')).toContain('```ts\nchanged();\n```\n\nText.');
  expect(withSources(fresh, read)).toBe(fresh);
});

test('the guides are found', () => {
  const paths = guidePages.map((page) => page().path);
  for (const guide of ['onboarding', 'payout', 'card', 'agent', 'migration']) {
    expect(paths).toContain(`examples/${guide}/README.md`);
  }
});
