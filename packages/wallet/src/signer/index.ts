export type { PromptTexts } from './prompt.ts';
export { type RunningSigner, type SignerOptions, startSigner } from './start-signer.ts';
