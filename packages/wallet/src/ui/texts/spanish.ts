import { readTexts } from '@org/payments-contract/internal/question';
import { spanishTexts } from '../../approval/words/spanish.ts';
import written from './spanish.json' with { type: 'json' };
import type { ElementTexts } from './texts.ts';

/** Spanish. */
export const spanish: ElementTexts = /* @__PURE__ */ readTexts<ElementTexts>(written, {
  review: spanishTexts,
});
