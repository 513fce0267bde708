import { readTexts } from '@org/payments-contract/internal/question';
import { frenchTexts } from '../../approval/words/french.ts';
import written from './french.json' with { type: 'json' };
import type { ElementTexts } from './texts.ts';

/** French. */
export const french: ElementTexts = /* @__PURE__ */ readTexts<ElementTexts>(written, {
  review: frenchTexts,
});
