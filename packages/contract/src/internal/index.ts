/**
 * What the packages of this repository share. It is not public: no page documents it, and any version
 * may change it. Nothing here imports zod, so that the wallet and the first load of a client stay small.
 *
 * @module
 */

export { type Clock, MAX_TIMER_DELAY, systemClock, wait } from './clock.ts';
export { closestNames, didYouMean, editDistance } from './closest-names.ts';
export { ArgumentError, portOf } from './command-line.ts';
export { copyMistake, missingValue } from './copied-text.ts';
export { counted } from './counted.ts';
export { DOCS_ADDRESS, errorAddress } from './docs-address.ts';
export {
  type FactHeading,
  type FactOrigin,
  type FactRow,
  type Facts,
  type FactsQuestion,
  type FactValue,
  type FactWord,
  factsOf,
  headingOf,
  signedFields,
  valuesIn,
} from './facts.ts';
export {
  asciiDigits,
  canonicalJson,
  type HeaderMap,
  headerEntries,
  isTooDeep,
  parseForeignJson,
  readCode,
  TOO_DEEP,
} from './foreign-input.ts';
export { type IdPrefix, idPrefixes } from './id-prefixes.ts';
export {
  type OptionChecks,
  type OptionIssue,
  type OptionPlace,
  optionChecks,
  optionIssues,
} from './option-checks.ts';
export {
  aFunction,
  flag,
  isPlainObject,
  type KindsOf,
  listOf,
  numberOf,
  type OptionKind,
  type OptionKinds,
  oneOf,
  required,
  text,
  wholeNumber,
  withFunctions,
} from './option-kinds.ts';
export { type SecretProblem, secretProblem } from './secret-problem.ts';
export {
  mixedAlphabets,
  numbered,
  type StrangerText,
  strangerText,
  type TextMark,
  visibleText,
} from './stranger-text.ts';
export { callOrWarn, callSafely, type TimeLimit, warnOnce, withinTime } from './time-limit.ts';
