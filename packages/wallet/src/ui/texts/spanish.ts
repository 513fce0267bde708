import { spanishTexts } from '../../approval/words/spanish.ts';
import { readTexts } from '../../approval/words/written.ts';
import written from './spanish.json' with { type: 'json' };
import type { ElementTexts } from './texts.ts';

/** Spanish. */
export const spanish: ElementTexts = /* @__PURE__ */ readTexts<ElementTexts>(written, {
  review: spanishTexts,
});
