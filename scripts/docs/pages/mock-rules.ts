import { join } from 'node:path';
import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { repository } from '../../../docs/.vitepress/release.ts';
import { rulesPage } from '../../../packages/mock/scripts/rules/page.ts';
import { root } from '../../lib/workspace.ts';

const folder = 'packages/mock';

/** The rules of the mock: each rule, the points it leaves open, and its tests. */
export function mockRulesPage(): GeneratedPage {
  const { text } = rulesPage(join(root, folder));
  return {
    slug: 'mock-rules',
    title: 'Rules of the mock',
    description: 'Each rule of the mock, the points it leaves open, and its tests.',
    group: 'Testing',
    content: text.replaceAll(/\]\((?=(?:src|test)\/)/g, `](${repository}/blob/main/${folder}/`),
  };
}
