import written from './portuguese.json' with { type: 'json' };
import type { PromptTexts } from './texts.ts';
import { readTexts } from './written.ts';

/** Portuguese, of Brazil. */
export const portugueseTexts: PromptTexts = /* @__PURE__ */ readTexts<PromptTexts>(written);
