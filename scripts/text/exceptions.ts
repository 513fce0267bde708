import type { Exception } from './check.ts';

/** Texts that match a pattern and are nevertheless correct. */
export const exceptions: readonly Exception[] = [
  { text: 'answers one question', reason: 'a file answers a question, as a person does' },
  { text: 'was answered at', reason: 'a challenge, by its id' },
  { text: 'was answered again', reason: 'a challenge, by its id' },
  { text: 'was not answered', reason: 'a challenge, by its id' },
  { text: 'whether it has been answered', reason: 'a challenge, named in the line before' },
  { text: 'allowed: answer', reason: "the mock's fault effects are named on its control API" },
];
