import { germanTexts } from '../../approval/words/german.ts';
import { readTexts } from '../../approval/words/written.ts';
import written from './german.json' with { type: 'json' };
import type { ElementTexts } from './texts.ts';

/** German. */
export const german: ElementTexts = /* @__PURE__ */ readTexts<ElementTexts>(written, {
  review: germanTexts,
});
