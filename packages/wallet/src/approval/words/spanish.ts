import { readTexts } from '@org/payments-contract/internal/question';
import written from './spanish.json' with { type: 'json' };
import type { PromptTexts } from './texts.ts';

/** Spanish. */
export const spanishTexts: PromptTexts = /* @__PURE__ */ readTexts<PromptTexts>(written);
