import { readTexts } from '@org/payments-contract/internal/question';
import written from './french.json' with { type: 'json' };
import type { PromptTexts } from './texts.ts';

/** French. */
export const frenchTexts: PromptTexts = /* @__PURE__ */ readTexts<PromptTexts>(written);
