import { readTexts } from '@org/payments-contract/internal/question';
import { germanTexts } from '../../approval/words/german.ts';
import written from './german.json' with { type: 'json' };
import type { ElementTexts } from './texts.ts';

/** German. */
export const german: ElementTexts = /* @__PURE__ */ readTexts<ElementTexts>(written, {
  review: germanTexts,
});
