export { englishTexts } from '../approval/words/english.ts';
export { frenchTexts } from '../approval/words/french.ts';
export { germanTexts } from '../approval/words/german.ts';
export { portugueseTexts } from '../approval/words/portuguese.ts';
export { spanishTexts } from '../approval/words/spanish.ts';
export type { PromptTexts } from '../approval/words/texts.ts';
export { type RunningSigner, type SignerOptions, startSigner } from './start-signer.ts';
