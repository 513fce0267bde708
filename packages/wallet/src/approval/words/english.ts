import written from './english.json' with { type: 'json' };
import type { PromptTexts } from './texts.ts';
import { readTexts } from './written.ts';

/** English. */
export const englishTexts: PromptTexts = /* @__PURE__ */ readTexts<PromptTexts>(written);
