import { dependenciesPage } from './dependencies-page.ts';
import { errorsPage } from './errors-page.ts';
import { eventTypesList } from './event-types-list.ts';
import { eventsPage } from './events-page.ts';
import { guidePages } from './guide-pages.ts';
import { mockRulesPage } from './mock-rules-page.ts';
import { differencesPage } from './openapi/differences-page.ts';
import { openApiPage } from './openapi/document.ts';
import { operationsPage } from './operations-page.ts';
import { outcomesPage } from './outcomes-page.ts';
import type { Page } from './page.ts';
import { runtimesPage } from './runtimes-page.ts';
import { toolCommentsPage } from './tool-comments.ts';

/** The pages that derive from the contract and the packages. */
export const pages: readonly (() => Page)[] = [
  operationsPage,
  eventsPage,
  eventTypesList,
  errorsPage,
  dependenciesPage,
  openApiPage,
  differencesPage,
  outcomesPage,
  mockRulesPage,
  ...guidePages,
  runtimesPage,
  toolCommentsPage,
];
