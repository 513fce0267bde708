import { join } from 'node:path';
import { rulesPage } from '../../packages/mock/scripts/rules/page.ts';
import { root } from '../lib/workspace.ts';
import type { Page } from './page.ts';

/** The mock's `RULES.md`: each rule, the points it leaves open, and its tests. */
export function mockRulesPage(): Page {
  const { text, problems } = rulesPage(join(root, 'packages/mock'));
  return { path: 'packages/mock/RULES.md', text, problems };
}
