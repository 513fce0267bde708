import { englishQuestion, readTexts, type Written } from '@org/payments-contract/internal/question';
import type { PromptTexts } from './texts.ts';

/** English; a test compares its words with those of the other languages, which are checked by their type. */
export const englishTexts: PromptTexts = /* @__PURE__ */ readTexts<PromptTexts>(
  englishQuestion as Written<PromptTexts>,
);
