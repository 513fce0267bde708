import { readTexts } from '@org/payments-contract/internal/question';
import written from './german.json' with { type: 'json' };
import type { PromptTexts } from './texts.ts';

/** German. */
export const germanTexts: PromptTexts = /* @__PURE__ */ readTexts<PromptTexts>(written);
