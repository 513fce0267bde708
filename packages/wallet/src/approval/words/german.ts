import written from './german.json' with { type: 'json' };
import type { PromptTexts } from './texts.ts';
import { readTexts } from './written.ts';

/** German. */
export const germanTexts: PromptTexts = /* @__PURE__ */ readTexts<PromptTexts>(written);
