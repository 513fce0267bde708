import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Result } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Returns the violations that axe finds in a page, or in a frame, as it is now: the rule, and the element. The
 * program is evaluated by the browser's debugger, so that a strict content security policy does not
 * block it.
 *
 * @param within the selector of a part of the page; the whole of it by default
 */
export async function axeFindings(page: Page | Frame, within?: string): Promise<readonly string[]> {
  const isLoaded = await page.evaluate('window.axe !== undefined');
  if (isLoaded !== true) await page.evaluate(await readFile(path, 'utf8'));
  const part = within === undefined ? 'document' : JSON.stringify(within);
  // Every rule runs; of the others, axe does not describe each element that keeps them.
  const violations = (await page.evaluate(
    `axe.run(${part}, { resultTypes: ['violations'] }).then((results) => results.violations)`,
  )) as readonly Result[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}
