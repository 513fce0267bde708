import written from './french.json' with { type: 'json' };
import type { PromptTexts } from './texts.ts';
import { readTexts } from './written.ts';

/** French. */
export const frenchTexts: PromptTexts = /* @__PURE__ */ readTexts<PromptTexts>(written);
