export { englishTexts } from '../approval/words/english.ts';
export type { PromptTexts } from '../approval/words/texts.ts';
export {
  frenchTexts,
  germanTexts,
  portugueseTexts,
  spanishTexts,
} from '../approval/words/translations.ts';
export { type RunningSigner, type SignerOptions, startSigner } from './start-signer.ts';
