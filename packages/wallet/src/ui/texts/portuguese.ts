import { readTexts } from '@org/payments-contract/internal/question';
import { portugueseTexts } from '../../approval/words/portuguese.ts';
import written from './portuguese.json' with { type: 'json' };
import type { ElementTexts } from './texts.ts';

/** Portuguese, of Brazil. */
export const portuguese: ElementTexts = /* @__PURE__ */ readTexts<ElementTexts>(written, {
  review: portugueseTexts,
});
