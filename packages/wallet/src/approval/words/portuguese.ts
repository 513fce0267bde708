import { readTexts } from '@org/payments-contract/internal/question';
import written from './portuguese.json' with { type: 'json' };
import type { PromptTexts } from './texts.ts';

/** Portuguese, of Brazil. */
export const portugueseTexts: PromptTexts = /* @__PURE__ */ readTexts<PromptTexts>(written);
