/** What the packages of this repository share to ask a person about a change. It is not public. */

export { questionLook } from './look.ts';
export {
  actText,
  englishQuestion,
  fieldWords,
  labelText,
  ownText,
  type RowTexts,
  strangerWords,
} from './row-words.ts';
export { tokens } from './tokens.ts';
export { readTexts, type Written } from './written.ts';
