import { eventTypesList } from './event-groups.ts';
import { guidePages } from './guide-pages.ts';
import { outcomesPage } from './outcomes-page.ts';
import type { Page } from './page.ts';
import { toolCommentsPage } from './tool-comments.ts';

/** The pages that derive from the contract and the packages. */
export const pages: readonly (() => Page)[] = [
  eventTypesList,
  outcomesPage,
  ...guidePages,
  toolCommentsPage,
];
