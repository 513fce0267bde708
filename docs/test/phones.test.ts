import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSite, openSite } from './support/open-site.ts';
import { openTab, type Tab } from './support/open-tab.ts';
import { builtPages } from './support/site.ts';

/** The width of a small phone, in CSS pixels. */
const WIDTH = 360;
/** Smaller text cannot be read on a phone. */
const SMALLEST_TEXT = 11;

let site: OpenSite;
let tab: Tab;

beforeAll(async () => {
  site = await openSite({ viewport: { width: WIDTH, height: 740 } });
  tab = await openTab(site.context, site.address);
});

afterAll(() => site?.close());

/** How the diagrams of the open page are shown. */
function shownDiagrams() {
  return tab.page.locator('.diagram').evaluateAll((figures) =>
    figures.map((figure) => {
      const sizes = [...figure.querySelectorAll('svg text, li')]
        .filter((element) => element.getClientRects().length > 0)
        .map((element) => {
          const svg = element.closest('svg');
          const size = Number.parseFloat(getComputedStyle(element).fontSize);
          if (svg === null) return size;
          const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
          // The width is rounded to fractions of a pixel.
          return Math.round(size * scale * 100) / 100;
        });
      const hint = figure.querySelector('.swipe');
      const box = hint?.getBoundingClientRect();
      return {
        texts: sizes.length,
        smallest: Math.min(...sizes),
        isCut: figure.scrollWidth > figure.clientWidth,
        hasHint: box !== undefined && box.width > 0 && box.left >= 0 && box.right <= innerWidth,
      };
    }),
  );
}

test('on a phone no page with a diagram scrolls sideways, and the text of diagrams can be read', async () => {
  const paths = [...builtPages().values()]
    .filter(({ html }) => html.includes('class="diagram'))
    .map(({ path }) => path.slice(1));
  expect(paths.length).toBeGreaterThanOrEqual(7);
  for (const path of paths) {
    await tab.visit(path);
    const wider = await tab.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, path).toBe(0);
    const diagrams = await shownDiagrams();
    expect(diagrams.length, path).toBeGreaterThan(0);
    for (const { texts, smallest, isCut, hasHint } of diagrams) {
      expect(texts, path).toBeGreaterThan(2);
      expect(smallest, path).toBeGreaterThanOrEqual(SMALLEST_TEXT);
      // What does not fit scrolls in its own box, with a visible hint.
      if (isCut) expect(hasHint, path).toBe(true);
    }
  }
});

test('on a phone a sequence is a list of its steps that fits', async () => {
  await tab.visit('concepts/signed-retry');
  const [diagram] = await shownDiagrams();
  expect(diagram?.isCut).toBe(false);
  const steps = await tab.page.locator('.diagram .sequence-steps li').allInnerTexts();
  expect(steps.length).toBeGreaterThan(3);
  expect(steps.every((step) => /\n/.test(step))).toBe(true);
  expect(await tab.page.locator('.diagram svg').first().isVisible()).toBe(false);
});
