import { readTexts } from '@org/payments-contract/internal/question';
import french from './french.json' with { type: 'json' };
import german from './german.json' with { type: 'json' };
import portuguese from './portuguese.json' with { type: 'json' };
import spanish from './spanish.json' with { type: 'json' };
import type { PromptTexts } from './texts.ts';

/** French. */
export const frenchTexts: PromptTexts = /* @__PURE__ */ readTexts<PromptTexts>(french);
/** German. */
export const germanTexts: PromptTexts = /* @__PURE__ */ readTexts<PromptTexts>(german);
/** Portuguese, of Brazil. */
export const portugueseTexts: PromptTexts = /* @__PURE__ */ readTexts<PromptTexts>(portuguese);
/** Spanish. */
export const spanishTexts: PromptTexts = /* @__PURE__ */ readTexts<PromptTexts>(spanish);
