import { readTexts } from '@org/payments-contract/internal/question';
import written from './english.json' with { type: 'json' };
import type { ElementTexts } from './texts.ts';

/** English. */
export const english: ElementTexts = /* @__PURE__ */ readTexts<ElementTexts>(written);
