import axe from 'axe-core';
import { afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { page, server } from 'vitest/browser';
import { eventually } from '../../test/eventually.ts';
import { clearPage } from '../../test/ui/elements.ts';
import { type ShownElement, stories } from '../../test/ui/stories.ts';
import {
  defineElements,
  type ElementState,
  type ElementWay,
  elementStates,
  english,
} from './index.ts';

beforeAll(() => defineElements());
afterEach(() => {
  clearPage();
  document.documentElement.style.colorScheme = '';
  document.documentElement.style.background = '';
});

/** Rules about a whole page, which a story is not. */
const pageRules = ['region', 'page-has-heading-one', 'landmark-one-main', 'document-title'];
const rules = Object.fromEntries(pageRules.map((id) => [id, { enabled: false }]));

/** The control of each way on; the others are elsewhere or need none. */
const controls: Partial<Record<ElementWay, string>> = {
  methods: 'button:enabled:is([data-key^="AuthMethod:"], [data-key=passkey])',
  code: 'input[data-key=code]',
  list: '[part~=list], form',
  question: 'dialog button:enabled',
  resend: '[data-key=resend]',
  retry: '[data-key=retry]:enabled',
  stay: '[data-key=stay]:enabled',
};

/** Waits until an element is in a state, with its words and a way on. */
async function isUsable(element: ShownElement, state: ElementState): Promise<void> {
  const rows = element.shadowRoot?.querySelectorAll('.row, .warning, .proof') ?? [];
  let at = 0;
  await eventually(async () => {
    at += 1;
    rows[Math.floor(at / 5) % rows.length]?.scrollIntoView({ block: 'center' });
    // Only what is drawn is seen, and a busy machine draws seldom.
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    expect(element.state).toBe(state);
  });
  const { words, ways } = elementStates[state];
  const said = words?.(element.texts, undefined) ?? '';
  const alert = element.shadowRoot?.querySelector('[role=alert]')?.textContent ?? '';
  // The words of an error are those of its code.
  expect(alert !== '').toBe(words !== undefined && said === '');
  const problem = element.shadowRoot?.querySelector('form:has([data-key=code])');
  if (problem && alert !== '') expect(problem.textContent).toContain(alert);
  const isSaid = !['sending', 'verifying', 'working'].includes(state);
  if (isSaid) expect(element.shadowRoot?.textContent).toContain(said);
  const there = ways.filter((way) => {
    const control = controls[way];
    return control === undefined || element.shadowRoot?.querySelector(control) != null;
  });
  expect(there).not.toEqual([]);
  // The pressed button turns.
  const isStep = ['sending', 'verifying', 'passkey', 'provider', 'working'].includes(state);
  expect(element.shadowRoot?.querySelector('button.busy') != null).toBe(isStep);
}

it('sends nobody to another way that may not be there', () => {
  expect(Object.values(english.errors).join('\n')).not.toMatch(/another way/i);
});

it.each(
  stories.flatMap((story) => [
    { ...story, scheme: 'light' },
    { ...story, scheme: 'dark' },
  ]),
)('has words, a way on and no finding of axe: $name, $scheme', async ({ show, state, scheme }) => {
  document.documentElement.lang = 'en';
  document.documentElement.style.colorScheme = scheme;
  document.documentElement.style.background = 'Canvas';
  // As a window of 1280 × 1024 pixels that is enlarged to 400 %.
  await page.viewport(320, 256);
  const element = await show();
  await isUsable(element, state);
  for (const animation of element.shadowRoot?.getAnimations() ?? []) {
    if (animation instanceof CSSTransition) animation.finish();
  }
  // What axe finds does not depend on the engine.
  if (server.browser !== 'chromium') return;
  const { violations } = await axe.run(document.body, { rules, resultTypes: ['violations'] });
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => [id, target, failureSummary]),
  );
  expect(findings).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});

it.each([
  ['dark', '#0a0a0a', '', 'rgb(26, 28, 34)'],
  ['light', '#fff', '', 'rgb(255, 255, 255)'],
  ['dark, but of a light scheme', '#0a0a0a', 'only light', 'rgb(255, 255, 255)'],
])('has a surface that fits a page that is %s', async (_what, background, scheme, expected) => {
  Object.assign(document.documentElement.style, { background, colorScheme: scheme });
  const story = stories.find(({ name }) => name === 'every method');
  const element = await story?.show();
  const surface = () => {
    const card = element?.shadowRoot?.querySelector('.card:has(button)');
    return card && getComputedStyle(card).backgroundColor;
  };
  await eventually(() => expect(surface()).toBe(expected));
});

it.each(stories.filter(({ name }) => name.endsWith('in Arabic')))(
  'keeps the direction and the language of the English words that nobody replaced: $name',
  async ({ show, state }) => {
    document.documentElement.dir = 'rtl';
    onTestFinished(() => document.documentElement.removeAttribute('dir'));
    const element = await show();
    await isUsable(element, state);
    const found = new Set<string>();
    for (const part of element.shadowRoot?.querySelectorAll('*:not(bdi, pre, .amount)') ?? []) {
      const own = [...part.childNodes].filter((node) => node instanceof Text);
      const text = own.map(({ data }) => data).join('');
      const letters = text.replace(/\P{L}/gu, '');
      if (letters === '') continue;
      const { direction } = getComputedStyle(part);
      const lang = part.closest<HTMLElement>('[lang]')?.lang;
      found.add(
        /\p{Script=Arab}/u.test(letters) ? `Arabic ${lang} ${direction}` : `${lang} ${direction}`,
      );
    }
    expect([...found].sort()).toEqual(['Arabic ar rtl', 'en ltr']);
    // The marks of a column of buttons stay in line.
    for (const marked of element.shadowRoot?.querySelectorAll('button:has(svg)') ?? [])
      expect(getComputedStyle(marked).direction).toBe('rtl');
  },
);

it('has a story of each state that an element shows something in', () => {
  const shown = new Set(stories.map(({ state }) => state));
  const others = Object.keys(elementStates).filter((state) => !shown.has(state as ElementState));
  expect(others).toEqual(['idle', 'asking', 'approved']);
});
