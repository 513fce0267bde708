export { englishTexts } from '../approval/english.ts';
export { germanTexts } from '../approval/german.ts';
export type { PromptTexts } from '../approval/texts.ts';
export { type RunningSigner, type SignerOptions, startSigner } from './start-signer.ts';
