export { englishTexts, germanTexts, type PromptTexts } from './prompt-texts.ts';
export { type RunningSigner, type SignerOptions, startSigner } from './start-signer.ts';
