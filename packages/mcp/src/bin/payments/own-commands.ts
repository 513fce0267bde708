import { editDistance } from '@org/payments-contract/internal';
import { command } from './operations.ts';
import { commonNames } from './options.ts';

/** The commands that call no operation. */
export const ownCommands: readonly string[] = [
  ...['check', 'completion bash', 'completion zsh', 'completion fish', 'help', 'journal status'],
  ...['journal recover', 'journal settle', 'replay', 'run', 'run status'],
];

/** Whether a word is meant for another one: with all of its letters, or most of them in their order. */
function isLike(word: string, other = ''): boolean {
  const letters = (text: string) => [...text].sort().join('');
  const most = word.length > 4 ? 2 : 1;
  return letters(word) === letters(other) || editDistance(word.slice(0, 20), other) <= most;
}

/** The commands or options that words are like: by the first word, or else by the second of a command. */
export function ownMeantBy([first = '', second = '']: readonly string[]): readonly string[] {
  if (commonNames.includes(first)) return [`the option --${first}`];
  const named = ownCommands.map((one) => one.split(' '));
  const byFirst = named.filter(([word]) => isLike(first, word));
  const whole = byFirst.filter(([, word]) => word === undefined || isLike(second, word));
  const ofSecond = named.filter(([, word]) => word !== undefined && isLike(first, word));
  const found = [whole, byFirst, ofSecond].find(({ length }) => length > 0) ?? [];
  return found.map((one) => command(one.join(' ')));
}
