export { englishTexts } from '../approval/words/english.ts';
export { germanTexts } from '../approval/words/german.ts';
export type { PromptTexts } from '../approval/words/texts.ts';
export { type RunningSigner, type SignerOptions, startSigner } from './start-signer.ts';
