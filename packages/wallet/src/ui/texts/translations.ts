import { readTexts } from '@org/payments-contract/internal/question';
import {
  frenchTexts,
  germanTexts,
  portugueseTexts,
  spanishTexts,
} from '../../approval/words/translations.ts';
import frenchWords from './french.json' with { type: 'json' };
import germanWords from './german.json' with { type: 'json' };
import portugueseWords from './portuguese.json' with { type: 'json' };
import spanishWords from './spanish.json' with { type: 'json' };
import type { ElementTexts } from './texts.ts';

/** French. */
export const french: ElementTexts = /* @__PURE__ */ readTexts<ElementTexts>(frenchWords, {
  review: frenchTexts,
});
/** German. */
export const german: ElementTexts = /* @__PURE__ */ readTexts<ElementTexts>(germanWords, {
  review: germanTexts,
});
/** Portuguese, of Brazil. */
export const portuguese: ElementTexts = /* @__PURE__ */ readTexts<ElementTexts>(portugueseWords, {
  review: portugueseTexts,
});
/** Spanish. */
export const spanish: ElementTexts = /* @__PURE__ */ readTexts<ElementTexts>(spanishWords, {
  review: spanishTexts,
});
