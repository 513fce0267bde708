import written from './spanish.json' with { type: 'json' };
import type { PromptTexts } from './texts.ts';
import { readTexts } from './written.ts';

/** Spanish. */
export const spanishTexts: PromptTexts = /* @__PURE__ */ readTexts<PromptTexts>(written);
